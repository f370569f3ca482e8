/** The button for a hint, and the answer in words. The board shows the move. */
import { Refused } from "../api/client";
import { useWords } from "../words/context";
import type { Say } from "../words/say";
import type { Hint } from "./useHint";
import "./hint.css";

/** Beside the headline, where it takes no room from the tables. */
export function HintButton({ hint }: { hint: Hint }) {
  const { say } = useWords();
  return (
    <button
      type="button"
      aria-keyshortcuts="H"
      aria-pressed={hint.asked}
      disabled={!hint.ready}
      onClick={hint.asked ? hint.hide : hint.ask}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="M7.5 13.5c0-1.7-2.5-2.6-2.5-5.8a5 5 0 0 1 10 0c0 3.2-2.5 4.1-2.5 5.8zM8 16.5h4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>{say("hint.ask")}</span>
    </button>
  );
}

/** The answer, once it was asked for. The place of it is always there, so that screen readers hear it. */
export function HintCard({ hint }: { hint: Hint }) {
  const { say } = useWords();
  const lines = hint.asked ? linesOf(hint, say) : [];
  const waits = hint.asked && !hint.analysis && !hint.error;
  return (
    <section className={lines.length > 0 ? "card hint-card" : "unseen"} aria-label={say("hint.title")}>
      <div className={waits ? "hint-words busy" : "hint-words"} aria-live="polite">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </section>
  );
}

function linesOf({ analysis, preparing, error }: Hint, say: Say): string[] {
  if (error) return [error instanceof Refused ? error.message : say("app.unreachable")];
  if (!analysis) return [preparing ?? say("hint.asking")];
  const [best] = analysis.best;
  // Who plays has no use for an agent's options: `Search (depth=4)`.
  const title = analysis.title.replace(/ \(.*\)$/, "");
  const first = best ? say("hint.move", { title, move: best.label }) : say("hint.none", { title });
  return [...new Set([first, analysis.reason.message, ...(best?.words ?? []).map(({ message }) => message)])];
}
