/** One cell of the board with all that stands on it: a button for mouse, keyboard and screen reader. */
import type { Board, Piece } from "../api/types";
import type { Press } from "./clicks";
import { inner, outline, type Point } from "./geometry";
import { PieceMark, places } from "./PieceMark";
import { useLongTouch } from "./useLongTouch";

export interface CellState {
  target: boolean;
  selected: boolean;
  last: boolean;
  pending: boolean;
}

interface Props extends CellState {
  board: Board;
  number: number;
  centre: Point;
  pieces: Piece[];
  label: string;
  tabbable: boolean;
  secondary: boolean;
  onPress: (cell: number, press: Press) => void;
  onFocus: (cell: number) => void;
}

export function BoardCell({
  board,
  number,
  centre,
  pieces,
  label,
  tabbable,
  secondary,
  onPress,
  onFocus,
  ...state
}: Props) {
  const cell = board.cells[number];
  const presses = useLongTouch(secondary, (press) => onPress(number, press));
  const room = inner(board);
  const marks = (cell?.marks ?? []).map((mark) => `mark-${mark.replace(/\W/g, "-")}`);
  const states = Object.entries(state).flatMap(([name, on]) => (on ? [name] : []));
  const taken = pieces.length > 0;
  const counted = cell?.marks.includes("open") && /^[1-8]$/.test(cell.text);
  // A hex has no corner where a square has one: there it stands on the rim of the piece.
  const shift = board.kind === "hex" ? { x: 0.6, y: -0.5, size: 0.46 } : { x: -0.72, y: -0.62, size: 0.32 };
  const corner = taken
    ? { x: centre.x + room * shift.x, y: centre.y + room * shift.y, size: shift.size }
    : null;
  const spots = places(pieces.length, centre, room);
  return (
    <g
      role="button"
      className={["cell", ...marks, ...states].join(" ")}
      data-cell={number}
      aria-label={label}
      tabIndex={tabbable ? 0 : -1}
      {...presses}
      onFocus={() => onFocus(number)}
    >
      <polygon className="face" points={outline(board, centre)} />
      <polygon className="ring" points={outline(board, centre, 0.93)} />
      {pieces.map((piece, i) => {
        const spot = spots[i];
        // A new owner or sign is a new piece: it appears, as one that was just put down.
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal pieces on one cell are told apart by place alone.
          spot && <PieceMark key={`${piece.kind}${piece.owner}${piece.symbol}${i}`} piece={piece} {...spot} />
        );
      })}
      {cell?.text && (
        <text
          className={`cell-text${taken ? " corner" : ""}${counted ? ` number-${cell.text}` : ""}`}
          x={corner ? corner.x : centre.x}
          y={corner ? corner.y : centre.y}
          fontSize={corner ? room * corner.size : (room * 0.9) / Math.max(1, cell.text.length * 0.55)}
          dy="0.36em"
        >
          {cell.text}
        </text>
      )}
      {state.target && (
        <circle
          className={taken ? "hint around" : "hint"}
          cx={centre.x}
          cy={centre.y + (!taken && cell?.text ? room * 0.75 : 0)}
          r={room * (taken ? 0.88 : cell?.text ? 0.1 : 0.14)}
        />
      )}
    </g>
  );
}
