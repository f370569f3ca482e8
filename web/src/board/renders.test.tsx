import { render } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Board, Choice, Piece } from "../api/types";
import { PlayBoard } from "./PlayBoard";
import { boardOf, choice } from "./samples.test-env";

/** Each cell that is drawn asks for its presses once. */
const drawn = vi.hoisted(() => ({ cells: 0 }));
vi.mock("./useLongTouch", () => ({
  useLongTouch: () => {
    drawn.cells++;
    return {};
  },
}));

const [ROWS, COLS] = [19, 27];
const unit = (cell: number): Piece => ({ cell, kind: "unit", owner: 0, symbol: "R", label: "Rifles" });

/** As it comes from the server: every object is a new one. */
const fresh = <T,>(value: T): T => JSON.parse(JSON.stringify(value));

function element(board: Board, choices: Choice[], last: number[], pending: Choice | null = null) {
  return (
    <PlayBoard
      position={last.length}
      board={fresh(board)}
      choices={fresh(choices)}
      title="Board"
      last={last}
      pending={pending}
      owner={(seat) => `Player ${seat + 1}`}
      onPlay={() => {}}
      onRefused={() => {}}
    />
  );
}

beforeEach(() => {
  drawn.cells = 0;
});

it("draws again only the cells that a move changed, on a board of 513", () => {
  const zone = Array.from({ length: 4 * COLS }, (_, cell) => cell);
  const before = boardOf("hex", ROWS, COLS, { pieces: [unit(200)] });
  const choices = zone.map((cell) => choice(cell, [cell]));
  const { rerender } = render(element(before, choices, []));
  expect(drawn.cells).toBe(ROWS * COLS);
  drawn.cells = 0;

  const sent = choices[30] as Choice;
  rerender(element(before, choices, [], sent));
  const after = { ...before, pieces: [unit(200), unit(30)] };
  rerender(
    element(
      after,
      choices.filter(({ action }) => action !== 30),
      [30],
    ),
  );
  expect(drawn.cells).toBeGreaterThan(0);
  expect(drawn.cells).toBeLessThan(50);
});

it("draws a cell whose marks, text or pieces have changed", () => {
  const board = boardOf("square", 3, 3);
  const { rerender, container } = render(element(board, [], []));
  drawn.cells = 0;
  const cells = board.cells.map((cell, number) =>
    number === 4 ? { ...cell, text: "3", marks: ["open"] } : cell,
  );
  rerender(element({ ...board, cells, pieces: [unit(8)] }, [], []));
  expect(drawn.cells).toBe(2);
  expect(container.querySelector(".mark-open .number-3")).toBeTruthy();
  expect(container.querySelector('[data-cell="8"] .piece')).toBeTruthy();
});
