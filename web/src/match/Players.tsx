/** Who plays: one line a seat, the sign of the one to move, and the time that is left. */
import type { Match, View } from "../api/types";
import { useWords } from "../words/context";
import { countsOf } from "./Counters";
import { leftOf, timeText, usePassed } from "./clock";
import { seatName } from "./sentences";
import "./players.css";

interface Props {
  match: Match;
  view: View | null;
  lost: boolean;
}

export function Players({ match, view, lost }: Props) {
  const { say } = useWords();
  const { clock } = match;
  const passed = usePassed(clock, lost);
  return (
    <>
      <ul className="players">
        {match.seats.map((_, seat) => {
          const left = clock && leftOf(clock, seat, passed);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number.
            <li key={seat} className={`owner-${seat}${view?.to_move === seat ? " to-move" : ""}`}>
              <span className="dot" aria-hidden="true" />
              {seatName(match, seat, say)}
              {view && <Counts view={view} seat={seat} />}
              {left !== null && (
                <span
                  className={clock?.running === seat ? "clock running" : "clock"}
                  role="timer"
                  aria-label={say("clock.left", { time: timeText(left) })}
                >
                  {timeText(left)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {match.help && !match.finished && <p className="muted help-allowed">{say("hint.allowed")}</p>}
    </>
  );
}

function Counts({ view, seat }: { view: View; seat: number }) {
  return countsOf(view, seat).map(({ code, name, value }) => (
    <span key={code} className="count">
      <b>{value}</b> {name}
    </span>
  ));
}
