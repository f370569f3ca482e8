/** Cells and what is between them in words, for those who hear the board: where, what is there, what can be done. */
import type { Board, Edge } from "../api/types";
import { type Say, sayIfKnown } from "../words/say";
import type { CellState } from "./BoardCell";
import type { Direction } from "./geometry";
import { sameSide, sideOf } from "./sides";
import type { Aim } from "./useAim";

const AROUND: readonly Direction[] = ["up", "right", "down", "left"];

export function cellLabel(
  board: Board,
  number: number,
  state: Pick<CellState, "target" | "selected" | "last"> & { advised?: boolean },
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
    place(board, number, say),
    ...(contents.length > 0 || cell.marks.includes("hidden") ? contents : [say("board.empty")]),
    ...marks,
    ...surroundings(board, number, say, owner),
    ...(last ? [say("board.mark_last")] : []),
    ...(state.selected ? [say("board.selected")] : []),
    ...(state.target ? [say("board.can_play")] : []),
    ...(state.advised ? [say("board.advised")] : []),
  ].join(", ");
}

/** What the keys or a finger aim at: the move, all the sides it covers, and that there are others on the same side. */
export function aimLabel(board: Board, { choice, side, number, count, by }: Aim, say: Say): string {
  const between = ([one, other]: Aim["side"]) =>
    say("board.between", { first: place(board, one, say), second: place(board, other, say) });
  if (!choice) return say("app.about", { subject: between(side), words: say("board.aim_none") });
  const how = say(by === "touch" ? "board.aim_tap" : "board.aim_enter");
  const which = count > 1 ? ` ${say("board.aim_which", { number, count })}` : "";
  const where = choice.sides.map(between).join(", ");
  return `${say("app.about", { subject: choice.label, words: where })}.${which} ${how}`;
}

/** The same in short, for those who see the preview and wonder what a finger does next. */
export function aimLine({ choice, number, count }: Aim, say: Say): string {
  if (!choice) return say("board.aim_none");
  const which = count > 1 ? ` ${say("board.aim_which", { number, count })}` : "";
  return `${choice.label}.${which} ${say("board.aim_tap")}`;
}

/** A move in notation, for a tooltip. Where it is made of words there is none: they are English in every language. */
export function notation(text: string | null): string | undefined {
  return text === null || /\p{L}{3}/u.test(text) ? undefined : text;
}

/** What a cell is called: by the names of its row and column, where they have any. */
function place(board: Board, number: number, say: Say): string {
  const cell = board.cells[number];
  if (!cell) return "";
  const row = board.row_labels[cell.row] || cell.row + 1;
  return say("board.cell", { row, column: board.col_labels[cell.col] || cell.col + 1 });
}

/** What stands around a cell, side by side. */
function surroundings(board: Board, number: number, say: Say, owner: (seat: number) => string): string[] {
  return board.edges.flatMap((edge) =>
    edge.sides
      .filter((side) => side.includes(number))
      .map((side) => {
        const what = edgeName(edge, say, owner);
        const toward = AROUND.find((direction) =>
          sameSide(sideOf(board, number, direction) ?? [-1, -1], side),
        );
        if (toward && board.kind === "square") return say(`board.edge_${toward}`, { edge: what });
        const other = side[0] === number ? side[1] : side[0];
        return say("board.edge_towards", { edge: what, cell: place(board, other, say) });
      }),
  );
}

function edgeName(
  { kind, label, owner: seat, marks }: Edge,
  say: Say,
  owner: (seat: number) => string,
): string {
  const name = label || (sayIfKnown(say, `board.edge_kind_${kind}`) ?? kind);
  const whose = seat === null ? name : say("board.piece", { piece: name, owner: owner(seat) });
  return marks.includes("last") ? `${whose} (${say("board.mark_last")})` : whose;
}
