/** Presses that the choices on a cell alone do not explain. From the legal choices: no rule of any game is known here. */
import type { Board, Choice } from "../api/types";
import { beginning } from "./clicks";

/** Whether a cell is guarded: the other press means something here, and none of its choices is for the plain one. */
export function guarded(choices: readonly Choice[], cell: number): boolean {
  const here = beginning(choices, [cell]);
  return here.some(({ press }) => press === "secondary") && !here.some(({ press }) => press === "primary");
}

/** The fields of an action that names a column and no row. */
const WHOLE_COLUMN = new Set(["kind", "column"]);

/** What a press anywhere in a column plays: where every choice is for a whole column of its own, the one of this column. */
export function inColumn(board: Board, choices: readonly Choice[], cell: number): Choice | null {
  const column = (number: number | undefined) => board.cells[number ?? -1]?.col;
  const alone = choices.every(
    ({ cells, semantic }) =>
      cells.length === 1 &&
      "column" in semantic &&
      Object.keys(semantic).every((name) => WHOLE_COLUMN.has(name)),
  );
  if (!alone || new Set(choices.map(({ cells }) => column(cells[0]))).size !== choices.length) return null;
  return choices.find(({ cells }) => column(cells[0]) === column(cell)) ?? null;
}
