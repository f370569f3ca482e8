import { act, render, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { said } from "../words/said.test-env";
import { Toast, useToast } from "./Toast";

function open() {
  const { result } = renderHook(() => useToast());
  const lines = () => {
    const { container, unmount } = render(<Toast told={result.current.told} onClose={() => {}} />);
    const found = [...container.querySelectorAll("p")].map(({ textContent }) => textContent);
    unmount();
    return found;
  };
  return { result, lines };
}

const dropped = (moves: string, why: string) => said("dropped.moves", { moves, why });

it("says one thing at a time", () => {
  const { result, lines } = open();
  act(() => result.current.tell("first", "first"));
  act(() => result.current.tell("second"));
  expect(lines()).toEqual(["second"]);
  act(() => result.current.tell());
  expect(lines()).toEqual([]);
});

it("names moves that were not played by their reasons, until it is closed", () => {
  const { result, lines } = open();
  act(() => result.current.lose({ move: "a1", why: "Taken." }, { move: "a2", why: "Over." }));
  act(() => result.current.lose({ move: "a3", why: "Taken." }, { move: "a1", why: "Taken." }));
  act(() => result.current.tell("Something else."));
  const moves = [dropped("a1; a3", "Taken."), dropped("a2", "Over.")];
  expect(lines()).toEqual([...moves, "Something else."]);
  act(() => result.current.tell());
  expect(lines()).toEqual(moves);
  act(() => result.current.close());
  expect(lines()).toEqual([]);
});
