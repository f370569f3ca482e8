/** The matches that this browser has a seat in, to go on with. */
import { Refused } from "../api/client";
import { useMatch } from "../api/queries";
import { seatName, statusOf } from "../match/sentences";
import { matchAddress } from "../route";
import { leaveSeat, type Seat, useSeats } from "../store/seats";
import { useWords } from "../words/context";

const SHOWN = 12;

export function YourMatches() {
  const { say } = useWords();
  const seats = useSeats();
  return (
    <section className="your-matches" aria-labelledby="yours">
      <h2 id="yours">{say("home.yours")}</h2>
      {seats.length === 0 && <p className="muted">{say("home.yours_none")}</p>}
      <ul>
        {seats.slice(0, SHOWN).map((seat) => (
          <YourMatch key={seat.id} seat={seat} />
        ))}
      </ul>
    </section>
  );
}

function YourMatch({ seat }: { seat: Seat }) {
  const { say } = useWords();
  const { data: match, error } = useMatch(seat.id);
  const title = match?.title ?? seat.title;
  const others =
    match?.seats.flatMap((_, other) => (other === match.you ? [] : [seatName(match, other, say)])) ?? [];
  const gone = error instanceof Refused && [401, 404].includes(error.status);
  return (
    <li>
      <a href={matchAddress(seat.id)}>
        <span className="match-title">
          {title}
          {others.length > 0 && <span className="muted"> · {others.join(", ")}</span>}
        </span>
        <span
          className={match && match.view?.to_move === match.you && !match.finished ? "state yours" : "state"}
        >
          {gone ? say("home.gone") : match ? statusOf(match, say) : ""}
        </span>
      </a>
      <button
        type="button"
        className="quiet"
        aria-label={say("home.forget", { title })}
        onClick={() => leaveSeat(seat.id)}
      >
        ×
      </button>
    </li>
  );
}
