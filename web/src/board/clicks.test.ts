import { describe, expect, it } from "vitest";
import { beginningFrom, buttons, click, hasSecondary, named, origins, targets } from "./clicks";
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

describe("choices that begin from a row", () => {
  const from = (
    action: number,
    source: string,
    cells: number[],
    press: "primary" | "secondary" | null = null,
  ) => ({
    ...choice(action, cells, `go ${action}`, press),
    source,
  });
  const captain = [from(0, "1-01", [4]), from(1, "1-01", [5])];
  const rifle = [from(2, "1-02", [4]), from(3, "1-02", [5])];
  const back = from(4, "1-03", [6], "secondary");
  const all = [...captain, ...rifle, back];

  it("leave those of the chosen row, and a cell then means one thing", () => {
    expect(origins(all)).toEqual(["1-01", "1-02"]);
    expect(beginningFrom(all, "1-02")).toEqual([...rifle, back]);
    expect(click(beginningFrom(all, "1-02"), [], 4)).toEqual({ kind: "play", choice: rifle[0] });
    expect(click(beginningFrom(all, null), [], 4)).toEqual({ kind: "ask", cell: 4 });
  });

  it("need a row also where each has one choice and they want the same cell", () => {
    const last = [from(0, "1-01", [4]), from(1, "1-02", [4])];
    expect(origins(last)).toEqual(["1-01", "1-02"]);
  });

  it("need none where each is aimed at a cell of its own: the action bar names them", () => {
    const shots = [from(0, "2-01", [1]), from(1, "2-02", [2])];
    expect(origins(shots)).toEqual([]);
    expect(beginningFrom(shots, null)).toEqual(shots);
    expect(named(shots, null)).toEqual(shots);
  });

  it("are not taken back by a plain press, which only picks what can be", () => {
    expect(click(all, [], 6)).toEqual({ kind: "pick", choice: back });
    expect(click(all, [], 6, "secondary")).toEqual({ kind: "play", choice: back });
    expect([named(all, null), named(all, "1-03")]).toEqual([[], [back]]);
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
