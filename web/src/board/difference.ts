/** Where two drawings of the same board differ: how the page marks the last move without knowing the rules. */
import type { Board } from "../api/types";

export function difference(before: Board, after: Board): number[] {
  if (before.cells.length !== after.cells.length) return [];
  const [was, is] = [contents(before), contents(after)];
  return is.flatMap((content, cell) => (content === was[cell] ? [] : [cell]));
}

function contents(board: Board): string[] {
  const found = board.cells.map((cell) => [cell.text]);
  for (const piece of board.pieces) found[piece.cell]?.push(`${piece.kind}/${piece.owner}/${piece.symbol}`);
  return found.map((parts) => parts.join("|"));
}
