import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { boardOf, matchOf, viewOf } from "../board/samples.test-env";
import { Counters, isCounter } from "./Counters";
import { timeText } from "./clock";
import { Players } from "./Players";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms) && undefined);
const told = (message: string) => ({ code: message, params: {}, message });

describe("clocks", () => {
  it("are read as people read them", () => {
    expect([0, 9.99, 10, 61, 3600, 3725].map((each) => timeText(each))).toEqual([
      "0.0",
      "9.9",
      "0:10",
      "1:01",
      "1:00:00",
      "1:02:05",
    ]);
    expect(timeText(5, false)).toBe("0:05");
  });

  it("run for the one to move, and stand still while the server is away", () => {
    const match = matchOf({ clock: { seconds: [65, null], running: 0, at: 1 } });
    const { rerender } = render(<Players match={match} view={match.view} lost={false} />);
    expect(screen.getByRole("timer").textContent).toBe("1:05");
    pass(6000);
    expect(screen.getByRole("timer").textContent).toBe("0:59");
    rerender(<Players match={match} view={match.view} lost />);
    pass(6000);
    expect(screen.getByRole("timer").textContent).toBe("0:59");
  });
});

describe("counters", () => {
  const panel = {
    title: told("Field"),
    columns: [told("Mines"), told("Left")],
    rows: [["10", "54"]],
    keys: [],
    notes: false,
  };
  const seats = [{ kind: "person" as const, agent: null, title: null, joined: true }];
  const view = viewOf(boardOf("square", 2, 2), { panels: [panel] });

  it("are tables of one row of numbers that stand for nothing on the board", () => {
    expect(isCounter(panel)).toBe(true);
    expect(isCounter({ ...panel, keys: ["1-01"] })).toBe(false);
    expect(isCounter({ ...panel, rows: [["1"], ["2"]] })).toBe(false);
    expect(isCounter({ ...panel, rows: [["1-01", "Captain"]] })).toBe(false);
  });

  it("stand above the board, with the time from the first move to the end", () => {
    const shown = (extra: Parameters<typeof matchOf>[0]) => (
      <Counters match={matchOf({ seats, ...extra })} view={view} />
    );
    const { rerender } = render(shown({ seq: 0 }));
    expect(screen.getByText("Mines").nextSibling?.textContent).toBe("10");
    pass(5000);
    expect(screen.getByRole("timer").textContent).toBe("0:00");
    rerender(shown({ seq: 1 }));
    pass(7000);
    expect(screen.getByRole("timer").textContent).toBe("0:07");
    rerender(shown({ seq: 2, finished: true }));
    pass(9000);
    expect(screen.getByRole("timer").textContent).toBe("0:07");
  });

  it("tell no time that nobody measured", () => {
    render(<Counters match={matchOf({ seats, seq: 3 })} view={view} />);
    expect(screen.queryByRole("timer")).toBeNull();
  });
});
