/** The matches that this browser has a seat in: a few to go on with, and all of them where the reader asks. */
import { useState } from "react";
import { useSummaries } from "../api/queries";
import type { Game, Gone, Summary } from "../api/types";
import { matchAddress } from "../route";
import { leaveSeat, type Seat, useSeats } from "../store/seats";
import { useWords } from "../words/context";
import { partners, stateOf, urgency } from "./summaries";

const SHOWN = 3;

interface Line {
  seat: Seat;
  found: Summary | Gone | undefined;
}

export function Continue({ games }: { games: readonly Game[] }) {
  const { say } = useWords();
  const [all, setAll] = useState(false);
  const seats = useSeats();
  const { data } = useSummaries(seats);
  const lines = seats.map((seat) => ({ seat, found: data?.find(({ id }) => id === seat.id) }));
  // What waits for the reader comes first; a list of all of them is by age.
  const running = lines
    .filter(({ found }) => urgency(found) < 2)
    .sort((a, b) => urgency(a.found) - urgency(b.found));
  const shown = all ? lines : running.slice(0, SHOWN);
  if (lines.length === 0) return null;
  return (
    <section className="your-matches" aria-labelledby="yours">
      <div className="your-head">
        <h2 id="yours">{say(all || running.length === 0 ? "home.yours" : "home.continue")}</h2>
        {(all || lines.length > shown.length) && (
          <button type="button" className="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? say("home.fewer") : say("home.all", { count: lines.length })}
          </button>
        )}
      </div>
      <ul>
        {shown.map((line) => (
          <YourMatch key={line.seat.id} line={line} games={games} removable={all} />
        ))}
      </ul>
    </section>
  );
}

function YourMatch({ line, games, removable }: { line: Line; games: readonly Game[]; removable: boolean }) {
  const { say } = useWords();
  const { seat, found } = line;
  const known = found && !found.gone ? found : null;
  const title = known?.title ?? seat.title;
  const beside = known ? partners(known, seat, games, say) : [];
  return (
    <li>
      <a href={matchAddress(seat.id)}>
        <span className="match-title">
          {title}
          {beside.length > 0 && <span className="muted"> · {beside.join(", ")}</span>}
        </span>
        <span className={urgency(found) === 0 ? "state yours" : "state"}>{stateOf(found, say)}</span>
      </a>
      {removable && (
        <button
          type="button"
          className="quiet"
          aria-label={say("home.forget", { title })}
          onClick={() => leaveSeat(seat.id)}
        >
          ×
        </button>
      )}
    </li>
  );
}
