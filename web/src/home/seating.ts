/** From what the reader chose on the start page to the seats that the server is asked for. */
import type { Game } from "../api/types";

export const FRIEND = "friend";

export interface Wish {
  game: string;
  preset: string;
  opponent: string;
  seat: number | "random";
}

/** The wish, with what this game does not offer replaced by what it does. */
export function fitting(games: readonly Game[], wish: Partial<Wish>): Wish | null {
  const game = games.find(({ name }) => name === wish.game) ?? games[0];
  if (!game) return null;
  const offered = [...game.agents.map(({ name }) => name), FRIEND];
  const known = game.presets.some(({ name }) => name === wish.preset);
  const seat = typeof wish.seat === "number" && wish.seat < game.players ? wish.seat : undefined;
  return {
    game: game.name,
    preset: known && wish.preset ? wish.preset : game.preset,
    opponent: offered.find((name) => name === wish.opponent) ?? game.opponent ?? FRIEND,
    seat: wish.seat === "random" ? "random" : (seat ?? 0),
  };
}

/** The wish for another game: each game proposes an opponent of its own, a friend plays every game. */
export function elsewhere(wish: Wish, game: string): Partial<Wish> {
  const { opponent, ...others } = wish;
  return opponent === FRIEND ? { ...wish, game } : { ...others, game };
}

/** One entry a seat: the person in the chosen one, the opponent in all the others. */
export function seating(players: number, wish: Wish, chance: () => number = Math.random): string[] {
  const mine = wish.seat === "random" ? Math.floor(chance() * players) : wish.seat;
  return Array.from({ length: players }, (_, seat) => (seat === mine ? "person" : wish.opponent));
}
