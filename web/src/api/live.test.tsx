import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLive } from "./live";

class FakeSource extends EventTarget {
  static all: FakeSource[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close() {
    this.closed = true;
  }
}

const wake = (seq: number) =>
  act(() => {
    newest().dispatchEvent(new MessageEvent("reached", { data: JSON.stringify({ seq }) }));
  });

const newest = () => FakeSource.all.at(-1) as FakeSource;

beforeEach(() => {
  FakeSource.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("listens from the event that is known, once the match has been read", () => {
  const { rerender } = renderHook(({ seq }) => useLive("m1", seq, null, () => {}), {
    initialProps: { seq: undefined as number | undefined },
  });
  expect(FakeSource.all).toHaveLength(0);
  rerender({ seq: 3 });
  rerender({ seq: 4 });
  const stream = new URL("api/v1/matches/m1/stream?after=3", location.href).href;
  expect(FakeSource.all.map(({ url }) => url)).toEqual([stream]);
});

it("tells of each wake-up", () => {
  const reached = vi.fn();
  renderHook(() => useLive("m1", 0, null, reached));
  act(() => newest().onopen?.());
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

it("connects again after a loss, from the newest event, and has the match read again", () => {
  const reached = vi.fn();
  const { result, rerender } = renderHook(({ seq }) => useLive("m1", seq, null, reached), {
    initialProps: { seq: 1 },
  });
  act(() => newest().onopen?.());
  expect(result.current).toBe("live");
  rerender({ seq: 5 });
  act(() => newest().onerror?.());
  expect(result.current).toBe("lost");
  expect(newest().closed).toBe(true);
  act(() => vi.advanceTimersByTime(500) && undefined);
  expect(newest().url).toContain("after=5");
  act(() => newest().onerror?.());
  act(() => vi.advanceTimersByTime(999) && undefined);
  expect(FakeSource.all).toHaveLength(2);
  act(() => vi.advanceTimersByTime(1) && undefined);
  act(() => newest().onopen?.());
  expect(result.current).toBe("live");
  expect(reached).toHaveBeenCalledTimes(1);
});

it("stops when the page is left", () => {
  const { unmount } = renderHook(() => useLive("m1", 0, null, () => {}));
  act(() => newest().onerror?.());
  unmount();
  vi.advanceTimersByTime(10_000);
  expect(FakeSource.all).toHaveLength(1);
});
