/** One line above the board: whose turn it is, or how it ended. Heard by screen readers as it changes. */
import type { Match, View } from "../api/types";
import { useWords } from "../words/context";
import { statusOf } from "./sentences";

interface Props {
  match: Match;
  view: View | null;
  at: number | null;
  sending: boolean;
  going: boolean;
  lost: boolean;
}

export function Status({ match, view, at, sending, going, lost }: Props) {
  const { say } = useWords();
  const yours = match.view?.to_move === match.you && !match.finished;
  let sentence = statusOf(match, say);
  if (yours && going) sentence = say("status.your_turn_again");
  if (sending) sentence = say("status.sending");
  if (at !== null) sentence = view?.ply ? say("status.past", { ply: view.ply }) : say("status.past_start");
  const busy = at === null && (sending || match.thinking);
  return (
    <div className="status-line">
      <p className={`status${match.finished ? " over" : ""}${busy ? " busy" : ""}`} role="status">
        {sentence}
      </p>
      {match.result?.truncated && <p className="muted">{say("status.truncated")}</p>}
      {lost && (
        <p className="lost busy" role="alert">
          {say("status.reconnecting")}
        </p>
      )}
    </div>
  );
}
