import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { matchOf } from "../board/samples.test-env";
import { WordsProvider } from "../words/context";
import { said } from "../words/said.test-env";
import { Sound } from "./Sound";
import { toneOf } from "./sound";

const tones: number[] = [];

class FakeAudio {
  currentTime = 0;
  destination = {};
  createOscillator() {
    const source = {
      frequency: { value: 0 },
      connect: (next: object) => next,
      start: () => tones.push(source.frequency.value),
      stop: () => {},
    };
    return source;
  }
  createGain() {
    return {
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: (next: object) => next,
    };
  }
}

beforeEach(() => {
  tones.length = 0;
  vi.stubGlobal("AudioContext", FakeAudio);
});

afterEach(() => vi.unstubAllGlobals());

const shown = (seq: number) => (
  <WordsProvider>
    <Sound match={matchOf({ seq })} />
  </WordsProvider>
);

it("knows what is to be heard", () => {
  const match = { seq: 3, finished: false, actor: 0, you: 0 };
  expect(toneOf(3, match)).toBeNull();
  expect(toneOf(2, match)).toBe("own");
  expect(toneOf(2, { ...match, actor: 1 })).toBe("other");
  expect(toneOf(2, { ...match, finished: true })).toBe("over");
});

it("is silent until somebody wants it, and is remembered", () => {
  const { rerender, unmount } = render(shown(1));
  rerender(shown(2));
  expect(tones).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: said("tools.sound_off") }));
  expect(tones).toHaveLength(1);
  rerender(shown(3));
  expect(tones).toHaveLength(2);
  unmount();
  render(shown(3));
  expect(screen.getByRole("button", { name: said("tools.sound_on"), pressed: true })).toBeTruthy();
  expect(tones).toHaveLength(2);
});
