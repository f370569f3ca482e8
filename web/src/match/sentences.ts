/** Who sits where and how the match stands, in words. */
import type { Match } from "../api/types";
import { seatIn } from "../store/seats";
import type { Say } from "../words/say";

/** What is known of a match in a list, too. */
type Table = Pick<Match, "id" | "seats" | "you" | "result">;

/** Whether one person plays for several sides: `you` is then the side to move. */
export function playsAll({ id, you }: Pick<Match, "id" | "you">): boolean {
  const own = seatIn(id);
  if (!own || you === null) return false;
  return (own.seats?.length ?? 1) > 1 || own.seat !== you;
}

export function seatName(match: Table, seat: number, say: Say): string {
  const { seats } = match;
  const you = sideOf(match);
  if (seat === you) return say("seat.you");
  const agent = seats[seat]?.title;
  if (agent) return agent;
  return you !== null && seats.length === 2 ? say("seat.friend") : say("seat.player", { number: seat + 1 });
}

export function statusOf(match: Match, say: Say): string {
  if (match.finished) return resultOf(match, say);
  const toMove = match.view?.to_move ?? null;
  const alone = match.seats.some(({ kind, joined }) => kind === "person" && !joined);
  if (alone) return say(toMove === match.you ? "status.your_turn_alone" : "status.waiting_join");
  if (toMove === null) return match.view ? say("status.over") : say("status.watching");
  if (toMove === sideOf(match)) return say("status.your_turn");
  if (match.preparing) return match.preparing.message;
  const player = seatName(match, toMove, say);
  return say(match.thinking ? "status.thinking" : "status.waiting", { player });
}

export function resultOf(match: Table, say: Say): string {
  const { result, seats } = match;
  const you = sideOf(match);
  if (!result) return say("status.over");
  if (result.resigned !== null) return givenAway(match, result.resigned, "resigned", say);
  if (result.timeout !== null) return givenAway(match, result.timeout, "time", say);
  const { returns } = result;
  if (returns === null) return say("status.abandoned");
  if (seats.length === 1) return alone(returns[0] ?? 0, you !== null, say);
  const best = Math.max(...returns);
  const winners = returns.flatMap((value, seat) => (value === best ? [seat] : []));
  const [winner] = winners;
  if (winners.length > 1 || winner === undefined) return say("status.draw");
  if (you === null) return say("status.wins", { player: seatName(match, winner, say) });
  return say(winner === you ? "status.you_win" : "status.you_lose");
}

/** A game for one is won, lost, or ends with a score. */
function alone(score: number, yours: boolean, say: Say): string {
  if (yours && Math.abs(score) === 1) return say(score > 0 ? "status.you_win" : "status.you_lose");
  return say("status.score", { score });
}

/** Who resigned or had no time left has lost, whatever stands on the board. */
function givenAway(match: Table, loser: number, how: "resigned" | "time", say: Say): string {
  const player = seatName(match, loser, say);
  const you = sideOf(match);
  if (you === null || match.seats.length !== 2) return say(`status.someone_${how}`, { player });
  if (loser !== you) return say(`status.other_${how}`, { player });
  return say(how === "time" ? "status.your_time" : "status.you_resigned", {
    winner: seatName(match, 1 - loser, say),
  });
}

/** The reader's side; null for those who watch, and for who plays for all of them. */
function sideOf(match: Table): number | null {
  return playsAll(match) ? null : match.you;
}

/** Why the board does not answer now, if the reason is not the rules'. */
export function notNow(match: Match, past: boolean, say: Say): string | null {
  if (past) return say("refuse.past");
  if (match.finished) return say("refuse.over");
  if (match.you === null) return say("refuse.watching");
  if (match.view?.to_move !== match.you && (match.view?.choices.length ?? 0) === 0)
    return say("refuse.not_your_turn");
  return null;
}
