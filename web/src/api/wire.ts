/** What the server leaves out on the wire, put back: fields at their default, and choices that were sent in groups. */
import type { components } from "./schema";
import type { Board, Cell, Choice, Edge, Match, Piece, Puzzle, Verdict, View } from "./types";

type Schemas = components["schemas"];
type Column = readonly unknown[];

const CELL = { text: "", marks: [] };
const PIECE = { label: "" };
const EDGE = { owner: null, action: null, label: "", marks: [] };
const BOARD = { row_labels: [], col_labels: [], gaps: false };

export function matchOfWire(wire: Schemas["Match"]): Match {
  const { view } = wire;
  return { ...wire, view: view && viewOfWire(view) };
}

export function viewOfWire(view: Schemas["View"]): View {
  return { ...view, board: boardOfWire(view.board), choices: choicesOfWire(view.choices) };
}

export function puzzleOfWire(wire: Schemas["Puzzle"]): Puzzle {
  return { ...wire, view: viewOfWire(wire.view), start: boardOfWire(wire.start) };
}

export function verdictOfWire(wire: Schemas["PuzzleVerdict"]): Verdict {
  return { ...wire, after: wire.after && viewOfWire(wire.after) };
}

export function boardOfWire({ cells, pieces = [], edges = [], ...rest }: Schemas["Board"]): Board {
  return {
    ...BOARD,
    ...rest,
    cells: cells.map((cell): Cell => ({ ...CELL, ...cell })),
    pieces: pieces.map((piece): Piece => ({ ...PIECE, ...piece })),
    edges: edges.map((edge): Edge => ({ ...EDGE, ...edge })),
  };
}

/** The choices of groups, in the order of their actions. */
export function choicesOfWire(groups: readonly Schemas["ChoiceGroup"][]): Choice[] {
  return groups.flatMap(choicesOf).sort((one, other) => one.action - other.action);
}

function choicesOf(group: Schemas["ChoiceGroup"]): Choice[] {
  const {
    actions,
    label,
    text,
    kind,
    press = null,
    source = "",
    cells = [],
    sides = [],
    values = [],
  } = group;
  const fields = Object.entries(group.fields ?? {});
  const written = label.split("#").length - 1;
  return actions.map((action, number) => ({
    action,
    semantic: { kind, ...Object.fromEntries(fields.map(([name, column]) => [name, column[number]])) },
    text: filled(text, values.slice(written), number),
    label: filled(label, values, number),
    cells: cells.map((column) => column[number] as number),
    press,
    sides: sides.map((column) => column[number] as [number, number]),
    source,
  }));
}

/** A sentence with this row's values in the place of each `#`. */
function filled(pattern: string, columns: readonly Column[], row: number): string {
  return pattern
    .split("#")
    .reduce((before, after, slot) => `${before}${String(columns[slot - 1]?.[row])}${after}`);
}
