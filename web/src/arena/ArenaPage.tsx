/** The arena: recorded and running tournaments, ladders, evaluations and trainings, the newest first. */
import "./arena.css";
import type { RunSummary } from "../api/types";
import { Problem } from "../Problem";
import { arenaAddress } from "../route";
import { useWords } from "../words/context";
import { useRuns } from "./queries";
import { RunFacts, StateMark } from "./RunFacts";
import { titleOf } from "./title";

export function ArenaPage() {
  const { say } = useWords();
  const { data, error, refetch } = useRuns();
  if (!data) {
    return error ? (
      <Problem error={error} onAgain={refetch} />
    ) : (
      <p className="loading">{say("app.loading")}</p>
    );
  }
  return (
    <main className="arena">
      <div>
        <h1>{say("arena.title")}</h1>
        <p className="muted">{say("arena.about")}</p>
      </div>
      {data.runs.length === 0 && <p className="card">{say(data.named ? "arena.none" : "arena.unnamed")}</p>}
      <ul className="run-list">
        {data.runs.map((run) => (
          <Entry key={run.name} run={run} />
        ))}
      </ul>
      {data.more > 0 && <p className="muted">{say("arena.more", { count: data.more })}</p>}
    </main>
  );
}

function Entry({ run }: { run: RunSummary }) {
  const { say } = useWords();
  return (
    <li className="run-entry">
      <a href={arenaAddress(run.name)}>
        <span className="run-kind">{say(`arena.kind_${run.kind}`)}</span>
        <span className="run-title">{titleOf(run, say)}</span>
        <span className="run-name muted">{run.name}</span>
        <RunFacts run={run} />
        {run.problem && <span className="form-problem">{run.problem.message}</span>}
      </a>
      <StateMark state={run.state} />
    </li>
  );
}
