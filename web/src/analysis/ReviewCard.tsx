/** The whole match at a glance: a curve of what each position was worth, and the moves that turned it. */
import { useMemo } from "react";
import { Refused } from "../api/client";
import type { HistoryEntry, Match } from "../api/types";
import { LineChart } from "../chart/LineChart";
import { useWords } from "../words/context";
import { useGameReview } from "./answers";
import { turnWords } from "./figures";
import { turningPoints } from "./turningPoints";
import type { Review } from "./useReview";
import { worthOf, worthOfEnd } from "./worth";

interface Props {
  match: Match;
  line: readonly HistoryEntry[];
  review: Review;
  /** The position that is shown, after so many moves of the match; null in a branch. */
  shown: number | null;
  onGo: (at: number) => void;
}

export function ReviewCard({ match, line, review, shown, onGo }: Props) {
  const { say, language } = useWords();
  const { found, running, error } = review;
  const { data: own } = useGameReview(match.id);
  const players = match.seats.length;
  const done = found.length === line.length;
  // A match that was given up has no end on the board.
  const { result } = match;
  const ended = result !== null && result.resigned === null && result.timeout === null && !result.abandoned;
  const turns = useMemo(
    () => turningPoints(found, line.slice(0, found.length), done && ended ? (result?.returns ?? null) : null),
    [found, line, done, ended, result],
  );
  const points = useMemo(() => {
    const known = found.flatMap((analysis, i): [number, number][] => {
      const worth = analysis && worthOf(analysis, players);
      return worth ? [[i, worth.share]] : [];
    });
    const end = done && ended ? worthOfEnd(match) : null;
    return end && known.length > 0 ? [...known, [line.length, end.share] as [number, number]] : known;
  }, [found, done, ended, match, line, players]);
  const words = turns.map((turn) => turnWords(turn, line[turn.move - 1]?.label ?? "", say, language));

  return (
    <section className="card review" aria-labelledby="review-title">
      <h2 id="review-title">{say("review.title")}</h2>
      {own && own.words.length > 0 && (
        <ul className="own-review">
          {own.words.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <div className="row">
        <button type="button" disabled={line.length === 0} onClick={running ? review.stop : review.start}>
          {say(running ? "review.stop" : found.length > 0 ? "review.again" : "review.start")}
        </button>
        {running && (
          <progress max={line.length} value={found.length} aria-label={say("review.progress")}>
            {found.length}
          </progress>
        )}
      </div>
      {error && <p role="alert">{error instanceof Refused ? error.message : say("app.unreachable")}</p>}
      {points.length > 1 && (
        <LineChart
          title={say("review.curve")}
          series={[{ title: say(players === 2 ? "analysis.value_first" : "analysis.value"), points }]}
          xTitle={say("review.move")}
          yTitle={say("review.value")}
          range={[-1, 1]}
          marks={turns.map(({ move }, i) => ({ x: move, title: words[i] ?? "" }))}
          picked={shown}
          onPick={onGo}
          whole
          height={200}
        />
      )}
      {found.length > 0 && (
        <div aria-live="polite">
          {done && points.length === 0 && <p className="muted">{say("review.no_values")}</p>}
          {done && points.length > 0 && turns.length === 0 && <p className="muted">{say("turns.none")}</p>}
          {turns.length > 0 && (
            <>
              <h3>{say("turns.title")}</h3>
              <ul className="turns">
                {turns.map(({ move }, i) => (
                  <li key={move}>
                    {/* The position before it, where the agent shows what was better. */}
                    <button type="button" className="turn-point" onClick={() => onGo(move - 1)}>
                      {words[i]}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </section>
  );
}
