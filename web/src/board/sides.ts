/** Where cells touch, what stands there, and which of several bars on the same side is meant. Knows no game. */
import type { Board, Choice } from "../api/types";
import { type Direction, hasGaps, neighbour, type Point, SHARE } from "./geometry";

/** Two cells that touch, in any order. */
export type Side = Choice["sides"][number];

interface Covering {
  sides: readonly Side[];
}

export function sameSide([a, b]: Side, [c, d]: Side): boolean {
  return (a === c && b === d) || (a === d && b === c);
}

/** Every side between two cells of the board; none where nothing can stand there. */
export function allSides(board: Board): Side[] {
  if (!hasGaps(board)) return [];
  return board.cells.flatMap((_, one) =>
    board.cells.flatMap((_, other): Side[] =>
      one < other && touch(board, one, other) ? [[one, other]] : [],
    ),
  );
}

/** The side of a cell in a direction; null at the rim. */
export function sideOf(board: Board, cell: number, direction: Direction): Side | null {
  const other = neighbour(board, cell, direction);
  return touch(board, cell, other) ? [cell, other] : null;
}

/** The middle of a side. */
export function middle(points: readonly Point[], [one, other]: Side): Point {
  const [a, b] = [points[one], points[other]];
  return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 };
}

/** All that covers a side, from left to right and from the top down. */
export function sharing<T extends Covering>(points: readonly Point[], all: readonly T[], side: Side): T[] {
  const place = (each: T) => centre(points, each.sides);
  return all
    .filter(({ sides }) => sides.some((each) => sameSide(each, side)))
    .sort((a, b) => place(a).x - place(b).x || place(a).y - place(b).y);
}

/** Of all that covers a side, what is meant by pointing at it there: what has its centre nearest. */
export function meant<T extends Covering>(
  points: readonly Point[],
  all: readonly T[],
  side: Side,
  at: Point,
): T | null {
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const each of sharing(points, all, side)) {
    const { x, y } = centre(points, each.sides);
    const far = Math.hypot(x - at.x, y - at.y);
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

/** The bar over these sides, as an SVG path: unbroken, and short of the corners at its ends. */
export function barPath(board: Board, points: readonly Point[], sides: readonly Side[]): string {
  const lines = sides.map((side) => corners(board, points, side));
  const shared = (corner: Point) =>
    lines.flat().filter(({ x, y }) => Math.hypot(x - corner.x, y - corner.y) < 1).length > 1;
  return lines
    .map(([start, end]) => {
      const long = Math.hypot(end.x - start.x, end.y - start.y);
      const from = shared(start) ? start : towards(start, end, ROUND / long);
      const to = shared(end) ? end : towards(end, start, ROUND / long);
      return `M${tidy(from.x)} ${tidy(from.y)}L${tidy(to.x)} ${tidy(to.y)}`;
    })
    .join("");
}

/** Where a pointer is over a side: the whole gap, pointed at both ends, so that no two overlap at a corner. */
export function gapOutline(board: Board, points: readonly Point[], side: Side): string {
  const [start, end] = corners(board, points, side);
  const [one, other] = [points[side[0]], points[side[1]]];
  if (!one || !other) return "";
  const wide = (1 - SHARE) / 2;
  const across = { x: (other.x - one.x) * wide, y: (other.y - one.y) * wide };
  const long = Math.hypot(end.x - start.x, end.y - start.y);
  const tip = Math.hypot(across.x, across.y) / (board.kind === "hex" ? Math.sqrt(3) : 1) / long;
  const [near, far] = [towards(start, end, tip), towards(end, start, tip)];
  const around = [start, shift(near, across, 1), shift(far, across, 1), end];
  return [...around, shift(far, across, -1), shift(near, across, -1)]
    .map(({ x, y }) => `${tidy(x)},${tidy(y)}`)
    .join(" ");
}

/** From the corner to the round end of a bar: half the gap, and the rounding. */
const ROUND = 16;

function corners(board: Board, points: readonly Point[], side: Side): [Point, Point] {
  const [one, other] = [points[side[0]], points[side[1]]];
  const { x, y } = middle(points, side);
  if (!one || !other)
    return [
      { x, y },
      { x, y },
    ];
  const half = board.kind === "hex" ? 0.5 / Math.sqrt(3) : 0.5;
  const along = { x: (other.y - one.y) * half, y: (one.x - other.x) * half };
  return [
    { x: x - along.x, y: y - along.y },
    { x: x + along.x, y: y + along.y },
  ];
}

function centre(points: readonly Point[], sides: readonly Side[]): Point {
  const middles = sides.map((side) => middle(points, side));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { x: mean(middles.map(({ x }) => x)), y: mean(middles.map(({ y }) => y)) };
}

function touch(board: Board, one: number, other: number): boolean {
  const [a, b] = [board.cells[one], board.cells[other]];
  if (!a || !b) return false;
  const cols = Math.abs(a.col - b.col);
  if (board.kind === "square") return Math.abs(a.row - b.row) + cols === 1;
  // In half rows, as odd columns stand half a hex lower.
  const halves = Math.abs(2 * (a.row - b.row) + (a.col % 2) - (b.col % 2));
  return (cols === 0 && halves === 2) || (cols === 1 && halves === 1);
}

function towards(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function shift(point: Point, by: Point, times: number): Point {
  return { x: point.x + by.x * times, y: point.y + by.y * times };
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
