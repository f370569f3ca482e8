import { describe, expect, it } from "vitest";
import type { Piece } from "../api/types";
import { centres } from "./geometry";
import { moved } from "./motion";
import { boardOf } from "./samples.test-env";

const points = centres(boardOf("square", 3, 3));
const piece = (cell: number, owner = 0, symbol = "P", kind = "pawn"): Piece => ({
  cell,
  kind,
  owner,
  symbol,
  label: "",
});

describe("moved", () => {
  it("finds the piece that left one cell and came to another", () => {
    const before = [piece(0), piece(4, 1)];
    expect(moved(before, [piece(1), piece(4, 1)], points)).toEqual([{ from: 0, to: 1, place: 0 }]);
  });

  it("does not take what was put down, taken or of another side for a move", () => {
    expect(moved([], [piece(1)], points)).toEqual([]);
    expect(moved([piece(1)], [], points)).toEqual([]);
    expect(moved([piece(0)], [piece(1, 1)], points)).toEqual([]);
    expect(moved([piece(0)], [piece(1, 0, "P", "rook")], points)).toEqual([]);
    expect(moved([piece(0)], [piece(0)], points)).toEqual([]);
  });

  it("takes a piece that is taken for gone, and the one that took it for moved", () => {
    expect(moved([piece(0), piece(1, 1)], [piece(1)], points)).toEqual([{ from: 0, to: 1, place: 0 }]);
  });

  it("pairs the same sign first, then the nearest", () => {
    const before = [piece(0, 0, "A"), piece(8, 0, "B")];
    const after = [piece(1, 0, "B"), piece(7, 0, "A")];
    expect(moved(before, after, points)).toEqual(
      expect.arrayContaining([
        { from: 8, to: 1, place: 0 },
        { from: 0, to: 7, place: 0 },
      ]),
    );
    expect(moved([piece(0), piece(8)], [piece(1), piece(7)], points)).toEqual(
      expect.arrayContaining([
        { from: 0, to: 1, place: 0 },
        { from: 8, to: 7, place: 0 },
      ]),
    );
  });

  it("knows which of the pieces on a cell has come", () => {
    expect(moved([piece(4), piece(0)], [piece(4), piece(4)], points)).toEqual([{ from: 0, to: 4, place: 1 }]);
  });

  it("moves nothing where it is another position", () => {
    const row = (cells: number[]) => cells.map((cell) => piece(cell));
    const wide = centres(boardOf("square", 3, 9));
    expect(moved(row([0, 1, 2, 3, 4, 5, 6]), row([10, 11, 12, 13, 14, 15, 16]), wide)).toEqual([]);
  });
});
