/** The heading of a run: its game, as far as it is known, and its own title. */
import type { RunSummary } from "../api/types";
import type { Say } from "../words/say";

export function titleOf(run: RunSummary, say: Say): string {
  const subject = run.game_title ?? run.game;
  return subject === null ? run.title : say("app.about", { subject, words: run.title });
}
