/** The moves so far, to step through. The present is where play goes on. */
import { useEffect, useRef } from "react";
import type { HistoryEntry, Match } from "../api/types";
import { notation } from "../board/labels";
import { useWords } from "../words/context";
import { type Say, sayIfKnown } from "../words/say";
import { Replay } from "./Replay";
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
  // The present is the last stop, whatever happened after the last move.
  const stops = [0, ...shown.map(({ seq }) => seq).slice(0, -1), ...(shown.length > 0 ? [match.seq] : [])];

  function go(to: number) {
    onStep(to >= match.seq ? null : to);
  }

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
                title={notation(entry.text)}
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
      <Replay stops={stops} at={at} onStep={onStep} />
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
  if (entry.kind === "move") return entry.label ?? say("history.hidden");
  return sayIfKnown(say, `history.${entry.kind}`) ?? entry.kind;
}
