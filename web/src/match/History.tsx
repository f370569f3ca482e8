/** The moves so far, to step through. The present is where play goes on. */
import { useEffect, useRef } from "react";
import type { HistoryEntry, Match } from "../api/types";
import { useWords } from "../words/context";
import { type Say, sayIfKnown } from "../words/say";
import { seatName } from "./sentences";

interface Props {
  match: Match;
  at: number | null;
  onStep: (at: number | null) => void;
}

export function History({ match, at, onStep }: Props) {
  const { say } = useWords();
  const here = at ?? match.seq;
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the shown move whenever it changes.
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (box && current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
  }, [here]);

  const shown = match.history.filter(({ kind }) => kind === "move" || kind === "resign");
  const back = takenBack(match.history);
  const stops = [0, ...shown.map(({ seq }) => seq)];

  function go(to: number) {
    onStep(to >= match.seq ? null : to);
  }

  const steps = [
    { key: "history.first", path: "M6 4v12M15 5l-5 5 5 5", to: 0, off: here === 0 },
    {
      key: "history.previous",
      path: "M12 5l-5 5 5 5",
      to: stops.findLast((stop) => stop < here) ?? 0,
      off: here === 0,
    },
    {
      key: "history.next",
      path: "M8 5l5 5-5 5",
      to: stops.find((stop) => stop > here) ?? match.seq,
      off: at === null,
    },
    { key: "history.live", path: "M5 5l5 5-5 5M14 4v12", to: match.seq, off: at === null },
  ] as const;

  return (
    <section className="card history" aria-labelledby="history-title">
      <h2 id="history-title">{say("history.title")}</h2>
      {shown.length === 0 ? (
        <p className="muted">{say("history.none")}</p>
      ) : (
        <ol ref={list}>
          {shown.map((entry) => (
            <li key={entry.seq}>
              <button
                type="button"
                className={`step owner-${entry.actor}${back.has(entry.seq) ? " back" : ""}`}
                aria-current={entry.seq === here ? "step" : undefined}
                aria-label={say("history.entry", {
                  ply: entry.ply,
                  player: seatName(match, entry.actor, say),
                  text: back.has(entry.seq)
                    ? `${said(entry, say)}, ${say("history.taken_back")}`
                    : said(entry, say),
                })}
                onClick={() => go(entry.seq)}
              >
                <span className="dot" aria-hidden="true" />
                {said(entry, say)}
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className="row steps">
        {steps.map(({ key, path, to, off }) => (
          <button
            key={key}
            type="button"
            aria-label={say(key)}
            title={say(key)}
            disabled={off}
            onClick={() => go(to)}
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
          </button>
        ))}
      </div>
    </section>
  );
}

/** The moves that were taken back: those beyond the ply to which a later event returned. */
export function takenBack(history: readonly HistoryEntry[]): Set<number> {
  const back = new Set<number>();
  history.forEach((entry, i) => {
    if (entry.kind !== "undo_request" && entry.kind !== "undo_answer") return;
    for (const earlier of history.slice(0, i)) {
      if (earlier.kind === "move" && earlier.ply > entry.ply) back.add(earlier.seq);
    }
  });
  return back;
}

function said(entry: HistoryEntry, say: Say): string {
  if (entry.kind === "move") return entry.text ?? say("history.hidden");
  return sayIfKnown(say, `history.${entry.kind}`) ?? entry.kind;
}
