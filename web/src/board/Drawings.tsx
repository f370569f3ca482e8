/**
 * What is drawn over a board to explain it: a move, ways, and numbers over cells. Knows no game.
 *
 * Not for those who hear the board: the labels of cells and the lists beside the board say the same.
 */
import { type CSSProperties, useMemo } from "react";
import type { Board, Overlay, Route } from "../api/types";
import { centres, inner, outline, type Point } from "./geometry";
import { barPath, type Side } from "./sides";
import "./drawings.css";

/** The cells and sides of a move. */
export interface ShownMove {
  action: number;
  cells: readonly number[];
  sides: readonly Side[];
}

export interface Drawn {
  move?: ShownMove | null;
  routes?: readonly Route[];
  overlay?: Overlay | null;
}

interface Props {
  board: Board;
  drawn: Drawn;
}

/** Below the move: the numbers of the overlay, then the ways. */
export function Drawings({ board, drawn }: Props) {
  const points = useMemo(() => centres(board), [board]);
  const { move, routes = [], overlay } = drawn;
  return (
    <g className="drawings" style={{ "--thick": thickness(board) } as CSSProperties}>
      {overlay && <Numbers board={board} points={points} overlay={overlay} />}
      {routes.map((route, number) => (
        <Way key={route.player} points={points} route={route} aside={number} count={routes.length} />
      ))}
      {move && <Move board={board} points={points} move={move} />}
    </g>
  );
}

/** Lines are as thick on a board of few cells as on one of many, within bounds. */
function thickness({ rows, cols }: Board): number {
  return Math.min(1.3, Math.max(0.45, Math.max(rows, cols) / 9));
}

/** Brackets around the corners of each cell, an arrow from the first to the last, bars with a line along them. */
function Move({ board, points, move }: { board: Board; points: readonly Point[]; move: ShownMove }) {
  const corners = board.kind === "hex" ? 6 : 4;
  const places = [...new Set(move.cells)].flatMap((cell) => points[cell] ?? []);
  const [from, to] = [places[0], places.at(-1)];
  const bars = move.sides.length > 0 ? barPath(board, points, move.sides) : "";
  return (
    <g className="advised">
      {places.map((place) =>
        ["halo", "line"].map((part) => (
          <polygon
            key={`${part} ${place.x} ${place.y}`}
            className={`bracket ${part}`}
            points={outline(board, place, 0.88)}
            pathLength={corners * 10}
          />
        )),
      )}
      {from && to && from !== to && <Arrow from={from} to={to} room={inner(board)} />}
      {bars && <path className="bar-halo" d={bars} />}
      {bars && <path className="bar-line" d={bars} />}
      {bars && <path className="bar-core" d={bars} />}
    </g>
  );
}

function Arrow({ from, to, room }: { from: Point; to: Point; room: number }) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = (reach: number, turn = 0) => ({
    x: to.x - reach * Math.cos(angle + turn),
    y: to.y - reach * Math.sin(angle + turn),
  });
  const [tip, left, right] = [at(room * 0.25), at(room * 0.85, 0.4), at(room * 0.85, -0.4)];
  const head = `M${left.x} ${left.y}L${tip.x} ${tip.y}L${right.x} ${right.y}`;
  const shaft = `M${from.x} ${from.y}L${tip.x} ${tip.y}`;
  return (
    <>
      <path className="arrow halo" d={shaft + head} />
      <path className="arrow line" d={shaft + head} />
    </>
  );
}

/** A way from cell to cell, beside those of others: dots or dashes tell them apart, and a ring is at the end. */
function Way({
  points,
  route,
  aside,
  count,
}: {
  points: readonly Point[];
  route: Route;
  aside: number;
  count: number;
}) {
  const shift = (aside - (count - 1) / 2) * 18;
  const places = route.cells
    .flatMap((cell) => points[cell] ?? [])
    .map(({ x, y }) => ({ x: x + shift, y: y + shift }));
  const end = places.at(-1);
  if (!end) return null;
  const path = places.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("");
  return (
    <g className={`way owner-${route.player} way-${route.player % 2}`}>
      <path className="way-halo" d={path} />
      <path className="way-line" d={path} />
      <circle className="way-end" cx={end.x} cy={end.y} r={11} />
    </g>
  );
}

/** Numbers over the cells, on a tint as strong as they are. */
function Numbers({ board, points, overlay }: { board: Board; points: readonly Point[]; overlay: Overlay }) {
  const room = inner(board);
  const taken = useMemo(() => new Set(board.pieces.map(({ cell }) => cell)), [board]);
  return overlay.cells.map((cell, i) => {
    const place = points[cell];
    const text = overlay.texts[i] ?? "";
    const strength = overlay.strengths[i] ?? 0;
    if (!place) return null;
    // What stands on a cell stays in sight: the number goes above it.
    const low = taken.has(cell);
    const size = (room * (low ? 0.5 : 0.72)) / Math.max(1, text.length * 0.36);
    return (
      <g key={cell} className={`number${strength < 0 ? " below" : ""}${overlay.good ? " good" : ""}`}>
        <polygon
          className="tint"
          points={outline(board, place, 0.97)}
          fillOpacity={Math.min(1, Math.abs(strength)) * 0.55}
        />
        <text x={place.x} y={place.y - (low ? room * 0.66 : 0)} fontSize={size} dy="0.36em">
          {text}
        </text>
      </g>
    );
  });
}
