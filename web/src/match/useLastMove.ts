/** The cells that the last move changed: the board's own marks where a game has them, else what differs from before. */
import { usePast } from "../api/queries";
import type { Match, View } from "../api/types";
import { difference } from "../board/difference";

export function useLastMove(match: Match | undefined, at: number | null, view: View | null): number[] {
  const seq = at ?? match?.seq ?? 0;
  const move = match ? lastMove(match, seq) : null;
  const marked = view?.board.cells.some(({ marks }) => marks.includes("last")) ?? false;
  const before = usePast(match?.id ?? "", move === null || marked ? null : move - 1);
  if (!view || marked || move === null || !before.data?.view) return [];
  return difference(before.data.view.board, view.board);
}

/** The number of the move that led to this position; null after the start, or where moves were taken back since. */
export function lastMove(match: Match, seq: number): number | null {
  const told = match.history.filter((entry) => entry.seq <= seq);
  for (let i = told.length - 1; i >= 0; i--) {
    const entry = told[i];
    if (!entry || entry.ply !== told.at(-1)?.ply) return null;
    if (entry.kind === "move") return entry.seq;
  }
  return null;
}
