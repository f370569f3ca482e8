import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { answerPuzzle, readPuzzle } from "../api/client";
import type { Puzzle, Verdict } from "../api/types";
import { boardOf, choice, viewOf } from "../board/samples.test-env";
import { forget, progress, scoreOf } from "../store/progress";
import { said } from "../words/said.test-env";
import { PuzzlePage } from "./PuzzlePage";

vi.mock("../api/client", async (original) => ({
  ...(await original<typeof import("../api/client")>()),
  readPuzzle: vi.fn(),
  readPuzzles: vi.fn(async () => ({
    game: "toy",
    title: "Toy",
    count: 2,
    levels: [{ level: "easy", title: "easy", numbers: [1, 2] }],
  })),
  answerPuzzle: vi.fn(),
}));

const board = boardOf("square", 1, 3);
const told = (message: string) => ({ code: "toy", params: {}, message });
const puzzle: Puzzle = {
  game: "toy",
  title: "Toy",
  number: 1,
  count: 2,
  level: "easy",
  level_title: "easy",
  task: told("Find the move."),
  player: 0,
  view: viewOf(board, { choices: [choice(0, [0], "left"), choice(2, [2], "right")] }),
  start: board,
};
const verdict = (right: boolean, after: boolean): Verdict => ({
  right,
  move: { action: right ? 2 : 0, label: right ? "right" : "left", text: "x" },
  reason: told(right ? "It wins." : "The win is gone."),
  about: [],
  line: right ? [] : ["middle"],
  solutions: [{ action: 2, label: "right", text: "x" }],
  after: after ? viewOf(board, { last: [0] }) : null,
});

beforeEach(() => {
  forget();
  vi.mocked(readPuzzle).mockResolvedValue(puzzle);
});

function show() {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <PuzzlePage game="toy" number={1} />
    </QueryClientProvider>,
  ).container;
}

async function press(container: HTMLElement, cell: number) {
  await userEvent.click(container.querySelector(`[data-cell="${cell}"]`) as Element);
}

it("tells a wrong answer why, what follows, and what is right; the first answer counts", async () => {
  const container = show();
  await screen.findByText("Find the move.");
  vi.mocked(answerPuzzle).mockResolvedValue(verdict(false, true));
  await press(container, 0);
  await screen.findByText(/The win is gone/);
  expect(container.querySelector(".verdict")?.textContent).toMatch(/middle.*right/);
  expect(document.activeElement?.textContent).toMatch(/Not this one/);
  expect(container.querySelectorAll(".cell.target")).toHaveLength(0);
  expect(scoreOf(progress())).toEqual({ solved: 0, tried: 1 });

  vi.mocked(answerPuzzle).mockResolvedValue(verdict(true, true));
  await userEvent.click(screen.getByRole("button", { name: said("learn.again") }));
  await press(container, 2);
  await screen.findByText(/It wins/);
  expect(scoreOf(progress())).toEqual({ solved: 0, tried: 1 });
  expect(screen.getByRole("link", { name: said("learn.continue") }).getAttribute("href")).toBe(
    "#/learn/toy/2",
  );
});

it("stays at the question where nothing may be shown after an answer", async () => {
  const container = show();
  await screen.findByText("Find the move.");
  vi.mocked(answerPuzzle).mockResolvedValue(verdict(false, false));
  await press(container, 0);
  await screen.findByText(/The win is gone/);
  expect(container.querySelectorAll(".cell.target")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: said("learn.again") })).toBeNull();
});

it("says when the answer could not be sent, and counts nothing", async () => {
  const container = show();
  await screen.findByText("Find the move.");
  vi.mocked(answerPuzzle).mockRejectedValue(new Error("500"));
  await press(container, 0);
  await waitFor(() => expect(container.querySelector(".toast")?.textContent).toMatch(/cannot be reached/));
  expect(scoreOf(progress())).toEqual({ solved: 0, tried: 0 });
});
