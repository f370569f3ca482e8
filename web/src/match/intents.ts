/** Clicks that wait for the answer to an earlier one: what each meant, and whether it still means that. */
import type { Choice, Match, View } from "../api/types";
import type { Key } from "../words/say";

/** How many may wait. */
export const MOST = 16;

/** A choice as it was made: by whom, and on which position. */
export interface Intent {
  choice: Choice;
  seat: number | null;
  question: string;
}

/** A choice that is not sent, and the sentence that says why. */
export interface Dropped {
  choice: Choice;
  why: Key;
}

export function intentOf(match: Match, choice: Choice): Intent {
  return { choice, seat: match.you, question: questionOf(match.view) };
}

/** The first that is sent now, those that wait on, and those before it that mean something else by now, or nothing. */
export function sift(waiting: readonly Intent[], match: Match) {
  const dropped: Dropped[] = [];
  for (const [i, intent] of waiting.entries()) {
    const why = whyDropped(intent, match);
    if (why === null) return { next: intent.choice, rest: waiting.slice(i + 1), dropped };
    dropped.push({ choice: intent.choice, why });
  }
  return { next: null, rest: [], dropped };
}

/** Null where the choice is offered as it was. An action that is still legal may mean another thing: of a unit that acts now. */
export function whyDropped({ choice, seat, question }: Intent, match: Match): Key | null {
  if (match.finished) return "refuse.over";
  if (match.you !== seat) return "dropped.turn";
  const offered = match.view?.choices.find(({ action }) => action === choice.action);
  if (offered && meaningOf(offered) === meaningOf(choice) && questionOf(match.view) === question) return null;
  return match.view?.to_move === seat ? "dropped.changed" : "dropped.turn";
}

/** What is asked of the player: the phase, and what stands out as acting. */
function questionOf(view: View | null): string {
  const acting = view?.board.cells.flatMap(({ marks }, cell) => (marks.includes("active") ? [cell] : []));
  return JSON.stringify([view?.phase, acting]);
}

/** All of a choice but its words, which may change with the position. */
function meaningOf({ action, press, source, cells, sides }: Choice): string {
  return JSON.stringify([action, press, source, cells, sides]);
}
