/** What a player can do besides moving: take back, resign, answer, begin anew. */
import { useState } from "react";
import { placeAddress, placeOf } from "../analysis/place";
import type { Move } from "../api/client";
import type { Match } from "../api/types";
import { matchAddress } from "../route";
import { useWords } from "../words/context";
import type { Key } from "../words/say";
import { seatName } from "./sentences";

interface Props {
  match: Match;
  busy: boolean;
  onSend: (move: Move) => void;
  /** Opens the rematch, or goes to the one that is open. */
  onRematch: () => void;
  /** Begins a match for one again. */
  onRestart: () => void;
}

export function Controls({ match, busy, onSend, onRematch, onRestart }: Props) {
  const { say } = useWords();
  const [asking, setAsking] = useState(false);
  const { you, undo, finished } = match;
  const playing = you !== null && !finished;
  const asksYou = playing && undo !== null && undo.by !== you;

  return (
    <section className="controls" aria-label={say("actions.title")}>
      {asksYou && (
        <div className="request" role="alert">
          <p>{say("actions.undo_other", { player: seatName(match, undo.by, say) })}</p>
          <div className="row">
            <button
              type="button"
              disabled={busy}
              onClick={() => onSend({ kind: "undo_answer", agree: true })}
            >
              {say("actions.agree")}
            </button>
            <button
              type="button"
              disabled={busy}
              onClick={() => onSend({ kind: "undo_answer", agree: false })}
            >
              {say("actions.refuse")}
            </button>
          </div>
        </div>
      )}
      {playing && undo?.by === you && <p className="muted">{say("actions.undo_asked")}</p>}
      {asking && playing ? (
        <div className="request" role="alertdialog" aria-labelledby="resign-sure">
          <p id="resign-sure">{say("actions.resign_sure")}</p>
          <div className="row">
            <button
              type="button"
              className="danger"
              disabled={busy}
              onClick={() => {
                setAsking(false);
                onSend({ kind: "resign" });
              }}
            >
              {say("actions.resign_yes")}
            </button>
            {/* biome-ignore lint/a11y/noAutofocus: the question replaces the button that had the focus. */}
            <button type="button" autoFocus onClick={() => setAsking(false)}>
              {say("actions.resign_no")}
            </button>
          </div>
        </div>
      ) : (
        <div className="row">
          {playing && match.may_undo && undo === null && (
            <button type="button" disabled={busy} onClick={() => onSend({ kind: "undo_request" })}>
              {say("actions.undo")}
            </button>
          )}
          {playing && match.seats.length === 2 && (
            <button type="button" disabled={busy} onClick={() => setAsking(true)}>
              {say("actions.resign")}
            </button>
          )}
          {finished && you !== null && (
            <button
              type="button"
              className="primary"
              disabled={busy}
              onClick={match.seats.length === 1 ? onRestart : onRematch}
            >
              {say(nextName(match))}
            </button>
          )}
          {you === null && match.rematch !== null && (
            <a className="button primary" href={matchAddress(match.rematch)}>
              {say("tools.to_rematch")}
            </a>
          )}
          {finished && match.may_ask && (
            <a className="button" href={placeAddress(placeOf({ match: match.id }))}>
              {say("analysis.link")}
            </a>
          )}
          <a className="button" href="#/">
            {say("actions.new")}
          </a>
        </div>
      )}
    </section>
  );
}

function nextName({ seats, rematch }: Match): Key {
  if (seats.length === 1) return "tools.again";
  return rematch === null ? "tools.rematch" : "tools.to_rematch";
}
