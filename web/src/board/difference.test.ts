import { expect, it } from "vitest";
import { difference } from "./difference";
import { boardOf } from "./samples.test-env";

const stone = (cell: number, owner = 0) => ({ cell, kind: "stone", owner, symbol: "X", label: "" });

it("finds the cells that changed", () => {
  const before = boardOf("square", 2, 2, { pieces: [stone(0)] });
  expect(difference(before, boardOf("square", 2, 2, { pieces: [stone(0), stone(3)] }))).toEqual([3]);
  expect(difference(before, boardOf("square", 2, 2, { pieces: [stone(1)] }))).toEqual([0, 1]);
  expect(difference(before, boardOf("square", 2, 2, { pieces: [stone(0, 1)] }))).toEqual([0]);
  expect(difference(before, before)).toEqual([]);
});

it("compares nothing with a board of another size", () => {
  expect(difference(boardOf("square", 2, 2), boardOf("square", 3, 3))).toEqual([]);
});
