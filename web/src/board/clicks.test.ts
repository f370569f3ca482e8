import { describe, expect, it } from "vitest";
import { buttons, click, hasSecondary, targets } from "./clicks";
import { choice } from "./samples.test-env";

const one = choice(0, [4]);
const stepA = choice(1, [2, 3]);
const stepB = choice(2, [2, 5]);
const twinA = choice(3, [7]);
const twinB = choice(4, [7]);
const roll = choice(5, []);
const all = [one, stepA, stepB, twinA, twinB, roll];

describe("a click", () => {
  it("plays a choice of one cell", () => {
    expect(click(all, [], 4)).toEqual({ kind: "play", choice: one });
  });

  it("selects the first of two cells, and the second plays", () => {
    expect(click(all, [], 2)).toEqual({ kind: "select", path: [2] });
    expect(click(all, [2], 5)).toEqual({ kind: "play", choice: stepB });
  });

  it("on the selected cell cancels", () => {
    expect(click(all, [2], 2)).toEqual({ kind: "cancel" });
  });

  it("elsewhere begins anew", () => {
    expect(click(all, [2], 4)).toEqual({ kind: "play", choice: one });
    expect(click(all, [2], 8)).toEqual({ kind: "ask", cell: 8 });
  });

  it("asks which, where several choices share their cells", () => {
    expect(click(all, [], 7)).toEqual({ kind: "menu", choices: [twinA, twinB], further: null });
  });

  it("offers to go on, where a cell is a choice and the beginning of another", () => {
    const stay = choice(6, [2]);
    expect(click([...all, stay], [], 2)).toEqual({ kind: "menu", choices: [stay], further: [2] });
  });

  it("on a cell that leads nowhere asks why", () => {
    expect(click(all, [], 3)).toEqual({ kind: "ask", cell: 3 });
  });

  it("works where both cells are the same", () => {
    const pass = choice(7, [1, 1]);
    expect(click([pass], [1], 1)).toEqual({ kind: "play", choice: pass });
  });
});

describe("two ways to press", () => {
  const open = choice(0, [4], "reveal", "primary");
  const flag = choice(1, [4], "flag", "secondary");
  const guarded = [choice(2, [5], "reveal"), choice(3, [5], "flag", "secondary")];
  const both = [open, flag, ...guarded];

  it("play what each is for", () => {
    expect(click(both, [], 4)).toEqual({ kind: "play", choice: open });
    expect(click(both, [], 4, "secondary")).toEqual({ kind: "play", choice: flag });
  });

  it("leave a menu where no choice is for a plain press", () => {
    expect(click(both, [], 5)).toEqual({ kind: "menu", choices: guarded, further: null });
    expect(click(both, [], 5, "secondary")).toEqual({ kind: "play", choice: guarded[1] });
  });

  it("do nothing where the other press is for nothing", () => {
    expect(click(both, [], 6, "secondary")).toEqual({ kind: "nothing" });
    expect(click(all, [], 4, "secondary")).toEqual({ kind: "nothing" });
    expect([hasSecondary(all), hasSecondary(both)]).toEqual([false, true]);
  });
});

describe("targets", () => {
  it("are the first cells, then those that follow", () => {
    expect([...targets(all, [])].sort()).toEqual([2, 4, 7]);
    expect([...targets(all, [2])].sort()).toEqual([3, 5]);
  });

  it("leave buttons apart", () => {
    expect(buttons(all)).toEqual([roll]);
  });
});
