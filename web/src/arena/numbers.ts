/** Numbers of results as people read them. */
import type { Tournament } from "../api/types";
import type { Language } from "../words/say";

/** Elo points with a sign, and a minus as wide as the plus. */
export function signed(value: number, language: Language): string {
  const text = Math.round(Math.abs(value)).toLocaleString(language);
  return `${value < 0 && text !== "0" ? "\u2212" : "+"}${text}`;
}

export function share(part: number, language: Language): string {
  return part.toLocaleString(language, { style: "percent", maximumFractionDigits: 1 });
}

/** The range that all intervals fit into. */
export function scaleOf(rows: readonly { low: number; high: number }[]): readonly [number, number] {
  return [Math.min(0, ...rows.map((row) => row.low)), Math.max(0, ...rows.map((row) => row.high))];
}

/** The result of one agent against another, by their places; null if they have not met. */
export function between({ pairs }: Tournament, one: number, other: number) {
  for (const pair of pairs) {
    const { first, second, wins, draws, losses } = pair;
    const games = wins + draws + losses;
    if (games === 0) continue;
    if (first === one && second === other) return { points: pair.points, games, wins, draws, losses };
    if (first === other && second === one) {
      return { points: games - pair.points, games, wins: losses, draws, losses: wins };
    }
  }
  return null;
}
