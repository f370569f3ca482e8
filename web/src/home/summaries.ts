/** A match in a list, in words. */
import type { Game, Gone, Summary } from "../api/types";
import { resultOf, seatName } from "../match/sentences";
import type { Seat } from "../store/seats";
import type { Say } from "../words/say";

/** 0: the reader is to move; 1: the match runs; 2: it is over, gone, or not read yet. */
export function urgency(found: Summary | Gone | undefined): 0 | 1 | 2 {
  if (!found || found.gone || found.finished) return 2;
  return found.to_move !== null && found.to_move === found.you ? 0 : 1;
}

/** Who plays there besides the reader; in a game for one, its variant. */
export function partners(match: Summary, seat: Seat, games: readonly Game[], say: Say): string[] {
  if (match.seats.length === 1) {
    const presets = games.find(({ name }) => name === match.game)?.presets ?? [];
    const title = presets.find(({ name }) => name === match.preset)?.title;
    return title && presets.length > 1 ? [title] : [];
  }
  if ((seat.seats?.length ?? 1) === match.seats.length) return [say("home.both_sides")];
  return match.seats.flatMap((_, other) => (other === match.you ? [] : [seatName(match, other, say)]));
}

/** How the match stands. */
export function stateOf(found: Summary | Gone | undefined, say: Say): string {
  if (!found) return "";
  if (found.gone) return say("home.gone");
  if (found.finished) return resultOf(found, say);
  const alone = found.seats.some(({ kind, joined }) => kind === "person" && !joined);
  if (alone) return say(found.to_move === found.you ? "status.your_turn_alone" : "status.waiting_join");
  if (found.to_move === null) return "";
  if (found.to_move === found.you) return say("status.your_turn");
  return say("status.waiting", { player: seatName(found, found.to_move, say) });
}
