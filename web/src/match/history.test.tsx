import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { HistoryEntry } from "../api/types";
import { matchOf } from "../board/samples.test-env";
import { History, takenBack } from "./History";

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
    await user.click(screen.getByRole("button", { name: "One step back" }));
    expect(onStep).toHaveBeenLastCalledWith(1);
    rerender(<History match={match} at={1} onStep={onStep} />);
    expect(screen.getByRole("button", { current: "step" }).textContent).toBe("m1");
    await user.click(screen.getByRole("button", { name: "One step forward" }));
    expect(onStep).toHaveBeenLastCalledWith(null);
    await user.click(screen.getByRole("button", { name: "To the start" }));
    expect(onStep).toHaveBeenLastCalledWith(0);
    await user.click(screen.getByRole("button", { name: "Move 2: random, m2" }));
    expect(onStep).toHaveBeenLastCalledWith(null);
  });
});
