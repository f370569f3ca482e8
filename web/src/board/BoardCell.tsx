/** One cell of the board with all that stands on it: a button for mouse, keyboard and screen reader. */
import { memo } from "react";
import type { Piece } from "../api/types";
import type { Press } from "./clicks";
import { PieceMark, places } from "./PieceMark";
import { useLongTouch } from "./useLongTouch";
import "./marks.css";

export interface CellState {
  target: boolean;
  selected: boolean;
  last: boolean;
  pending: boolean;
}

interface Props extends CellState {
  hex: boolean;
  number: number;
  text: string;
  marks: readonly string[];
  x: number;
  y: number;
  /** The radius of the largest circle that fits. */
  room: number;
  /** The corners of the cell, and of the line inside it. */
  face: string;
  ring: string;
  pieces: readonly Piece[];
  label: string;
  tabbable: boolean;
  secondary: boolean;
  onPress: (cell: number, press: Press) => void;
  onFocus: (cell: number) => void;
}

/** Drawn again only where something on it has changed: a large board has five hundred cells. */
export const BoardCell = memo(DrawnCell, (was, is) =>
  (Object.keys(is) as (keyof Props)[]).every((name) => sameValue(was[name], is[name])),
);

/** Marks and pieces come anew with each view: they are the same if they say the same. */
function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  return Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other);
}

function DrawnCell({
  hex,
  number,
  text,
  marks,
  x,
  y,
  room,
  face,
  ring,
  pieces,
  label,
  tabbable,
  secondary,
  onPress,
  onFocus,
  ...state
}: Props) {
  const presses = useLongTouch(secondary, (press) => onPress(number, press));
  const centre = { x, y };
  const classes = marks.map((mark) => `mark-${mark.replace(/\W/g, "-")}`);
  const states = Object.entries(state).flatMap(([name, on]) => (on ? [name] : []));
  const taken = pieces.length > 0;
  const counted = marks.includes("open") && /^[1-8]$/.test(text);
  // A hex has no corner where a square has one: there it stands on the rim of the piece.
  const shift = hex ? { x: 0.6, y: -0.5, size: 0.46 } : { x: -0.72, y: -0.62, size: 0.32 };
  const corner = taken ? { x: x + room * shift.x, y: y + room * shift.y, size: shift.size } : null;
  const spots = places(pieces.length, centre, room);
  return (
    <g
      role="button"
      className={["cell", ...classes, ...states].join(" ")}
      data-cell={number}
      aria-label={label}
      tabIndex={tabbable ? 0 : -1}
      {...presses}
      onFocus={() => onFocus(number)}
    >
      <polygon className="face" points={face} />
      <polygon className="ring" points={ring} />
      {pieces.map((piece, i) => {
        const spot = spots[i];
        // A new owner or sign is a new piece: it appears, as one that was just put down.
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal pieces on one cell are told apart by place alone.
          spot && <PieceMark key={`${piece.kind}${piece.owner}${piece.symbol}${i}`} piece={piece} {...spot} />
        );
      })}
      {marks.includes("wrong") && <Cross x={x} y={y} reach={room * 0.75} />}
      {text && (
        <text
          className={`cell-text${taken ? " corner" : ""}${counted ? ` number-${text}` : ""}`}
          x={corner ? corner.x : x}
          y={corner ? corner.y : y}
          fontSize={corner ? room * corner.size : (room * 0.9) / Math.max(1, text.length * 0.55)}
          dy="0.36em"
        >
          {text}
        </text>
      )}
      {state.target && (
        <circle
          className={taken ? "hint around" : "hint"}
          cx={x}
          cy={y + (!taken && text ? room * 0.75 : 0)}
          r={room * (taken ? 0.88 : text ? 0.1 : 0.14)}
        />
      )}
    </g>
  );
}

/** Crosses out what the end of a game proves wrong. */
function Cross({ x, y, reach }: { x: number; y: number; reach: number }) {
  const from = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
  return (
    <path
      className="cross"
      d={`M${from.left} ${from.top}L${from.right} ${from.bottom}M${from.right} ${from.top}L${from.left} ${from.bottom}`}
    />
  );
}
