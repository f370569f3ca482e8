import { expect, it } from "vitest";
import { boardOfWire, choicesOfWire, matchOfWire } from "./wire";

it("puts back the choices of groups, in the order of their actions", () => {
  const open = {
    label: "Open row #, column #",
    text: "reveal # #",
    kind: "reveal",
    press: "primary" as const,
    actions: [0, 3],
    cells: [[0, 3]],
    values: [
      [1, 2],
      [1, 2],
      [0, 1],
      [0, 1],
    ],
    fields: { row: [0, 1], col: [0, 1] },
  };
  const wall = {
    label: "Wall",
    text: "e3h",
    kind: "wall",
    actions: [2],
    sides: [[[0, 1]], [[2, 3]]] as never,
  };
  expect(choicesOfWire([open, wall])).toEqual([
    {
      action: 0,
      semantic: { kind: "reveal", row: 0, col: 0 },
      text: "reveal 0 0",
      label: "Open row 1, column 1",
      cells: [0],
      press: "primary",
      sides: [],
      source: "",
    },
    {
      action: 2,
      semantic: { kind: "wall" },
      text: "e3h",
      label: "Wall",
      cells: [],
      press: null,
      sides: [
        [0, 1],
        [2, 3],
      ],
      source: "",
    },
    {
      action: 3,
      semantic: { kind: "reveal", row: 1, col: 1 },
      text: "reveal 1 1",
      label: "Open row 2, column 2",
      cells: [3],
      press: "primary",
      sides: [],
      source: "",
    },
  ]);
});

it("leaves a sign of the sentence itself where it was", () => {
  const group = { label: "# # of #", text: "#", kind: "go", actions: [7], values: [["#"], [1], [9], [7]] };
  expect(choicesOfWire([group])).toMatchObject([{ label: "# 1 of 9", text: "7" }]);
});

it("puts back what a board leaves out", () => {
  const wire = {
    kind: "square" as const,
    rows: 1,
    cols: 2,
    cells: [
      { row: 0, col: 0 },
      { row: 0, col: 1, text: "3", marks: ["open"] },
    ],
    edges: [{ sides: [[0, 1]] as [number, number][], kind: "wall" }],
  };
  expect(boardOfWire(wire)).toEqual({
    ...wire,
    cells: [{ row: 0, col: 0, text: "", marks: [] }, wire.cells[1]],
    pieces: [],
    edges: [{ sides: [[0, 1]], kind: "wall", owner: null, action: null, label: "", marks: [] }],
    row_labels: [],
    col_labels: [],
    gaps: false,
  });
});

it("keeps a match whose view is hidden", () => {
  expect(matchOfWire({ id: "m1", view: null } as never)).toEqual({ id: "m1", view: null });
});
