import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { HistoryEntry } from "../api/types";
import { matchOf } from "../board/samples.test-env";
import { said } from "../words/said.test-env";
import { History, takenBack } from "./History";
import { Replay } from "./Replay";

const entry = (seq: number, kind: HistoryEntry["kind"], actor: number, ply: number): HistoryEntry => ({
  seq,
  kind,
  actor,
  ply,
  text: kind === "move" ? `m${seq}` : null,
  label: kind === "move" ? `m${seq}` : null,
  semantic: null,
});

const played = [entry(1, "move", 0, 1), entry(2, "move", 1, 2)];
const undone = [...played, entry(3, "undo_request", 0, 2), entry(4, "undo_answer", 1, 0)];
const refused = [...played, entry(3, "undo_request", 0, 2), entry(4, "undo_answer", 1, 2)];

describe("moves that were taken back", () => {
  it("are those beyond the ply that was returned to", () => {
    expect([...takenBack(undone)]).toEqual([1, 2]);
    expect([...takenBack(refused)]).toEqual([]);
  });
});

describe("the list of moves", () => {
  it("steps back and forth, and to the present", async () => {
    const onStep = vi.fn();
    const user = userEvent.setup();
    const match = matchOf({ history: played, seq: 2 });
    const { rerender } = render(<History match={match} at={null} onStep={onStep} />);
    await user.click(screen.getByRole("button", { name: said("history.previous") }));
    expect(onStep).toHaveBeenLastCalledWith(1);
    rerender(<History match={match} at={1} onStep={onStep} />);
    expect(screen.getByRole("button", { current: "step" }).textContent).toBe("m1");
    await user.click(screen.getByRole("button", { name: said("history.next") }));
    expect(onStep).toHaveBeenLastCalledWith(null);
    await user.click(screen.getByRole("button", { name: said("history.first") }));
    expect(onStep).toHaveBeenLastCalledWith(0);
    await user.click(
      screen.getByRole("button", { name: said("history.entry", { ply: "2", player: "random", text: "m2" }) }),
    );
    expect(onStep).toHaveBeenLastCalledWith(null);
  });
});

describe("the replay", () => {
  const stops = [0, 1, 2, 3];
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is stepped with the arrow keys, except where they mean something else", () => {
    const onStep = vi.fn();
    render(
      <>
        <div className="board" data-testid="board" />
        <Replay stops={stops} at={2} onStep={onStep} />
      </>,
    );
    fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    expect(onStep).toHaveBeenLastCalledWith(1);
    fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(onStep).toHaveBeenLastCalledWith(null);
    fireEvent.keyDown(screen.getByTestId("board"), { key: "ArrowLeft" });
    fireEvent.keyDown(screen.getByRole("slider"), { key: "ArrowLeft" });
    fireEvent.keyDown(document.body, { key: "ArrowLeft", altKey: true });
    expect(onStep).toHaveBeenCalledTimes(2);
  });

  it("is dragged, and plays by itself from the start to the present", () => {
    vi.useFakeTimers();
    const onStep = vi.fn();
    const { rerender } = render(<Replay stops={stops} at={null} onStep={onStep} />);
    fireEvent.change(screen.getByRole("slider"), { target: { value: "1" } });
    expect(onStep).toHaveBeenLastCalledWith(1);
    fireEvent.click(screen.getByRole("button", { name: said("replay.play") }));
    expect(onStep).toHaveBeenLastCalledWith(0);
    for (const [at, next] of [
      [0, 1],
      [1, 2],
      [2, null],
    ] as const) {
      rerender(<Replay stops={stops} at={at} onStep={onStep} />);
      act(() => vi.advanceTimersByTime(900) && undefined);
      expect(onStep).toHaveBeenLastCalledWith(next);
    }
    rerender(<Replay stops={stops} at={null} onStep={onStep} />);
    expect(screen.getByRole("button", { name: said("replay.play") })).toBeTruthy();
  });
});
