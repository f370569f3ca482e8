import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { said } from "../words/said.test-env";
import { LineChart } from "./LineChart";
import { nearest, pathOf, rangeOf, roundRange, stepOf, ticks } from "./scale";

const LOSSES = [
  {
    title: "policy",
    points: [
      [1, 2],
      [2, 1.5],
      [4, 1],
    ] as const,
  },
  {
    title: "value",
    points: [
      [1, 0.5],
      [4, Number.NaN],
    ] as const,
  },
];

it("puts round numbers on an axis", () => {
  expect([stepOf([0, 1], 4), stepOf([0, 100], 4), stepOf([0, 100], 3)]).toEqual([0.5, 50, 50]);
  expect([stepOf([3, 5], 8), stepOf([3, 5], 8, true)]).toEqual([0.5, 1]);
  expect(ticks([3, 5], 1)).toEqual([3, 4, 5]);
  expect(ticks([-0.3, 0.3], 0.1)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  expect(roundRange([0.13, 1.9], 0.5)).toEqual([0, 2]);
  expect(roundRange([0, 2], 0.5)).toEqual([0, 2]);
});

it("has a range for one value, for none, and for many", () => {
  expect(rangeOf([])).toEqual([0, 1]);
  expect(rangeOf([0])).toEqual([-1, 1]);
  expect(rangeOf([4, Number.NaN])).toEqual([2, 6]);
  expect(rangeOf(Array.from({ length: 300_000 }, (_, i) => i))).toEqual([0, 299_999]);
});

it("finds the nearest place, and interrupts a line where there is no number", () => {
  expect(nearest([1, 2, 4], 2.9)).toBe(1);
  expect(nearest([1, 2, 4], 99)).toBe(2);
  expect(nearest([], 0)).toBe(-1);
  const same = (value: number) => value;
  expect(
    pathOf(
      [
        [0, 1],
        [1, Number.NaN],
        [2, 3],
      ],
      same,
      same,
    ),
  ).toBe("M0.0 1.0M2.0 3.0");
});

it("reads values out by the arrow keys, with marks", () => {
  render(
    <LineChart
      title="Losses"
      series={LOSSES}
      xTitle="Update"
      yTitle="Loss"
      marks={[{ x: 2, title: "saved" }]}
    />,
  );
  const slider = screen.getByRole("slider", { name: "Losses" });
  expect([slider.ariaValueMin, slider.ariaValueMax]).toEqual(["1", "4"]);
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect(slider.ariaValueText).toBe("Update 1 · policy: 2 · value: 0.5");
  fireEvent.keyDown(slider, { key: "ArrowRight" });
  expect(slider.ariaValueText).toBe("Update 2 · saved · policy: 1.5");
  fireEvent.keyDown(slider, { key: "End" });
  expect(slider.ariaValueText).toBe("Update 4 · policy: 1");
  fireEvent.keyDown(slider, { key: "PageUp" });
  expect(slider.ariaValueNow).toBe("4");
});

it("chooses a place by Enter and by a press", () => {
  const pick = vi.fn();
  render(<LineChart title="Losses" series={LOSSES} xTitle="Update" yTitle="Loss" onPick={pick} whole />);
  const slider = screen.getByRole("slider");
  fireEvent.keyDown(slider, { key: "Enter" });
  expect(pick).not.toHaveBeenCalled();
  fireEvent.keyDown(slider, { key: "Home" });
  fireEvent.keyDown(slider, { key: "Enter" });
  fireEvent.pointerMove(slider, { clientX: 620 });
  fireEvent.click(slider);
  expect(pick.mock.calls).toEqual([[1], [4]]);
});

it("shows the place that is picked elsewhere", () => {
  render(<LineChart title="Losses" series={LOSSES} xTitle="Update" yTitle="Loss" picked={4} />);
  expect(screen.getByRole("slider").ariaValueNow).toBe("4");
});

it("has its numbers in a table, and says when there are none", () => {
  const { container, rerender } = render(
    <LineChart title="Losses" series={LOSSES} xTitle="Update" yTitle="Loss" />,
  );
  expect(screen.queryByRole("table")).toBeNull();
  const details = container.querySelector("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["Update", "policy", "value"],
    ["1", "2", "0.5"],
    ["2", "1.5", ""],
    ["4", "1", ""],
  ]);
  rerender(<LineChart title="Losses" series={[]} xTitle="Update" yTitle="Loss" />);
  expect(screen.getByText(said("chart.empty"))).toBeTruthy();
  expect(screen.getByRole("slider").getAttribute("tabindex")).toBe("-1");
});
