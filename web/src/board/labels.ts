/** A cell in words, for those who hear the board: where it is, what is on it, what can be done there. */
import type { Board } from "../api/types";
import { type Say, sayIfKnown } from "../words/say";
import type { CellState } from "./BoardCell";

export function cellLabel(
  board: Board,
  number: number,
  state: Pick<CellState, "target" | "selected" | "last">,
  say: Say,
  owner: (seat: number) => string,
): string {
  const cell = board.cells[number];
  if (!cell) return "";
  const pieces = board.pieces
    .filter((piece) => piece.cell === number)
    .map(({ label, symbol, owner: seat }) =>
      seat === null ? label || symbol : say("board.piece", { piece: label || symbol, owner: owner(seat) }),
    );
  const contents = cell.text ? [cell.text, ...pieces] : pieces;
  const marks = cell.marks
    .filter((mark) => mark !== "last")
    .map((mark) => sayIfKnown(say, `board.mark_${mark}`) ?? mark);
  const last = state.last || cell.marks.includes("last");
  return [
    say("board.cell", { row: cell.row + 1, column: cell.col + 1 }),
    ...(contents.length > 0 || cell.marks.includes("hidden") ? contents : [say("board.empty")]),
    ...marks,
    ...(last ? [say("board.mark_last")] : []),
    ...(state.selected ? [say("board.selected")] : []),
    ...(state.target ? [say("board.can_play")] : []),
  ].join(", ");
}
