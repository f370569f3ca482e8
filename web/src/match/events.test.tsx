import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Events } from "./Events";

const told = (message: string) => ({ code: message, params: {}, message });

it("tells all that happened since the last own move, in order", () => {
  render(<Events match={{ seq: 3, told: [told("It moves."), told("It holds."), told("It holds.")] }} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "It moves.",
    "It holds.",
    "It holds.",
  ]);
});

it("is not there where nothing happened", () => {
  const { container } = render(<Events match={{ seq: 0, told: [] }} />);
  expect(container.childElementCount).toBe(0);
});
