/** How far a run is, and since when. */
import type { RunSummary } from "../api/types";
import { useWords } from "../words/context";

export function RunFacts({ run }: { run: RunSummary }) {
  const { say, language } = useWords();
  const time = new Date(run.changed);
  const written = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(
    time,
  );
  return (
    <span className="run-facts muted">
      {[
        progress(),
        <time dateTime={time.toISOString()} key="time">
          {say("arena.updated", { time: written })}
        </time>,
      ]
        .filter(Boolean)
        .map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts that do not move.
          <span key={i}>{part}</span>
        ))}
    </span>
  );

  function progress(): string {
    if (run.done === null) return "";
    const done = number(run.done);
    if (run.total === null) return run.kind === "training" ? "" : say("arena.games", { count: done });
    const total = number(run.total);
    if (run.kind === "training") return say("arena.rounds_done", { done, total });
    return run.done === run.total
      ? say("arena.games", { count: done })
      : say("arena.games_done", { done, total });
  }

  function number(value: number): string {
    return value.toLocaleString(language);
  }
}

export function StateMark({ state }: { state: RunSummary["state"] }) {
  const { say } = useWords();
  return <span className={`run-state ${state}`}>{say(`arena.state_${state}`)}</span>;
}
