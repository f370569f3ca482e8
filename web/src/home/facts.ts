/** What is known of games without opening them: order, players, minutes, strength. */
import type { Agent, Game } from "../api/types";
import type { Say } from "../words/say";

/** The games that Boardwright comes with are shown in this order; any other follows by its title. */
const FIRST = ["quoridor", "minesweeper", "skirmish", "tic_tac_toe"];

export function inOrder(games: readonly Game[]): { shipped: Game[]; others: Game[] } {
  const place = ({ name }: Game) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const sorted = [...games].sort((a, b) => place(a) - place(b) || a.title.localeCompare(b.title));
  return {
    shipped: sorted.filter(({ shipped }) => shipped),
    others: sorted.filter(({ shipped }) => !shipped),
  };
}

/** How many play, and how long. */
export function facts(game: Game, say: Say): string {
  const players = say(game.players === 1 ? "home.players_one" : "home.players_many", { count: game.players });
  if (game.minutes === null) return players;
  return `${players}, ${say("home.minutes", { count: game.minutes })}`;
}

/** How strong an agent is, beside the level below it, in a few words; null where nobody has measured it. */
export function strength({ rating }: Agent, below: Agent | undefined, say: Say): string | null {
  if (!rating) return null;
  if (rating.elo === 0) return say("new.weakest");
  if (!below?.rating) return say("new.elo", { elo: rating.elo });
  return say("new.share", { share: shareOf(rating.elo - below.rating.elo), below: below.title });
}

/** The share of the points that a lead in Elo points means, in percent. Nobody wins for certain. */
export function shareOf(lead: number): number {
  return Math.min(99, Math.round(100 / (1 + 10 ** (-lead / 400))));
}
