/**
 * Above the board: whose turn it is and what is asked, or how it ended. Heard by screen readers as it changes. It takes
 * the same room whatever it says, so that the board stays where it is.
 */
import type { CSSProperties, ReactNode } from "react";
import type { Match, View } from "../api/types";
import { useWords } from "../words/context";
import { statusOf } from "./sentences";
import "./status.css";

/** Headlines of more letters than these have the whole room, without the small line above, where that is narrow. */
const [SOME, MANY] = [36, 64];

interface Props {
  match: Match;
  view: View | null;
  at: number | null;
  sending: boolean;
  /** Whether a move was tried in vain. */
  unsent: boolean;
  going: boolean;
  lost: boolean;
  onGiveUp: () => void;
  /** What else stands in the line, at its end. */
  children?: ReactNode;
}

export function Status({ match, view, at, sending, unsent, going, lost, onGiveUp, children }: Props) {
  const { say } = useWords();
  const yours = match.you !== null && match.view?.to_move === match.you && !match.finished;
  const together = match.seats.every(({ joined }) => joined);
  const asked = yours && together && at === null && !sending ? match.view?.prompt?.message : undefined;
  let sentence = statusOf(match, say);
  if (yours && going) sentence = say("status.your_turn_again");
  if (sending) sentence = say(unsent ? "status.unsent" : "status.sending");
  if (at !== null) sentence = view?.ply ? say("status.past", { ply: view.ply }) : say("status.past_start");
  const busy = at === null && (sending || match.thinking);
  const shown = asked ?? sentence;
  return (
    <div className="status-line steady">
      <div className="said" role="status" style={{ "--chars": shown.length } as CSSProperties}>
        {lost ? (
          <p className="turn lost busy" role="alert">
            {say("status.reconnecting")}
          </p>
        ) : (
          <Above words={match.result?.truncated ? say("status.truncated") : asked && sentence} />
        )}
        <p
          className={["status", match.finished && "over", busy && "busy", lengthOf(shown)]
            .filter(Boolean)
            .join(" ")}
          title={shown.length > SOME ? shown : undefined}
        >
          {shown}
        </p>
      </div>
      <div className="status-end">
        {unsent ? (
          <button type="button" onClick={onGiveUp}>
            {say("status.give_up")}
          </button>
        ) : (
          children
        )}
      </div>
    </div>
  );
}

function lengthOf({ length }: string): string | null {
  if (length <= SOME) return null;
  return length > MANY ? "long very" : "long";
}

/** A small line above the headline. */
function Above({ words }: { words: string | undefined }) {
  return words ? <p className="turn">{words}</p> : null;
}
