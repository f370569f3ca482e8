/** A match from what is known of it and what is new: the server sends each event of the history once. */
import type { Match } from "./types";

/** Null where they do not fit, or where what was hidden may be open now: then the match must be read as a whole. */
export function joined(known: Match, news: Match): Match | null {
  const first = news.history[0]?.seq ?? news.seq + 1;
  const before = known.history.filter(({ seq }) => seq < first);
  if (before.length !== first - 1) return null;
  const otherEyes = known.you !== news.you || known.finished !== news.finished;
  const hidden = before.some(({ kind, text }) => kind === "move" && text === null);
  if (otherEyes && hidden) return null;
  return { ...news, history: [...before, ...news.history] };
}
