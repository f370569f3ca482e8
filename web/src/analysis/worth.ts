/** What a position is worth, on one scale for every agent: from -1 (all is lost for player 1) to 1. */
import type { Analysis, Match } from "../api/types";

export interface Worth {
  /** From -1 to 1, for player 1; in a game for one, for the player. */
  share: number;
  /** In the agent's own units, for player 1; null where the end is proven. */
  value: number | null;
  /** Plies to the proven end; null where nothing is proven. */
  plies: number | null;
}

/** The value, in an agent's units, at which the bar is half way to its end. */
const HALF = 20;

/** Null where the agent has no value for the position. */
export function worthOf({ player, best, value, shares }: Analysis, players: number): Worth | null {
  const sign = players === 2 && player === 1 ? -1 : 1;
  const ends = best[0]?.ends_in ?? null;
  if (ends !== null) return { share: sign * Math.sign(ends) + 0, value: null, plies: Math.abs(ends) };
  if (value === null) return null;
  const own = sign * value + 0;
  return { share: shareOf(own, shares, players), value: own, plies: null };
}

/** The worth of a position where the game is over. */
export function worthOfEnd({ result, seats }: Pick<Match, "result" | "seats">): Worth | null {
  const returns = result?.returns;
  const first = returns?.[0];
  if (first === undefined) return null;
  const lead = seats.length === 2 ? first - (returns?.[1] ?? 0) : first;
  return { share: Math.sign(lead) + 0, value: null, plies: 0 };
}

/** Whether a value of a game for one is a chance, as it is within these bounds. */
export function isChance(value: number): boolean {
  return value >= 0 && value <= 1;
}

function shareOf(value: number, shares: boolean, players: number): number {
  if (shares) return Math.max(-1, Math.min(1, value));
  if (players === 1 && isChance(value)) return 2 * value - 1;
  return value / (Math.abs(value) + HALF);
}
