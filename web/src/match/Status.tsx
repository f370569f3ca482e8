/** Above the board: whose turn it is and what is asked, or how it ended. Heard by screen readers as it changes. */
import type { ReactNode } from "react";
import type { Match, View } from "../api/types";
import { useWords } from "../words/context";
import { statusOf } from "./sentences";

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
  return (
    <div className="status-line">
      <div role="status">
        {asked && <p className="turn">{sentence}</p>}
        <p className={`status${match.finished ? " over" : ""}${busy ? " busy" : ""}`}>{asked ?? sentence}</p>
      </div>
      {unsent && (
        <button type="button" onClick={onGiveUp}>
          {say("status.give_up")}
        </button>
      )}
      {match.result?.truncated && <p className="muted">{say("status.truncated")}</p>}
      {lost && (
        <p className="lost busy" role="alert">
          {say("status.reconnecting")}
        </p>
      )}
      {children && <div className="status-end">{children}</div>}
    </div>
  );
}
