import { describe, expect, it } from "vitest";
import { centres, coordinates, extent, frame, neighbour, outline, sitsAbove, turned } from "./geometry";
import { boardOf } from "./samples.test-env";

describe("a square board", () => {
  const board = boardOf("square", 2, 3);

  it("lies row by row", () => {
    expect(centres(board)[0]).toEqual({ x: 50, y: 50 });
    expect(centres(board)[5]).toEqual({ x: 250, y: 150 });
    expect(extent(board)).toEqual({ x: 300, y: 200 });
  });

  it("has cells that touch", () => {
    expect(outline(board, { x: 50, y: 50 }).split(" ").sort()).toEqual(["0,0", "0,100", "100,0", "100,100"]);
  });

  it("is walked with the arrow keys, and not beyond its edge", () => {
    expect(neighbour(board, 0, "right")).toBe(1);
    expect(neighbour(board, 1, "down")).toBe(4);
    expect(neighbour(board, 4, "up")).toBe(1);
    expect(neighbour(board, 4, "left")).toBe(3);
    expect(neighbour(board, 0, "left")).toBe(0);
    expect(neighbour(board, 5, "down")).toBe(5);
  });
});

describe("a hex board", () => {
  const board = boardOf("hex", 3, 4);

  it("has its odd columns half a cell lower", () => {
    const [a, b, c] = centres(board);
    const below = centres(board)[4];
    if (!a || !b || !c || !below) throw new Error("cells are missing");
    expect(c.y).toBe(a.y);
    expect(b.y - a.y).toBeCloseTo((below.y - a.y) / 2);
  });

  it("has six neighbours at the same distance", () => {
    const points = centres(board);
    const middle = points[5];
    if (!middle) throw new Error("cell is missing");
    const near = points.filter((point) => Math.hypot(point.x - middle.x, point.y - middle.y) < 105);
    expect(near).toHaveLength(7);
  });

  it("fits into its extent", () => {
    const { x, y } = extent(board);
    for (const centre of centres(board)) {
      for (const corner of outline(board, centre).split(" ")) {
        const [left = 0, top = 0] = corner.split(",").map(Number);
        expect(left).toBeGreaterThanOrEqual(-0.01);
        expect(top).toBeGreaterThanOrEqual(-0.01);
        expect(left).toBeLessThanOrEqual(x + 0.01);
        expect(top).toBeLessThanOrEqual(y + 0.01);
      }
    }
  });

  it("is walked along rows and columns", () => {
    expect(neighbour(board, 4, "right")).toBe(5);
    expect(neighbour(board, 5, "right")).toBe(6);
    expect(neighbour(board, 6, "left")).toBe(5);
    expect(neighbour(board, 5, "down")).toBe(9);
    expect(neighbour(board, 5, "up")).toBe(1);
    expect(neighbour(board, 3, "right")).toBe(3);
  });

  it("reaches every cell from every cell", () => {
    const reached = new Set([0]);
    for (const cell of reached) {
      for (const way of ["up", "down", "left", "right"] as const) reached.add(neighbour(board, cell, way));
    }
    expect(reached.size).toBe(12);
  });
});

describe("a board with gaps and names", () => {
  const names = { row_labels: ["2", "1"], col_labels: ["a", "b", "c"] };
  const board = boardOf("square", 2, 3, { gaps: true, ...names });

  it("has smaller cells in the same places", () => {
    expect(centres(board)).toEqual(centres(boardOf("square", 2, 3)));
    expect(outline(board, { x: 50, y: 50 }).split(" ").sort()).toEqual(["10,10", "10,90", "90,10", "90,90"]);
  });

  it("has room at the left and below", () => {
    const [left, top, width, height] = frame(board);
    const { x, y } = extent(board);
    expect([top, left + width]).toEqual([0, x]);
    expect(left).toBeLessThan(0);
    expect(height).toBeGreaterThan(y);
    expect(frame(boardOf("hex", 2, 3))).toEqual([0, 0, ...Object.values(extent(boardOf("hex", 2, 3)))]);
  });

  it("names rows beside them and columns below them", () => {
    for (const kind of ["square", "hex"] as const) {
      const named = boardOf(kind, 2, 3, names);
      const found = coordinates(named);
      expect(found.map(({ text }) => text)).toEqual(["2", "1", "a", "b", "c"]);
      expect(found[1]?.at.y).toBeCloseTo(centres(named)[3]?.y ?? 0);
      expect(found[4]?.at.x).toBeCloseTo(centres(named)[2]?.x ?? 0);
    }
  });
});

describe("a board seen from the other side", () => {
  const pawn = (cell: number, owner: number) => ({ cell, kind: "pawn", owner, symbol: "P", label: "" });
  const board = boardOf("square", 3, 2, {
    row_labels: ["3", "2", "1"],
    col_labels: ["a", "b"],
    pieces: [pawn(4, 0), pawn(1, 1)],
  });

  it("keeps the numbers of its cells and the names of its rows", () => {
    const other = turned(board);
    expect(centres(other)[0]).toEqual(centres(board)[5]);
    expect(other.row_labels[other.cells[0]?.row ?? -1]).toBe("3");
    expect(other.pieces).toBe(board.pieces);
    expect(turned(other)).toEqual(board);
    expect(neighbour(other, 0, "up")).toBe(2);
    expect(neighbour(other, 1, "right")).toBe(0);
  });

  it("is for a player whose pieces stand above those of the other", () => {
    expect(sitsAbove(board, 1)).toBe(true);
    expect(sitsAbove(board, 0)).toBe(false);
    expect(sitsAbove({ ...board, pieces: [] }, 1)).toBe(false);
    expect(sitsAbove({ ...board, pieces: [pawn(1, 1)] }, 1)).toBe(false);
  });
});
