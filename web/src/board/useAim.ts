/** Aiming at a bar between cells, by pointer, finger or keys, and playing it: from the legal choices alone. */
import { useMemo, useState } from "react";
import type { Board, Choice } from "../api/types";
import { centres, type Direction, type Point } from "./geometry";
import { meant, middle, type Side, sameSide, sharing, sideOf } from "./sides";

export interface Aim {
  position: number;
  /** Taken while a move was under way: it stands in the next position, too, where it can be played. */
  early: boolean;
  by: "mouse" | "touch" | "keys";
  side: Side;
  /** What would be played; null where the keys lead to a side that nothing can be put on. */
  choice: Choice | null;
  /** Which of how many on this side. */
  number: number;
  count: number;
}

interface Given {
  position: number;
  board: Board;
  choices: readonly Choice[];
  busy: boolean;
  early: boolean;
  onPlay: (choice: Choice) => void;
  onRefused: (side: Side, at: Point) => void;
}

const isOf = (choice: Choice | null) => (one: Choice) => one.action === choice?.action;

export function useAim({ position, board, choices, busy, early, onPlay, onRefused }: Given) {
  const [kept, setAim] = useState<Aim | null>(null);
  const points = useMemo(() => centres(board), [board]);
  // What was aimed at in another position is forgotten.
  const stands = kept?.position === position || (kept?.early && choices.some(isOf(kept.choice)));
  const aim = stands && !busy ? kept : null;

  function take(side: Side, choice: Choice | null, by: Aim["by"]) {
    const options = sharing(points, choices, side);
    const number = choice ? options.indexOf(choice) + 1 : 0;
    setAim({ position, early, by, side, choice, number, count: options.length });
  }

  function leave() {
    setAim(null);
  }

  /** A mouse over a gap shows what a click would play. */
  function point(side: Side, at: Point) {
    if (busy) return;
    const choice = meant(points, choices, side, at);
    if (!choice) leave();
    else if (aim?.by !== "mouse" || aim.choice?.action !== choice.action) take(side, choice, "mouse");
  }

  /** A click plays. A finger hides what it points at: it must ask for the same bar twice. */
  function press(side: Side, at: Point, touch: boolean) {
    if (busy) return;
    const choice = meant(points, choices, side, at);
    if (choice && touch && aim?.choice?.action !== choice.action) return take(side, choice, "touch");
    leave();
    if (choice) onPlay(choice);
    else onRefused(side, at);
  }

  /** Shift with an arrow: the side of a cell; again, the next choice on it. */
  function turn(cell: number, direction: Direction) {
    const side = sideOf(board, cell, direction);
    if (!side || busy) return leave();
    const options = sharing(points, choices, side);
    const again = aim?.by === "keys" && sameSide(aim.side, side);
    take(side, options[again && options.length > 0 ? aim.number % options.length : 0] ?? null, "keys");
  }

  /** Enter: plays what the keys aim at, or asks why nothing can be put there. */
  function play() {
    if (!aim) return;
    leave();
    if (aim.choice) onPlay(aim.choice);
    else onRefused(aim.side, middle(points, aim.side));
  }

  return { aim, point, press, turn, play, leave, leaveMouse: () => aim?.by === "mouse" && leave() };
}
