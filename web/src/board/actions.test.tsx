import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { Choice } from "../api/types";
import { said } from "../words/said.test-env";
import { PlayBoard } from "./PlayBoard";
import { boardOf, choice } from "./samples.test-env";

const from = (action: number, source: string, cells: number[], press: Choice["press"] = null) => ({
  ...choice(action, cells, `go ${action}`, press),
  source,
});

function show(choices: Choice[], extra: Partial<Parameters<typeof PlayBoard>[0]> = {}, cols = 3) {
  const told = { onPlay: vi.fn(), onRefused: vi.fn(), onPick: vi.fn() };
  render(
    <PlayBoard
      position={0}
      board={boardOf("hex", 3, cols)}
      choices={choices}
      title="Board"
      last={[]}
      pending={null}
      owner={(seat) => `Player ${seat + 1}`}
      {...told}
      {...extra}
    />,
  );
  return { ...told, user: userEvent.setup() };
}

const cell = (name: RegExp) => screen.getByRole("button", { name });
const placements = [from(0, "1-01", [0]), from(1, "1-01", [1]), from(2, "1-02", [0]), from(3, "1-02", [1])];
const back = from(4, "1-03", [2], "secondary");

it("plays the choice of the chosen row, and lights its cells alone", async () => {
  const { onPlay, user } = show([...placements, back], { source: "1-02" });
  expect(document.querySelectorAll(".cell.target")).toHaveLength(2);
  await user.click(cell(/^row 1, column 1/));
  expect(onPlay).toHaveBeenCalledWith(placements[2]);
});

it("picks by a plain press what can be taken back, says why nothing is put there, and takes back by its button", async () => {
  const { onPlay, onPick, onRefused, user } = show([...placements, back], { source: "1-02" });
  expect(screen.queryByRole("button", { name: "go 4" })).toBeNull();
  await user.click(cell(/^row 1, column 3/));
  expect([onPick.mock.calls, onRefused.mock.calls, onPlay.mock.calls]).toEqual([[["1-03"]], [[2]], []]);
});

it("has a button for what is picked, and for each target with what is known of it", async () => {
  const shots = [from(0, "2-01", [0]), from(1, "2-02", [1])];
  const notes = new Map([["2-01", "4+ hits"]]);
  const { onPlay, user } = show([...shots, back], { picked: "1-03", notes });
  expect(screen.getByRole("button", { name: "go 0 4+ hits" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "go 4" }));
  expect(onPlay).toHaveBeenLastCalledWith(back);
  await user.click(screen.getByRole("button", { name: "go 1" }));
  expect(onPlay).toHaveBeenLastCalledWith(shots[1]);
});

it("enlarges a wide board in a place that scrolls and takes the focus, and no narrow one", async () => {
  const { user } = show([], {}, 13);
  await user.click(screen.getByRole("button", { name: said("board.zoom_in") }));
  expect(screen.getByRole("region", { name: "Board" }).tabIndex).toBe(0);
  await user.click(screen.getByRole("button", { name: said("board.zoom_out") }));
  expect(screen.queryByRole("region", { name: "Board" })).toBeNull();
});

it("offers no other size of a small board", () => {
  show([]);
  expect(screen.queryByRole("button", { name: said("board.zoom_in") })).toBeNull();
});
