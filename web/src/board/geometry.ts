/** Where cells lie. Squares side by side; flat-topped hexes, those in odd columns half a cell lower; gaps between. */
import type { Board } from "../api/types";

export interface Point {
  x: number;
  y: number;
}

export type Direction = "up" | "down" | "left" | "right";

const SIDE = 100;
const RADIUS = 60;
const HEIGHT = Math.sqrt(3) * RADIUS;
/** Room for what rows and columns are called, for each of them: the letters are as large on any board. */
const MARGIN = 4.6;

/** How much of its place a cell takes where something may stand between cells. */
export const SHARE = 0.8;

const STEPS: Record<Direction, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** A board of squares seen from the other side. Cells keep their numbers: all that names them stays true. */
export function turned(board: Board): Board {
  const cells = board.cells.map((cell) => ({
    ...cell,
    row: board.rows - 1 - cell.row,
    col: board.cols - 1 - cell.col,
  }));
  return {
    ...board,
    cells,
    row_labels: board.row_labels.toReversed(),
    col_labels: board.col_labels.toReversed(),
  };
}

/** Whether a player of two sits above: both have pieces, and those of the player lie higher on average. */
export function sitsAbove(board: Board, player: number): boolean {
  const points = centres(board);
  const height = (own: boolean) => {
    const ys = board.pieces
      .filter(({ owner }) => owner !== null && (owner === player) === own)
      .map(({ cell }) => points[cell]?.y ?? 0);
    return ys.reduce((sum, y) => sum + y, 0) / ys.length;
  };
  // Without pieces of both there is no mean, and NaN is never less.
  return height(true) < height(false);
}

/** The middle of each cell, in the order of the cells. */
export function centres(board: Board): Point[] {
  return board.cells.map(({ row, col }) =>
    board.kind === "hex"
      ? { x: RADIUS * (1 + 1.5 * col), y: HEIGHT * (0.5 + row + (col % 2) / 2) }
      : { x: SIDE * (col + 0.5), y: SIDE * (row + 0.5) },
  );
}

/** Width and height of the whole board. */
export function extent(board: Board): Point {
  if (board.kind === "square") return { x: SIDE * board.cols, y: SIDE * board.rows };
  const lower = board.cols > 1 ? 0.5 : 0;
  return { x: RADIUS * (0.5 + 1.5 * board.cols), y: HEIGHT * (board.rows + lower) };
}

/** The board with its coordinates, as an SVG view box: left, top, width, height. */
export function frame(board: Board): [number, number, number, number] {
  const { x, y } = extent(board);
  const left = board.row_labels.length > 0 ? margin(board) : 0;
  const below = board.col_labels.length > 0 ? margin(board) : 0;
  return [0 - left, 0, x + left, y + below];
}

/** What rows and columns are called, and where that stands: at the left and below. */
export function coordinates(board: Board): { text: string; at: Point; size: number }[] {
  const { y: bottom } = extent(board);
  const room = margin(board);
  const hex = board.kind === "hex";
  // On a large board two names side by side must not touch.
  const size = Math.min(room * 0.68, (hex ? 1.5 * RADIUS : SIDE) * 0.55);
  const rows = board.row_labels.map((text, row) => ({
    text,
    size,
    at: { x: -room / 2, y: (hex ? HEIGHT : SIDE) * (row + 0.5) },
  }));
  const cols = board.col_labels.map((text, col) => ({
    text,
    size,
    at: { x: hex ? RADIUS * (1 + 1.5 * col) : SIDE * (col + 0.5), y: bottom + room / 2 },
  }));
  return [...rows, ...cols];
}

/** How much wider than high the board is. */
export function ratio(board: Board): number {
  const [, , width, height] = frame(board);
  return width / height;
}

/** Whether something may stand between the cells. */
export function hasGaps(board: Board): boolean {
  return board.gaps || board.edges.length > 0;
}

/** The radius of the largest circle that fits into a cell. */
export function inner(board: Board): number {
  return (board.kind === "hex" ? HEIGHT / 2 : SIDE / 2) * share(board);
}

/** The corners of a cell around its middle, for an SVG polygon; `scale` draws it smaller. */
export function outline(board: Board, centre: Point, scale = 1): string {
  const size = scale * share(board);
  const corners =
    board.kind === "hex"
      ? [0, 60, 120, 180, 240, 300].map((degrees) => turn(RADIUS * size, degrees))
      : [45, 135, 225, 315].map((degrees) => turn((SIDE / Math.SQRT2) * size, degrees));
  return corners.map(({ x, y }) => `${tidy(centre.x + x)},${tidy(centre.y + y)}`).join(" ");
}

/** The cell that an arrow key leads to, by geometry alone; the same cell at the edge. */
export function neighbour(board: Board, from: number, direction: Direction): number {
  const points = centres(board);
  const here = points[from];
  const row = board.cells[from]?.row;
  if (!here) return from;
  const step = STEPS[direction];
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  points.forEach((point, cell) => {
    const along = (point.x - here.x) * step.x + (point.y - here.y) * step.y;
    const across = Math.abs((point.x - here.x) * step.y + (point.y - here.y) * step.x);
    if (along < 1 || across > along + 1) return;
    // Between two hexes equally near, the one in the same row: left and right keep to a row.
    const cost = along + across + (board.cells[cell]?.row === row ? 0 : 1);
    if (cost < least) {
      best = cell;
      least = cost;
    }
  });
  return best;
}

function margin(board: Board): number {
  return MARGIN * Math.max(board.rows, board.cols);
}

function share(board: Board): number {
  return hasGaps(board) ? SHARE : 1;
}

function turn(radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
