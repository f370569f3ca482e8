import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Text } from "../api/types";
import { Dice } from "./Dice";
import { newestThrow, pips } from "./dice";

const event = (params: Text["params"], message = "said"): Text => ({ code: "toy.event", params, message });

it("finds the newest throw, one die or several", () => {
  expect(newestThrow([])).toBeNull();
  expect(newestThrow([event({ rolled: 3 }), event({ thrown: [] }), event({ thrown: "3" })])).toBeNull();
  expect(
    newestThrow([event({ thrown: [5, 2] }, "first"), event({ thrown: 0 }, "second"), event({})]),
  ).toEqual({
    faces: [0],
    message: "second",
  });
});

it("has as many pips as the face says, each in its place", () => {
  for (const face of [1, 2, 3, 4, 5, 6]) {
    expect(new Set(pips(face).map(String)).size).toBe(face);
  }
  expect([pips(0), pips(7)]).toEqual([[], []]);
});

it("shows faces with the sentence of the event, and nothing without a throw", () => {
  const { container, rerender } = render(<Dice match={{ seq: 1, told: [event({ thrown: [5, 12] })] }} />);
  expect(screen.getByRole("img", { name: "said" })).toBeTruthy();
  expect(container.querySelectorAll(".die circle")).toHaveLength(5);
  expect(container.querySelector('[data-face="12"] text')?.textContent).toBe("12");
  rerender(<Dice match={{ seq: 2, told: [event({})] }} />);
  expect(container.innerHTML).toBe("");
});
