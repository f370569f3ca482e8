/** The moves of the line that is walked, those of a branch set apart, and the way back to the match. */
import { useEffect, useRef } from "react";
import type { HistoryEntry } from "../api/types";
import { notation } from "../board/labels";
import { Replay } from "../match/Replay";
import { useWords } from "../words/context";
import type { Track } from "./place";

interface Props {
  track: Track;
  /** The moves of the line: those of the match up to the fork, then those of the branch. */
  entries: readonly HistoryEntry[];
  name: (seat: number) => string;
  onStep: (to: number) => void;
  /** Null where there is no branch to leave. */
  onLeave: (() => void) | null;
  leave: string;
}

export function TrackCard({ track, entries, name, onStep, onLeave, leave }: Props) {
  const { say } = useWords();
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the shown move whenever it changes.
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (box && current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
  }, [track.shown, entries.length]);
  const stops = Array.from({ length: track.end + 1 }, (_, i) => i);
  return (
    <section className="card history" aria-labelledby="track-title">
      <h2 id="track-title">{say("history.title")}</h2>
      {entries.length === 0 ? (
        <p className="muted">{say("history.none")}</p>
      ) : (
        <ol ref={list}>
          {entries.map(({ seq, actor, text, label }, i) => {
            const said = label ?? say("history.hidden");
            return (
              <li key={seq} className={i >= track.fork ? "branch" : undefined}>
                <button
                  type="button"
                  className={`step owner-${actor}`}
                  title={notation(text)}
                  aria-current={i + 1 === track.shown ? "step" : undefined}
                  aria-label={say(i >= track.fork ? "analysis.branch_entry" : "history.entry", {
                    ply: i + 1,
                    player: name(actor),
                    text: said,
                  })}
                  onClick={() => onStep(i + 1)}
                >
                  <span className="dot" aria-hidden="true" />
                  {said}
                </button>
              </li>
            );
          })}
        </ol>
      )}
      <Replay
        stops={stops}
        at={track.shown >= track.end ? null : track.shown}
        onStep={(to) => onStep(to ?? track.end)}
        last="analysis.last"
      />
      {onLeave && (
        <button type="button" onClick={onLeave}>
          {leave}
        </button>
      )}
    </section>
  );
}
