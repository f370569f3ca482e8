import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Panel } from "../api/types";
import { boardOf, matchOf, viewOf } from "../board/samples.test-env";
import { said } from "../words/said.test-env";
import { isTally } from "./Counters";
import { Ending } from "./Ending";
import { Players } from "./Players";

const told = (message: string) => ({ code: message, params: {}, message });
const walls: Panel = {
  title: told("Walls"),
  columns: [told("player"), told("walls left")],
  rows: [
    ["1", "9"],
    ["2", "10"],
  ],
  keys: ["player0", "player1"],
  notes: false,
};
const battle: Panel = {
  ...walls,
  columns: [told("player"), told("phase"), told("VP")],
  rows: [
    ["1", "move", "3"],
    ["2", "-", "0"],
  ],
};

function lines(panels: Panel[]) {
  const view = viewOf(boardOf("square", 3, 3), { panels });
  render(<Players match={matchOf()} view={view} lost={false} />);
  return screen.getAllByRole("listitem").map(({ textContent }) => textContent);
}

it("counts beside each player what a table of players counts", () => {
  expect(lines([walls])).toEqual(["You9 walls left", "random10 walls left"]);
});

it("tells those who play against each other that they may ask for hints, as long as they play", () => {
  const { rerender } = render(<Players match={matchOf({ help: true })} view={null} lost={false} />);
  const words = said("hint.allowed");
  expect(screen.getByText(words)).toBeTruthy();
  rerender(<Players match={matchOf({ help: true, finished: true })} view={null} lost={false} />);
  expect(screen.queryByText(words)).toBeNull();
});

it("leaves out of the line what is no number", () => {
  expect(lines([battle])).toEqual(["You3 VP", "random0 VP"]);
});

it("leaves tables of anything else alone", () => {
  expect(lines([{ ...walls, keys: [] }])).toEqual(["You", "random"]);
  expect(lines([{ ...walls, keys: ["1-01", "1-02"] }]).slice(-2)).toEqual(["You", "random"]);
});

it("needs no table where all of it stands beside the players", () => {
  expect([walls, battle, { ...walls, keys: [] }].map(isTally)).toEqual([true, false, false]);
});

it("shows the score sheet once there is one", () => {
  const view = viewOf(boardOf("square", 3, 3));
  const { rerender, container } = render(<Ending view={view} />);
  expect(container.textContent).toBe("");
  rerender(<Ending view={{ ...view, summary: [told("3BV 7."), told("Efficiency 70 %.")] }} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "3BV 7.",
    "Efficiency 70 %.",
  ]);
});
