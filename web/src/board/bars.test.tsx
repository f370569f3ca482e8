import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Board, Choice } from "../api/types";
import { PlayBoard } from "./PlayBoard";
import { bar, boardOf, choice } from "./samples.test-env";

// 0 1 2
// 3 4 5
const gaps = boardOf("square", 2, 3, { gaps: true, row_labels: ["2", "1"], col_labels: ["a", "b", "c"] });
const left = bar(0, [
  [0, 3],
  [1, 4],
]);
const right = bar(1, [
  [1, 4],
  [2, 5],
]);

function show(choices: Choice[], board: Board = gaps, pending: Choice | null = null) {
  const told = { onPlay: vi.fn(), onRefused: vi.fn(), onRefusedSide: vi.fn() };
  const owner = (seat: number) => `Player ${seat + 1}`;
  const plain = { position: 0, title: "Board", last: [], owner, pending };
  render(<PlayBoard {...plain} {...told} board={board} choices={choices} />);
  return { ...told, user: userEvent.setup() };
}

const gap = (cells: string) => document.querySelector(`[data-cells="${cells}"]`) as Element;
const preview = () => document.querySelector(".bar.preview")?.getAttribute("d") ?? null;
const heard = () => document.querySelector(".play [aria-live]")?.textContent ?? "";

describe("bars between cells", () => {
  it("are shown, and said in the labels of the cells around them", () => {
    const wall = { sides: left.sides, kind: "wall", owner: 1, action: null, label: "", marks: ["last"] };
    show([], { ...gaps, edges: [wall] });
    expect(document.querySelectorAll(".edge.owner-1.mark-last .bar")).toHaveLength(1);
    screen.getByRole("button", { name: "row 2, column a, empty, below: wall of Player 2 (last move)" });
    screen.getByRole("button", { name: "row 1, column b, empty, above: wall of Player 2 (last move)" });
    expect([...document.querySelectorAll(".coordinate")].map((each) => each.textContent).join("")).toBe(
      "21abc",
    );
  });

  it("are no buttons below the board", () => {
    show([left, choice(5, [], "pass")]);
    expect(screen.getAllByRole("button")).toHaveLength(7);
  });

  it("are previewed under the mouse and played with a click", async () => {
    const { onPlay, user } = show([left, right]);
    await user.hover(gap("0 3"));
    expect(preview()).toContain("M100 100");
    await user.hover(screen.getByRole("button", { name: /column a, row 1|row 1, column a/ }));
    expect(preview()).toBeNull();
    await user.click(gap("2 5"));
    expect(onPlay).toHaveBeenCalledExactlyOnceWith(right);
  });

  it("say why none can be put there", async () => {
    const { onPlay, onRefusedSide, user } = show([left]);
    await user.hover(gap("0 1"));
    expect(preview()).toBeNull();
    await user.click(gap("0 1"));
    expect(onRefusedSide).toHaveBeenCalledExactlyOnceWith([0, 1], { x: 100, y: 50 });
    expect(onPlay).not.toHaveBeenCalled();
  });

  it("want to be tapped twice with a finger, the same one", () => {
    const { onPlay } = show([left, right]);
    const tap = (cells: string) => {
      fireEvent.pointerDown(gap(cells), { pointerType: "touch" });
      fireEvent.click(gap(cells));
    };
    tap("0 3");
    expect(preview()).not.toBeNull();
    expect(heard()).toMatch(/Tap again to play\.$/);
    expect(document.querySelector(".aim")?.textContent).toBe("bar 0. Tap again to play.");
    tap("2 5");
    expect(onPlay).not.toHaveBeenCalled();
    tap("2 5");
    expect(onPlay).toHaveBeenCalledExactlyOnceWith(right);
    expect(preview()).toBeNull();
  });

  it("are chosen with Shift and an arrow, one after the other, and played with Enter", async () => {
    const { onPlay, user } = show([left, right]);
    await user.tab();
    await user.keyboard("{ArrowRight}{Shift>}{ArrowDown}{/Shift}");
    expect(heard()).toBe(
      "bar 0: between row 2, column a and row 1, column a, between row 2, column b and row 1, column b. 1 of 2 on this side. Enter plays.",
    );
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(heard()).toMatch(/^bar 1: .* 2 of 2/);
    await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    expect(heard()).toMatch(/^bar 1: /);
    await user.keyboard("{Enter}");
    expect(onPlay).toHaveBeenCalledExactlyOnceWith(right);
  });

  it("are left with Escape and with plain arrows", async () => {
    const { onPlay, onRefused, user } = show([left, right]);
    await user.tab();
    for (const key of ["{Escape}", "{ArrowLeft}"]) {
      await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
      expect(preview()).not.toBeNull();
      await user.keyboard(key);
      expect(preview()).toBeNull();
    }
    await user.keyboard("{Enter}");
    expect(onPlay).not.toHaveBeenCalled();
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(0);
  });

  it("say to the keys, too, why none can be put there", async () => {
    const { onRefusedSide, user } = show([left]);
    await user.tab();
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    expect(heard()).toBe(
      "between row 2, column a and row 2, column b: nothing can be put here now; Enter says why.",
    );
    await user.keyboard("{Enter}");
    expect(onRefusedSide).toHaveBeenCalledExactlyOnceWith([0, 1], { x: 100, y: 50 });
    await user.keyboard("{Shift>}{ArrowUp}{/Shift}");
    expect(heard()).toBe("");
  });

  it("wait while a move is under way", async () => {
    const { onPlay, onRefusedSide, user } = show([left, right], gaps, left);
    expect(document.querySelector(".bar.pending")).toBeTruthy();
    await user.click(gap("2 5"));
    expect([onPlay.mock.calls, onRefusedSide.mock.calls]).toEqual([[], []]);
  });

  it("leave boards without gaps as they were", async () => {
    const { onPlay, user } = show([choice(1, [1])], boardOf("square", 2, 3));
    expect(document.querySelectorAll(".gap")).toHaveLength(0);
    await user.tab();
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}{Enter}");
    expect(onPlay).toHaveBeenCalledOnce();
  });
});
