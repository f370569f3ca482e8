import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Choice } from "../api/types";
import { PlayBoard } from "./PlayBoard";
import { bar, boardOf, choice } from "./samples.test-env";

const sent = choice(0, [0]);
const step = choice(1, [4, 8]);
const board = boardOf("square", 3, 3, { gaps: true });

interface Shown {
  position: number;
  choices: Choice[];
  pending?: Choice | null;
  waiting?: readonly Choice[];
}

function sit(first: Shown) {
  const [onPlay, onRefused] = [vi.fn(), vi.fn()];
  const element = ({ pending = null, ...shown }: Shown) => (
    <PlayBoard
      board={board}
      title="Board"
      last={[]}
      owner={String}
      onPlay={onPlay}
      onRefused={onRefused}
      pending={pending}
      {...shown}
    />
  );
  const { rerender } = render(element(first));
  const press = (cell: number) => fireEvent.click(screen.getAllByRole("button")[cell] as Element);
  return { onPlay, onRefused, press, show: (next: Shown) => rerender(element(next)) };
}

const selected = () => document.querySelectorAll(".cell.selected").length;
const underway = { position: 0, choices: [sent, step], pending: sent, waiting: [] };

it("reports presses while a move is under way to who lets them wait", () => {
  const { onPlay, press } = sit(underway);
  press(4);
  press(8);
  press(0);
  expect(onPlay.mock.calls).toEqual([[step], [sent]]);
});

it("ignores them where nobody does", () => {
  const { onPlay, onRefused, press } = sit({ position: 0, choices: [sent, step], pending: sent });
  for (const cell of [0, 3, 4]) press(cell);
  expect([onPlay.mock.calls, onRefused.mock.calls, selected()]).toEqual([[], [], 0]);
});

it("shows all that is to be sent", () => {
  const bars = [bar(5, [[0, 1]]), bar(6, [[3, 4]])];
  sit({ ...underway, waiting: [step, ...bars] });
  const cells = [...document.querySelectorAll(".cell.pending")].map((cell) => cell.getAttribute("data-cell"));
  expect(cells).toEqual(["0", "4", "8"]);
  expect(document.querySelectorAll(".bar.pending")).toHaveLength(2);
});

it("keeps what was selected meanwhile for the next position, where it leads somewhere", () => {
  const { onPlay, press, show } = sit(underway);
  press(4);
  show({ position: 1, choices: [step], waiting: [] });
  expect(selected()).toBe(1);
  press(8);
  expect(onPlay).toHaveBeenCalledExactlyOnceWith(step);
});

it("shows it no more where it leads nowhere", () => {
  const { press, show } = sit(underway);
  press(4);
  show({ position: 1, choices: [sent], waiting: [] });
  expect(selected()).toBe(0);
});

it("forgets what was selected before, as ever", () => {
  const { press, show } = sit({ ...underway, pending: null });
  press(4);
  show({ position: 1, choices: [step], waiting: [] });
  expect(selected()).toBe(0);
});

it("keeps a menu that opened meanwhile as long as all of it can be chosen", () => {
  const twins = [choice(2, [7], "raise"), choice(3, [7], "lower")];
  const { press, show } = sit({ ...underway, choices: [sent, ...twins] });
  press(7);
  show({ position: 1, choices: twins, waiting: [] });
  expect(screen.getByRole("dialog")).toBeTruthy();
  show({ position: 2, choices: twins.slice(1), waiting: [] });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("keeps what the keys aimed at meanwhile", () => {
  const wall = bar(5, [[0, 1]]);
  const { onPlay, show } = sit({ ...underway, choices: [sent, wall] });
  const cell = screen.getAllByRole("button")[0] as Element;
  fireEvent.keyDown(cell, { key: "ArrowRight", shiftKey: true });
  show({ position: 1, choices: [wall], waiting: [] });
  fireEvent.keyDown(cell, { key: "Enter" });
  expect(onPlay).toHaveBeenCalledExactlyOnceWith(wall);
});
