import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLive } from "./live";
import type { Listener } from "./wakeups";

const followed: { id: string; listener: Listener; left: boolean }[] = [];

vi.mock("./wakeups", () => ({
  wakeups: () => ({
    follow(id: string, listener: Listener) {
      const one = { id, listener, left: false };
      followed.push(one);
      return () => {
        one.left = true;
      };
    },
  }),
}));

const newest = () => (followed.at(-1) as (typeof followed)[number]).listener;
const wake = (seq: number) => act(() => newest().reached(seq));

beforeEach(() => {
  followed.length = 0;
});

afterEach(() => localStorage.clear());

it("follows from the event that is known, once the match has been read", () => {
  const { rerender } = renderHook(({ seq }) => useLive("m1", seq, null, () => {}), {
    initialProps: { seq: undefined as number | undefined },
  });
  expect(followed).toHaveLength(0);
  rerender({ seq: 3 });
  rerender({ seq: 4 });
  expect(followed.map(({ id }) => id)).toEqual(["m1"]);
  expect(newest().known()).toBe(4);
});

it("tells of each wake-up", () => {
  const reached = vi.fn();
  renderHook(() => useLive("m1", 0, null, reached));
  expect(reached).not.toHaveBeenCalled();
  wake(1);
  expect(reached).toHaveBeenCalledTimes(1);
});

it("does not have read what is here or on its way, but what has no number of its own", () => {
  const reached = vi.fn();
  const { rerender } = renderHook(({ seq, coming }) => useLive("m1", seq, coming, reached), {
    initialProps: { seq: 4, coming: 5 as number | null },
  });
  wake(5);
  rerender({ seq: 6, coming: null });
  wake(6);
  expect(reached).not.toHaveBeenCalled();
  wake(6);
  expect(reached).toHaveBeenCalledTimes(1);
  wake(7);
  expect(reached).toHaveBeenCalledTimes(2);
});

it("says how the connection is, and has the match read again when something may be missing", () => {
  const reached = vi.fn();
  const { result } = renderHook(() => useLive("m1", 1, null, reached));
  expect(result.current).toBe("connecting");
  act(() => newest().changed("lost"));
  expect(result.current).toBe("lost");
  act(() => {
    newest().changed("live");
    newest().missed();
  });
  expect(result.current).toBe("live");
  expect(reached).toHaveBeenCalledTimes(1);
});

it("stops when the page is left", () => {
  const { unmount } = renderHook(() => useLive("m1", 0, null, () => {}));
  unmount();
  expect(followed.map(({ left }) => left)).toEqual([true]);
});
