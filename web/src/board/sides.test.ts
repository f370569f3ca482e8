import { describe, expect, it } from "vitest";
import { centres, outline } from "./geometry";
import { bar, boardOf } from "./samples.test-env";
import { allSides, barPath, gapOutline, meant, middle, type Side, sharing, sideOf } from "./sides";

// 0 1 2
// 3 4 5
// 6 7 8
const board = boardOf("square", 3, 3, { gaps: true });
const points = centres(board);
const left = bar(0, [
  [0, 3],
  [1, 4],
]);
const right = bar(1, [
  [1, 4],
  [2, 5],
]);
const upright = bar(2, [
  [0, 1],
  [3, 4],
]);
const all = [right, upright, left];

describe("sides", () => {
  it("are all pairs of cells that touch, and none where there are no gaps", () => {
    expect(allSides(board)).toHaveLength(12);
    expect(allSides(boardOf("square", 3, 3))).toEqual([]);
    expect(allSides(boardOf("hex", 2, 2, { gaps: true }))).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
  });

  it("are found from a cell, but not beyond the rim", () => {
    expect(sideOf(board, 4, "up")).toEqual([4, 1]);
    expect(sideOf(board, 4, "right")).toEqual([4, 5]);
    expect(sideOf(board, 0, "up")).toBeNull();
  });

  it("follow the rows and columns of the cells, not their numbers", () => {
    const cells = [...board.cells].reverse();
    const turned = { ...board, cells };
    expect(sideOf(turned, 0, "up")).toEqual([0, 3]);
    expect(middle(centres(turned), [0, 3])).toEqual({ x: 250, y: 200 });
  });
});

describe("what is meant by pointing at a side", () => {
  const side: Side = [4, 1];

  it("is what covers it and has its centre nearest", () => {
    expect(sharing(points, all, side)).toEqual([left, right]);
    expect(meant(points, all, side, { x: 120, y: 100 })).toBe(left);
    expect(meant(points, all, side, { x: 180, y: 100 })).toBe(right);
    expect(meant(points, all, [2, 5], { x: 201, y: 100 })).toBe(right);
  });

  it("tells two bars with the same centre apart by the gap", () => {
    const at = { x: 101, y: 99 };
    expect(meant(points, all, [1, 4], at)).toBe(left);
    expect(meant(points, all, [0, 1], at)).toBe(upright);
  });

  it("is nothing where nothing can be put", () => {
    expect(meant(points, all, [7, 8], { x: 200, y: 250 })).toBeNull();
  });
});

describe("a side of a hex", () => {
  it("ends where the corners of both hexes are", () => {
    const hexes = boardOf("hex", 2, 2, { gaps: true });
    const places = centres(hexes);
    const corners = (cell: number) =>
      outline(boardOf("hex", 2, 2), places[cell] ?? { x: 0, y: 0 }).split(" ");
    for (const side of allSides(hexes)) {
      const [tip = "", , , other = ""] = gapOutline(hexes, places, side).split(" ");
      for (const cell of side) expect(corners(cell)).toEqual(expect.arrayContaining([tip, other]));
    }
  });
});

describe("a bar", () => {
  it("is unbroken over two sides and ends short of the corners", () => {
    expect(barPath(board, points, left.sides)).toBe("M16 100L100 100M100 100L184 100");
    expect(barPath(board, points, [[0, 1]])).toBe("M100 84L100 16");
  });

  it("lies in a gap that ends in a point at both corners", () => {
    const corners = gapOutline(board, points, [0, 1]).split(" ");
    expect(corners).toEqual(["100,100", "110,90", "110,10", "100,0", "90,10", "90,90"]);
  });
});
