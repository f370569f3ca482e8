import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Board, Choice } from "../api/types";
import { PlayBoard } from "./PlayBoard";
import { boardOf, choice } from "./samples.test-env";

const pieces = [{ cell: 1, kind: "mark", owner: 1, symbol: "O", label: "" }];

function show(choices: Choice[], board: Board = boardOf("square", 3, 3, { pieces }), last: number[] = []) {
  const onPlay = vi.fn();
  const onRefused = vi.fn();
  render(
    <PlayBoard
      position={0}
      board={board}
      choices={choices}
      title="Board"
      last={last}
      pending={null}
      owner={(seat) => `Player ${seat + 1}`}
      onPlay={onPlay}
      onRefused={onRefused}
    />,
  );
  return { onPlay, onRefused, user: userEvent.setup() };
}

const cell = (name: RegExp) => screen.getByRole("button", { name });

describe("the board", () => {
  it("says what is on each cell", () => {
    show([choice(0, [0])], undefined, [1]);
    expect(cell(/^row 1, column 1, empty, you can play here$/)).toBeTruthy();
    expect(cell(/^row 1, column 2, O of Player 2, last move$/)).toBeTruthy();
    expect(screen.getAllByRole("button")).toHaveLength(9);
  });

  it("plays with the mouse, in one click and in two", async () => {
    const far = choice(9, [4, 8]);
    const { onPlay, user } = show([choice(0, [0]), far]);
    await user.click(cell(/^row 1, column 1/));
    expect(onPlay).toHaveBeenLastCalledWith(choice(0, [0]));
    await user.click(cell(/^row 2, column 2/));
    expect(cell(/^row 2, column 2, empty, selected/)).toBeTruthy();
    await user.click(cell(/^row 3, column 3, empty, you can play here/));
    expect(onPlay).toHaveBeenLastCalledWith(far);
  });

  it("reports a click that leads nowhere", async () => {
    const { onPlay, onRefused, user } = show([choice(0, [0])]);
    await user.click(cell(/^row 1, column 2/));
    expect(onRefused).toHaveBeenCalledWith(1);
    expect(onPlay).not.toHaveBeenCalled();
  });

  it("is played with the keyboard alone", async () => {
    const { onPlay, user } = show([choice(4, [4]), choice(5, [5])]);
    await user.tab();
    expect(document.activeElement).toBe(cell(/^row 1, column 1/));
    await user.keyboard("{ArrowDown}{ArrowRight}{Enter}");
    expect(onPlay).toHaveBeenLastCalledWith(choice(4, [4]));
    await user.keyboard("{ArrowRight} ");
    expect(onPlay).toHaveBeenLastCalledWith(choice(5, [5]));
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it("forgets a selection at Escape", async () => {
    const { user } = show([choice(0, [0, 4])]);
    await user.tab();
    await user.keyboard("{Enter}");
    expect(cell(/selected/)).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("button", { name: /selected/ })).toBeNull();
  });

  it("asks which of several, and Escape gives the focus back", async () => {
    const { onPlay, user } = show([choice(0, [0], "raise"), choice(1, [0], "lower")]);
    await user.click(cell(/^row 1, column 1/));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(cell(/^row 1, column 1/));
    await user.keyboard("{Enter}");
    await user.click(screen.getByRole("button", { name: "lower" }));
    expect(onPlay).toHaveBeenCalledWith(choice(1, [0], "lower"));
  });

  it("plays the other choice with the right button, with Shift and Enter, and with a finger that stays", async () => {
    const flag = choice(1, [0], "flag", "secondary");
    const { onPlay, user } = show([choice(0, [0], "reveal", "primary"), flag]);
    const target = cell(/^row 1, column 1/);
    await user.pointer({ keys: "[MouseRight]", target });
    expect(onPlay).toHaveBeenLastCalledWith(flag);
    await user.click(target);
    expect(onPlay).toHaveBeenLastCalledWith(choice(0, [0], "reveal", "primary"));
    target.focus();
    await user.keyboard("{Shift>}{Enter}{/Shift}");
    expect(onPlay).toHaveBeenLastCalledWith(flag);
    expect(onPlay).toHaveBeenCalledTimes(3);
    fireEvent.pointerDown(target, { pointerType: "touch" });
    await waitFor(() => expect(onPlay).toHaveBeenCalledTimes(4));
    fireEvent.pointerUp(target);
    fireEvent.click(target);
    expect(onPlay).toHaveBeenCalledTimes(4);
    expect(onPlay).toHaveBeenLastCalledWith(flag);
  });

  it("names choices by their labels, with the notation beside them", async () => {
    const worded = { ...choice(3, [], "roll"), label: "Throw the dice" };
    const [one, two] = [choice(0, [0], "n"), choice(1, [0], "q")].map((each) => ({
      ...each,
      label: `Promote to ${each.text}`,
    })) as [Choice, Choice];
    const { user } = show([worded, one, two]);
    // Notation that is a word would be English on a French page.
    expect(screen.getByRole("button", { name: "Throw the dice" }).title).toBe("");
    await user.click(cell(/^row 1, column 1/));
    expect(screen.getByRole("button", { name: "Promote to q" }).title).toBe("q");
    await user.click(screen.getByRole("button", { name: "Promote to q" }));
    expect(document.activeElement).toBe(cell(/^row 1, column 1/));
  });

  it("plays the choice of a column from anywhere in it", async () => {
    const drop = { ...choice(5, [8]), semantic: { kind: "drop", column: 2 } };
    const { onPlay, onRefused, user } = show([drop]);
    await user.click(cell(/^row 1, column 3/));
    expect(onPlay).toHaveBeenCalledExactlyOnceWith(drop);
    await user.click(cell(/^row 1, column 1/));
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(0);
  });

  it("ignores a plain press on a flag", async () => {
    const { onPlay, onRefused, user } = show([choice(0, [0], "reveal"), choice(1, [0], "flag", "secondary")]);
    await user.click(cell(/^row 1, column 1/));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([onPlay.mock.calls, onRefused.mock.calls]).toEqual([[], []]);
  });

  it("leaves the browser its menu where the other press means nothing", () => {
    show([choice(0, [0])]);
    expect(fireEvent.contextMenu(cell(/^row 1, column 1/))).toBe(true);
  });

  it("tells hidden cells from empty ones, and colours numbers on open cells alone", () => {
    const board = boardOf("square", 1, 3);
    const [first, second, third] = board.cells;
    const cells = [
      { ...first, row: 0, col: 0, text: "", marks: ["hidden"] },
      { ...second, row: 0, col: 1, text: "3", marks: ["open"] },
      { ...third, row: 0, col: 2, text: "4", marks: [] },
    ];
    show([], { ...board, cells, pieces: [{ cell: 0, kind: "flag", owner: null, symbol: "F", label: "" }] });
    expect(cell(/^row 1, column 1, F, hidden$/)).toBeTruthy();
    expect(document.querySelector(".mark-open .number-3")).toBeTruthy();
    expect(document.querySelector(".number-4")).toBeNull();
    expect(document.querySelector(".mark-hidden .picture.flag")).toBeTruthy();
  });

  it("has a button for a choice without cells", async () => {
    const { onPlay, user } = show([choice(3, [], "roll")]);
    await user.click(screen.getByRole("button", { name: "roll" }));
    expect(onPlay).toHaveBeenCalledWith(choice(3, [], "roll"));
  });

  it("draws hexes with six corners", () => {
    show([], boardOf("hex", 2, 3));
    const faces = document.querySelectorAll(".board.hex .face");
    expect(faces).toHaveLength(6);
    expect(faces[0]?.getAttribute("points")?.split(" ")).toHaveLength(6);
  });
});
