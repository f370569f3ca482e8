/** Which pieces moved between two positions. Geometry alone: no rule of any game is known here. */
import type { Piece } from "../api/types";
import type { Point } from "./geometry";

export interface Move {
  from: number;
  to: number;
  /** Which of the pieces on the cell it went to. */
  place: number;
}

interface Changed extends Move {
  piece: Piece;
}

/** More pieces than this do not move at once: it is another position. */
const MOST = 6;

/**
 * A piece that left a cell and one of the same kind and owner that came to another are one that moved: those of the same
 * sign first, then the nearest.
 */
export function moved(before: readonly Piece[], after: readonly Piece[], points: readonly Point[]): Move[] {
  const gone = without(before, after);
  const come = without(after, before);
  const pairs = come.flatMap((to) =>
    gone
      .filter(({ piece }) => piece.kind === to.piece.kind && piece.owner === to.piece.owner)
      .map((from) => ({ from, to, cost: distance(points, from.to, to.to) + unlike(from.piece, to.piece) })),
  );
  const used = new Set<Changed>();
  const moves: Move[] = [];
  for (const { from, to } of pairs.sort((one, other) => one.cost - other.cost)) {
    if (used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    moves.push({ from: from.to, to: to.to, place: to.place });
  }
  return moves.length > MOST ? [] : moves;
}

/** The pieces of a position that do not stand there in another one, each with its place on its cell. */
function without(position: readonly Piece[], other: readonly Piece[]): Changed[] {
  const left = new Map<string, number>();
  for (const piece of other) left.set(name(piece), (left.get(name(piece)) ?? 0) + 1);
  const places = new Map<number, number>();
  return position.flatMap((piece) => {
    const place = places.get(piece.cell) ?? 0;
    places.set(piece.cell, place + 1);
    const same = left.get(name(piece)) ?? 0;
    left.set(name(piece), same - 1);
    return same > 0 ? [] : [{ piece, from: piece.cell, to: piece.cell, place }];
  });
}

function name({ cell, kind, owner, symbol }: Piece): string {
  return `${cell} ${kind} ${owner} ${symbol}`;
}

function unlike(one: Piece, other: Piece): number {
  return one.symbol === other.symbol ? 0 : 1e9;
}

function distance(points: readonly Point[], from: number, to: number): number {
  const [one, other] = [points[from], points[to]];
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : Number.POSITIVE_INFINITY;
}
