/** A board of any game, drawn from the view alone. It is told which cells lead somewhere, and reports presses. */
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Board as BoardView, Piece } from "../api/types";
import { BoardCell } from "./BoardCell";
import type { Press } from "./clicks";
import { centres, coordinates, type Direction, frame, inner, neighbour, outline } from "./geometry";
import { useMotion } from "./useMotion";

/** How the keys aim at what may stand between the cells. */
export interface Aiming {
  active: boolean;
  turn: (cell: number, direction: Direction) => void;
  play: () => void;
  leave: () => void;
}

interface Props {
  board: BoardView;
  title: string;
  targets: ReadonlySet<number>;
  selected: readonly number[];
  last: readonly number[];
  pending: readonly number[];
  label: (cell: number) => string;
  /** Whether the other press means anything; if not, the browser keeps its own menu. */
  secondary: boolean;
  onPress: (cell: number, press: Press) => void;
  onCancel: () => void;
  /** Whether this is the present: there every step is shown, however quick. */
  live: boolean;
  /** Null where nothing stands between the cells. */
  aiming: Aiming | null;
  /** What is drawn between the cells. */
  children?: ReactNode;
}

const ARROWS: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

export function Board(props: Props) {
  const { board, title, targets, selected, last, pending, label, secondary, onPress, onCancel, aiming } =
    props;
  const drawing = useRef<SVGSVGElement>(null);
  const [focus, setFocus] = useState(0);
  const points = useMemo(() => centres(board), [board]);
  const roving = focus < board.cells.length ? focus : 0;
  const standing = useMemo(() => byCell(board), [board]);
  const room = inner(board);
  const moving = useRef<SVGGElement>(null);
  useMotion(board, points, props.live, moving);
  // One function for all time: a cell whose contents stay is not drawn again.
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  const press = useCallback((cell: number, how: Press) => latest.current(cell, how), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROWS[event.key];
    if (direction && event.shiftKey && aiming) {
      aiming.turn(roving, direction);
    } else if (direction) {
      aiming?.leave();
      const next = neighbour(board, roving, direction);
      setFocus(next);
      drawing.current?.querySelector<SVGGElement>(`[data-cell="${next}"]`)?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && aiming?.active) {
      aiming.play();
    } else if (event.key === "Enter" || event.key === " ") {
      onPress(roving, event.shiftKey ? "secondary" : "primary");
    } else if (event.key === "Escape") {
      onCancel();
    } else {
      return;
    }
    event.preventDefault();
  }

  return (
    <svg
      ref={drawing}
      className={`board ${board.kind}`}
      viewBox={frame(board).join(" ")}
      role="group"
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      {board.cells.map((cell, number) => {
        const centre = points[number];
        if (!centre) return null;
        return (
          <BoardCell
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its number.
            key={number}
            hex={board.kind === "hex"}
            number={number}
            text={cell.text}
            marks={cell.marks}
            x={centre.x}
            y={centre.y}
            room={room}
            face={outline(board, centre)}
            ring={outline(board, centre, 0.93)}
            pieces={standing.get(number) ?? NONE}
            label={label(number)}
            tabbable={number === roving}
            target={targets.has(number)}
            selected={selected.includes(number)}
            last={last.includes(number)}
            pending={pending.includes(number)}
            secondary={secondary}
            onPress={press}
            onFocus={setFocus}
          />
        );
      })}
      <g>
        {coordinates(board).map(({ text, at, size }) => (
          // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus; the cells' labels say the same.
          <text
            key={`${at.x} ${at.y}`}
            aria-hidden="true"
            className="coordinate"
            x={at.x}
            y={at.y}
            fontSize={size}
            dy="0.36em"
          >
            {text}
          </text>
        ))}
      </g>
      {props.children}
      <g ref={moving} />
    </svg>
  );
}

const NONE: Piece[] = [];

function byCell(board: BoardView): Map<number, Piece[]> {
  const found = new Map<number, Piece[]>();
  for (const piece of board.pieces) found.set(piece.cell, [...(found.get(piece.cell) ?? NONE), piece]);
  return found;
}
