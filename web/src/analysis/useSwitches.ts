/** What is drawn over the board: remembered by this browser. */
import { useMemo } from "react";
import type { Analysis } from "../api/types";
import { usePreference } from "../store/preferences";

const ANSWERS = ["on", "off"] as const;

export type Switch = "move" | "ways" | "numbers";

/** Null where the reader has not chosen. */
export interface Switches extends Record<Switch, boolean | null> {
  turn: (which: Switch, on: boolean) => void;
}

export function useSwitches(): Switches {
  const [move, setMove] = usePreference("analysis_move", ANSWERS);
  const [ways, setWays] = usePreference("analysis_ways", ANSWERS);
  const [numbers, setNumbers] = usePreference("analysis_numbers", ANSWERS);
  return useMemo(() => {
    const set = { move: setMove, ways: setWays, numbers: setNumbers };
    const chosen = (answer: "on" | "off" | null) => (answer ? answer === "on" : null);
    return {
      move: chosen(move),
      ways: chosen(ways),
      numbers: chosen(numbers),
      turn: (which, on) => set[which](on ? "on" : "off"),
    };
  }, [move, ways, numbers, setMove, setWays, setNumbers]);
}

/** All is drawn until the reader says otherwise; but numbers below ways are too much at once. */
export function isOn(switches: Switches, which: Switch, analysis: Analysis | null): boolean {
  return switches[which] ?? (which !== "numbers" || (analysis?.routes.length ?? 0) === 0);
}
