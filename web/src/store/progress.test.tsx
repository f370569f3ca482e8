import { beforeEach, expect, it } from "vitest";
import { count, forget, nextNumber, progress, scoreOf } from "./progress";

beforeEach(forget);

it("counts the first answer to a puzzle alone", () => {
  count("toy", 1, true);
  count("toy", 2, true);
  count("other", 1, false);
  count("other", 1, true);
  count("toy", 3, true);
  expect(scoreOf(progress())).toEqual({ solved: 3, tried: 4 });
  expect(scoreOf(progress(), "other")).toEqual({ solved: 0, tried: 1 });
  expect(scoreOf(progress(), "unknown")).toEqual({ solved: 0, tried: 0 });
  expect([progress().streak, progress().best]).toEqual([1, 2]);
});

it("goes on with what was not tried, then with what was missed", () => {
  expect(nextNumber(progress(), "toy", 3)).toBe(1);
  count("toy", 1, false);
  expect(nextNumber(progress(), "toy", 3, 1)).toBe(2);
  expect(nextNumber(progress(), "toy", 3, 3)).toBe(2);
  count("toy", 2, true);
  count("toy", 3, true);
  expect(nextNumber(progress(), "toy", 3, 3)).toBe(1);
  expect(nextNumber(progress(), "toy", 3, 1)).toBe(2);
});

it("survives a store that somebody else wrote to", () => {
  for (const text of ["{broken", "[]", '{"games": 3}', "null"]) {
    localStorage.setItem("boardwright.puzzles", text);
    expect(scoreOf(progress())).toEqual({ solved: 0, tried: 0 });
  }
});
