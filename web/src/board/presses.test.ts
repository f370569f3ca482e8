import { describe, expect, it } from "vitest";
import type { Choice } from "../api/types";
import { guarded, inColumn } from "./presses";
import { boardOf, choice } from "./samples.test-env";

// 0 1 2
// 3 4 5
const board = boardOf("square", 2, 3);
const drop = (column: number, cell: number, more: Choice["semantic"] = {}): Choice => ({
  ...choice(column, [cell]),
  semantic: { kind: "drop", column, ...more },
});

describe("a press in a column", () => {
  it("plays the choice of the column, where each has one of its own", () => {
    const choices = [drop(0, 3), drop(1, 1)];
    expect(inColumn(board, choices, 0)).toBe(choices[0]);
    expect(inColumn(board, choices, 4)).toBe(choices[1]);
    expect(inColumn(board, choices, 2)).toBeNull();
  });

  it("plays nothing where two share a column, or where a choice names more than a column", () => {
    expect(inColumn(board, [drop(0, 0), drop(0, 3)], 0)).toBeNull();
    expect(inColumn(board, [drop(0, 3, { row: 1 }), drop(1, 1, { row: 0 })], 0)).toBeNull();
    expect(inColumn(board, [choice(0, [3]), choice(1, [1])], 0)).toBeNull();
    expect(inColumn(board, [drop(0, 3), choice(9, [])], 0)).toBeNull();
    expect(inColumn(board, [], 0)).toBeNull();
  });
});

describe("a guarded cell", () => {
  it("has something for the other press and nothing for the plain one", () => {
    const flag = choice(1, [0], "flag", "secondary");
    expect(guarded([choice(0, [0], "reveal"), flag], 0)).toBe(true);
    expect(guarded([choice(0, [0], "reveal", "primary"), flag], 0)).toBe(false);
    expect(guarded([choice(0, [0], "raise"), choice(1, [0], "lower")], 0)).toBe(false);
    expect(guarded([flag], 1)).toBe(false);
  });
});
