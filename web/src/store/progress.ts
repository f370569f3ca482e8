/** The score of puzzles, kept in this browser: each counts by its first answer. */
import { useSyncExternalStore } from "react";
import { keep, recall } from "./preferences";

export interface Progress {
  /** By game and number: whether the first answer was right. */
  games: Record<string, Record<string, boolean>>;
  /** First answers that were right, one after the other; and the most ever. */
  streak: number;
  best: number;
}

export interface Score {
  solved: number;
  tried: number;
}

const NAME = "puzzles";
const NOTHING: Progress = { games: {}, streak: 0, best: 0 };
const listeners = new Set<() => void>();
let cached: { text: string | null; progress: Progress } = { text: null, progress: NOTHING };

export function progress(): Progress {
  const text = recall(NAME);
  if (text !== cached.text) cached = { text, progress: read(text) };
  return cached.progress;
}

export function useProgress(): Progress {
  return useSyncExternalStore(subscribe, progress);
}

/** Counts an answer, if it is the first to its puzzle. */
export function count(game: string, number: number, right: boolean): void {
  const { games, streak, best } = progress();
  if (games[game]?.[number] !== undefined) return;
  const now = right ? streak + 1 : 0;
  write({
    games: { ...games, [game]: { ...games[game], [number]: right } },
    streak: now,
    best: Math.max(best, now),
  });
}

export function forget(): void {
  write(NOTHING);
}

export function scoreOf({ games }: Progress, game?: string): Score {
  const chosen = game === undefined ? Object.values(games) : [games[game] ?? {}];
  const answers = chosen.flatMap((one) => Object.values(one));
  return { solved: answers.filter(Boolean).length, tried: answers.length };
}

/** The puzzle to go on with: the next one that was not tried, then the next one that was missed, then the next. */
export function nextNumber({ games }: Progress, game: string, total: number, after = 0): number {
  const known = games[game] ?? {};
  const order = Array.from({ length: total }, (_, i) => ((after + i) % total) + 1);
  return (
    order.find((number) => known[number] === undefined) ??
    order.find((number) => known[number] === false && number !== after) ??
    order[0] ??
    1
  );
}

function read(text: string | null): Progress {
  try {
    const found = JSON.parse(text ?? "null");
    const whole = typeof found?.games === "object" && found.games !== null;
    if (!whole || !Number.isInteger(found.streak) || !Number.isInteger(found.best)) return NOTHING;
    return found;
  } catch {
    return NOTHING;
  }
}

function write(next: Progress): void {
  keep(NAME, JSON.stringify(next));
  // Where nothing can be kept, the page remembers until it is left.
  if (recall(NAME) === null) cached = { text: null, progress: next };
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  const told = (event: StorageEvent) => {
    if (event.key === `boardwright.${NAME}`) tell();
  };
  listeners.add(tell);
  addEventListener("storage", told);
  return () => {
    listeners.delete(tell);
    removeEventListener("storage", told);
  };
}
