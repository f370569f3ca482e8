import { describe, expect, it } from "vitest";
import type { Match, View } from "../api/types";
import { boardOf, choice, matchOf, viewOf } from "../board/samples.test-env";
import { intentOf, sift, whyDropped } from "./intents";

const board = boardOf("square", 3, 3);
const flag = choice(13, [4], "flag", "secondary");
const open = choice(4, [4], "open", "primary");
const other = choice(5, [5], "open", "primary");

function later(choices = [flag, open, other], view: Partial<View> = {}, match: Partial<Match> = {}) {
  return matchOf({ seq: 3, view: viewOf(board, { choices, ...view }), ...match });
}

/** The board with a cell that stands out as acting. */
function acting(cell: number) {
  const cells = board.cells.map((one, number) => (number === cell ? { ...one, marks: ["active"] } : one));
  return { ...board, cells };
}

describe("a choice that waited", () => {
  const intent = intentOf(later(), flag);

  it("is sent where it is offered as it was, whatever its words are now", () => {
    expect(whyDropped(intent, later())).toBeNull();
    expect(whyDropped(intent, later([{ ...flag, label: "lift the flag" }]))).toBeNull();
  });

  it.each([
    ["is not offered any more", later([open])],
    ["is for no press any more", later([{ ...flag, press: null }])],
    ["touches other cells", later([{ ...flag, cells: [4, 5] }])],
    ["begins from something else", later([{ ...flag, source: "1-02" }])],
    ["answers another phase", later(undefined, { phase: "shoot" })],
    ["is of another piece that acts", later(undefined, { board: acting(7) })],
  ])("is dropped where it %s", (_, match) => {
    expect(whyDropped(intent, match)).toBe("dropped.changed");
  });

  it.each([
    ["dropped.turn", later([], { to_move: 1 })],
    ["dropped.turn", later(undefined, { to_move: 1 }, { you: 1 })],
    ["refuse.over", later([], {}, { finished: true })],
  ])("says %s where the player has nothing to choose", (why, match) => {
    expect(whyDropped(intent, match)).toBe(why);
  });

  it("stays where the same piece acts", () => {
    const match = later(undefined, { board: acting(7) });
    expect(whyDropped(intentOf(match, open), match)).toBeNull();
  });
});

describe("those that wait", () => {
  const waiting = [other, flag, open].map((one) => intentOf(later(), one));

  it("go one by one, and those that cannot are named", () => {
    const { next, rest, dropped } = sift(waiting, later([flag, open]));
    expect(next).toEqual(flag);
    expect(rest).toEqual(waiting.slice(2));
    expect(dropped).toEqual([{ choice: other, why: "dropped.changed" }]);
  });

  it("may all be dropped", () => {
    const { next, rest, dropped } = sift(waiting, later([], { to_move: 1 }));
    expect([next, rest]).toEqual([null, []]);
    expect(dropped.map(({ why }) => why)).toEqual(["dropped.turn", "dropped.turn", "dropped.turn"]);
  });
});
