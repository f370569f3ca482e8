/** One run, as far as it is. What runs is followed while somebody looks. */
import "./arena.css";
import { useEffect, useRef } from "react";
import type { Run } from "../api/types";
import { Problem } from "../Problem";
import { arenaAddress } from "../route";
import { useWords } from "../words/context";
import { EvaluationResults } from "./EvaluationResults";
import { LadderResults } from "./LadderResults";
import { useRun } from "./queries";
import { RunFacts, StateMark } from "./RunFacts";
import { TournamentResults } from "./TournamentResults";
import { TrainingResults } from "./TrainingResults";
import { titleOf } from "./title";

export function RunPage({ name }: { name: string }) {
  const { say } = useWords();
  const { data: run, error, refetch } = useRun(name);
  if (run) return <Found run={run} />;
  if (error) return <Problem error={error} onAgain={refetch} />;
  return <p className="loading">{say("app.loading")}</p>;
}

function Found({ run }: { run: Run }) {
  const { say } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever came by a link with the keyboard goes on from here.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <main className="arena">
      <div className="run-head">
        <p>
          <a href={arenaAddress()}>{say("arena.back")}</a>
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {titleOf(run, say)}
        </h1>
        <p className="run-line">
          <span className="run-kind">{say(`arena.kind_${run.kind}`)}</span>
          <StateMark state={run.state} />
          <RunFacts run={run} />
        </p>
        {run.state === "running" && run.total !== null && run.done !== null && (
          <progress value={run.done} max={run.total} aria-label={say("arena.live")} />
        )}
      </div>
      <Results run={run} />
    </main>
  );
}

function Results({ run }: { run: Run }) {
  const { say } = useWords();
  if (run.problem) {
    return (
      <p className="card form-problem" role="alert">
        {run.problem.message}
      </p>
    );
  }
  if (run.tournament) return <TournamentResults tournament={run.tournament} />;
  if (run.ladder) return <LadderResults ladder={run.ladder} />;
  if (run.evaluation) return <EvaluationResults evaluation={run.evaluation} />;
  if (run.training && (run.training.stages.length > 0 || run.training.recipe || run.training.card)) {
    return <TrainingResults training={run.training} />;
  }
  return <p className="card">{say("arena.waiting")}</p>;
}
