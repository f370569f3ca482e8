/** Who plays: one line a seat, the sign of the one to move. */
import type { Match, View } from "../api/types";
import { useWords } from "../words/context";
import { seatName } from "./sentences";

export function Players({ match, view }: { match: Match; view: View | null }) {
  const { say } = useWords();
  return (
    <ul className="players">
      {match.seats.map((_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number.
        <li key={seat} className={`owner-${seat}${view?.to_move === seat ? " to-move" : ""}`}>
          <span className="dot" aria-hidden="true" />
          {seatName(match, seat, say)}
        </li>
      ))}
    </ul>
  );
}
