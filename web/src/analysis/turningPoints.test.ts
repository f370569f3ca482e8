import { describe, expect, it } from "vitest";
import type { Analysis } from "../api/types";
import { analysisOf } from "../board/samples.test-env";
import { turningPoints } from "./turningPoints";
import { worthOf, worthOfEnd } from "./worth";

const [SAMPLE] = analysisOf().best;

/** An analysis for a player: moves with their losses or proven ends, the best first. */
function found(
  player: number,
  value: number | null,
  moves: [text: string, loss: number | null, ends: number | null][],
  shares = false,
): Analysis {
  if (!SAMPLE) throw new Error("the sample has a move");
  const best = moves.map(([text, loss, ends_in], action) => ({ ...SAMPLE, action, text, loss, ends_in }));
  return analysisOf({ player, value, best, shares });
}

const played = (...texts: string[]) => texts.map((text) => ({ text }));

describe("turning points", () => {
  it("are moves that give a proven win or draw away", () => {
    const analyses = [
      found(0, 0, [
        ["a", null, 0],
        ["b", null, -3],
      ]),
      found(1, 0, [["c", null, 4]]),
      found(0, 0, [["d", null, -3]]),
    ];
    expect(turningPoints(analyses, played("b", "c", "d"), null)).toEqual([
      { move: 1, kind: "draw_gone", loss: 0 },
    ]);
    // The move of the second player is not in the list; the next position proves what became of it.
    const won = [found(1, 1, [["c", null, 3]]), found(0, 0, [["d", null, 0]])];
    expect(turningPoints(won, played("x", "d"), null)).toEqual([{ move: 1, kind: "win_gone", loss: 0 }]);
  });

  it("see the result after the last move", () => {
    const last = [found(1, 1, [["c", null, 1]])];
    expect(turningPoints(last, played("x"), [0, 0])).toEqual([{ move: 1, kind: "win_gone", loss: 0 }]);
    expect(turningPoints(last, played("c"), [-1, 1])).toEqual([]);
    expect(turningPoints(last, played("x"), null)).toEqual([]);
  });

  it("are the moves that lose most, in the order of play", () => {
    const analyses = [1, 4.2, 0, 3].map((loss, i) =>
      found(i % 2, 0, [
        ["best", 0, null],
        [`m${i}`, loss, null],
      ]),
    );
    const turns = turningPoints(analyses, played("m0", "m1", "m2", "m3"), null, 2);
    expect(turns).toEqual([
      { move: 2, kind: "loss", loss: 4.2 },
      { move: 4, kind: "loss", loss: 3 },
    ]);
  });

  it("take the drop of the value where the move was not listed", () => {
    const alone = [found(0, 1, [["a", 0, null]]), found(0, 0.25, [["b", 0, null]])];
    expect(turningPoints(alone, played("z", "b"), null)).toEqual([{ move: 1, kind: "loss", loss: 0.75 }]);
  });

  it("are both worse than another move and followed by a worse position, where scores are shares", () => {
    const drops = (value: number, loss: number | null, score = 0.4) => {
      const moves: [string, number | null, null][] = [
        ["best", 0, null],
        ["a", loss, null],
      ];
      const before = found(0, 0.5, moves, true);
      const best = before.best.map((move, i) => ({ ...move, score: i === 0 ? 0.5 : score }));
      const two = [{ ...before, best }, found(1, value, [["b", 0, null]], true)];
      return turningPoints(two, played("a", "b"), null);
    };
    expect(drops(0.2, 0.5)).toEqual([{ move: 1, kind: "loss", loss: 0.5 }]);
    expect(drops(0, 0.75)).toEqual([{ move: 1, kind: "loss", loss: 0.5 }]);
    // Within the error of playouts; bad luck; a better move that was not needed.
    expect(drops(0.2, 0.1)).toEqual([]);
    expect(drops(0.5, 0)).toEqual([]);
    expect(drops(-0.5, 0.5)).toEqual([]);
    // Tried too seldom to have a value: only a move that was not worth a look is blamed for the drop.
    expect(drops(0, null)).toEqual([]);
    expect(drops(0, null, 0.001)).toEqual([{ move: 1, kind: "loss", loss: 0.5 }]);
  });

  it("compare no estimate with a proven end, and nothing that is unknown", () => {
    const mixed = [found(0, 30, [["a", 0, null]]), found(1, 1, [["b", null, 5]])];
    expect(turningPoints(mixed, played("z", "b"), null)).toEqual([]);
    expect(turningPoints([null, found(1, null, [])], played("a", "b"), null)).toEqual([]);
    expect(turningPoints([], [], [1, -1])).toEqual([]);
  });
});

describe("the worth of a position", () => {
  it("is for player 1", () => {
    expect(worthOf(found(0, 0.4, [], true), 2)).toEqual({ share: 0.4, value: 0.4, plies: null });
    expect(worthOf(found(1, 0.4, [], true), 2)?.share).toBe(-0.4);
    expect(worthOf(found(1, 7, [["a", null, 5]]), 2)).toEqual({ share: -1, value: null, plies: 5 });
    expect(worthOf(found(1, 0, [["a", null, 0]]), 2)?.share).toBe(0);
    expect(worthOf(found(0, null, []), 2)).toBeNull();
  });

  it("is soft in an agent's own units, and never beyond the end", () => {
    expect(worthOf(found(0, 20, []), 2)?.share).toBe(0.5);
    expect(worthOf(found(0, -1e9, []), 2)?.share).toBeGreaterThanOrEqual(-1);
    expect(worthOf(found(0, 3, [], true), 2)?.share).toBe(1);
  });

  it("is a chance in a game for one, where it is one", () => {
    expect(worthOf(found(0, 0.75, []), 1)?.share).toBe(0.5);
    expect(worthOf(found(0, 20, []), 1)?.share).toBe(0.5);
  });

  it("is the result where the game is over", () => {
    const seats = [{ kind: "person" as const, agent: null, title: null, joined: true }];
    const result = (returns: number[] | null) => ({
      returns,
      resigned: null,
      timeout: null,
      truncated: false,
      abandoned: false,
    });
    expect(worthOfEnd({ result: result([-1, 1]), seats: [...seats, ...seats] })?.share).toBe(-1);
    expect(worthOfEnd({ result: result([1]), seats })?.share).toBe(1);
    expect(worthOfEnd({ result: null, seats })).toBeNull();
  });
});
