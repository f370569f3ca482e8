import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { View } from "../api/types";
import { boardOf, choice, viewOf } from "../board/samples.test-env";
import { Panels } from "./Panels";
import { useSources } from "./useSources";

beforeEach(() => localStorage.clear());

const told = (message: string) => ({ code: message, params: {}, message });
const titles = ["Player 1: to deploy", "Player 2: to deploy", "Player 1: units", "Player 2: units"];
const panels = titles.map((title) => ({
  title: told(title),
  columns: [told("Unit")],
  rows: [[`${title} 1-01`]],
  keys: [],
  notes: false,
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

it("remembers what was folded", async () => {
  const { unmount } = render(<Panels view={viewOf(boardOf("hex", 2, 2), { panels })} />);
  await userEvent.click(screen.getByText("Player 2: to deploy"));
  unmount();
  render(<Panels view={viewOf(boardOf("hex", 2, 2), { panels })} />);
  const open = (screen.getAllByRole("group") as HTMLDetailsElement[]).map((panel) => panel.open);
  expect(open).toEqual([true, false, true, true]);
});

const rosters = [
  {
    title: told("roster"),
    columns: [told("Unit")],
    rows: [["Rifle R2"], ["Scout S3"]],
    keys: ["1-02", "1-03"],
    notes: false,
  },
  {
    title: told("units"),
    columns: [told("Unit"), told("Odds")],
    rows: [
      ["Captain C1", "4+"],
      ["Rifle R2", "5+"],
    ],
    keys: ["1-01", "1-02"],
    notes: true,
  },
];
const begun = (action: number, source: string, cell: number) => ({ ...choice(action, [cell]), source });
const back = { ...choice(9, [3], "undeploy", "secondary"), source: "1-01" };
const deploying = viewOf(boardOf("hex", 2, 2), {
  panels: rosters,
  choices: [begun(1, "1-02", 0), begun(2, "1-02", 1), begun(3, "1-03", 0), begun(4, "1-03", 1), back],
});

function Chooser({ view }: { view: View }) {
  const sources = useSources(view, true);
  return (
    <>
      <Panels view={view} sources={sources} />
      <output>{`${sources.source} ${sources.picked} ${sources.notes.get("1-01")}`}</output>
    </>
  );
}

it("lets a row be chosen that choices begin from, the first by default", async () => {
  render(<Chooser view={deploying} />);
  const says = () => document.querySelector("output")?.textContent;
  expect(says()).toBe("1-02 null 4+");
  const rows = screen.getAllByRole("radio").map((radio) => radio.getAttribute("value"));
  expect(rows).toEqual(["1-02", "1-03", "1-01"]);
  await userEvent.click(screen.getByRole("radio", { name: "Scout S3" }));
  expect(says()).toBe("1-03 null 4+");
  await userEvent.click(screen.getByRole("radio", { name: "Rifle R2" }));
  expect(says()).toBe("1-02 null 4+");
  await userEvent.click(screen.getByRole("radio", { name: "Captain C1" }));
  expect(says()).toBe("1-02 1-01 4+");
});

it("chooses the next row once the chosen one is used up", async () => {
  const { rerender } = render(<Chooser view={deploying} />);
  const left = { ...deploying, choices: deploying.choices.filter(({ source }) => source !== "1-02") };
  rerender(<Chooser view={left} />);
  expect((screen.getByRole("radio", { name: "Scout S3" }) as HTMLInputElement).checked).toBe(true);
});
