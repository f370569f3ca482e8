import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { boardOf, viewOf } from "../board/samples.test-env";
import { Panels } from "./Panels";

const told = (message: string) => ({ code: message, params: {}, message });
const titles = ["Player 1: to deploy", "Player 2: to deploy", "Player 1: units", "Player 2: units"];
const panels = titles.map((title) => ({
  title: told(title),
  columns: [told("Unit")],
  rows: [[`${title} 1-01`]],
  keys: [],
}));

it("shows tables in the order of the view, all of them at once", () => {
  render(<Panels view={viewOf(boardOf("hex", 2, 2), { panels })} />);
  const shown = screen.getAllByRole("group").map((panel) => panel.querySelector("summary")?.textContent);
  expect(shown).toEqual(titles);
  expect(screen.getAllByRole("table")).toHaveLength(4);
});

it("folds a table and unfolds it, and the next step leaves it as it is", async () => {
  const { rerender } = render(<Panels view={viewOf(boardOf("hex", 2, 2), { panels })} />);
  const [first, second] = screen.getAllByRole("group") as HTMLDetailsElement[];
  await userEvent.click(screen.getByText("Player 1: to deploy"));
  expect(first?.open).toBe(false);
  expect(second?.open).toBe(true);
  rerender(<Panels view={viewOf(boardOf("hex", 2, 2), { panels, ply: 1 })} />);
  expect(first?.open).toBe(false);
  await userEvent.click(screen.getByText("Player 1: to deploy"));
  expect(first?.open).toBe(true);
});
