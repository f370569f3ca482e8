/** What an answer is told: right or wrong, why, the moves that follow, and what else would have been right. */
import type { RefObject } from "react";
import type { Puzzle, Verdict } from "../api/types";
import { puzzleAddress } from "../route";
import { nextNumber, useProgress } from "../store/progress";
import { useWords } from "../words/context";

interface Props {
  puzzle: Puzzle;
  verdict: Verdict;
  /** Whether the board shows the position after the answer. */
  looking: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onLook: (after: boolean) => void;
}

export function VerdictCard({ puzzle, verdict, looking, heading, onLook }: Props) {
  const { say } = useWords();
  const progress = useProgress();
  const { right, move, reason, about, line, solutions } = verdict;
  const others = solutions.filter(({ action }) => action !== move.action);
  const next = nextNumber(progress, puzzle.game, puzzle.count, puzzle.number);
  return (
    <section className={`card verdict ${right ? "right" : "wrong"}`} aria-live="polite">
      <h2 ref={heading} tabIndex={-1}>
        <span aria-hidden="true">{right ? "✓" : "✗"}</span> {say(right ? "learn.right" : "learn.wrong")}
      </h2>
      <p>
        <strong>{move.label}</strong>
        {" · "}
        {[reason, ...about].map(({ message }) => message).join(" ")}
      </p>
      {line.length > 0 && (
        <p>
          {say(right ? "learn.line" : "learn.refutation")} <span className="line">{line.join(" · ")}</span>
        </p>
      )}
      {others.length > 0 && (
        <p>
          {say(right ? "learn.also" : "learn.solution")}{" "}
          <strong>{others.map(({ label }) => label).join(" · ")}</strong>
        </p>
      )}
      <div className="row">
        <a className="button primary" href={puzzleAddress(puzzle.game, next)}>
          {say("learn.next")}
        </a>
        {verdict.after ? (
          <button type="button" onClick={() => onLook(!looking)}>
            {say(looking ? "learn.again" : "learn.after")}
          </button>
        ) : null}
      </div>
    </section>
  );
}
