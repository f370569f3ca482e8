/** The action bar: choices without a cell, those aimed at one thing with what is known of it, and taking back. */
import { type ReactNode, useMemo } from "react";
import type { Choice } from "../api/types";
import { useWords } from "../words/context";
import "./actions.css";
import { buttons, named } from "./clicks";
import { notation } from "./labels";

interface Props {
  choices: Choice[];
  picked: string | null;
  notes: ReadonlyMap<string, string> | undefined;
  /** The action that is advised, if any. */
  advised?: number | null;
  busy: boolean;
  onPlay: (choice: Choice) => void;
  children?: ReactNode;
}

export function Actions({ choices, picked, notes, advised, busy, onPlay, children }: Props) {
  const { say } = useWords();
  const shown = useMemo(() => [...named(choices, picked), ...buttons(choices)], [choices, picked]);
  return (
    <div className="actions">
      {shown.length > 0 && (
        <fieldset className="choices">
          <legend className="unseen">{say("board.buttons")}</legend>
          {shown.map((choice) => {
            const note = choice.press === "secondary" ? undefined : notes?.get(choice.source);
            return (
              <button
                type="button"
                key={choice.action}
                className={
                  [note && "noted", choice.action === advised && "advised-choice"]
                    .filter(Boolean)
                    .join(" ") || undefined
                }
                title={notation(choice.text)}
                disabled={busy}
                onClick={() => onPlay(choice)}
              >
                <span>{choice.label}</span>
                {/* The space parts them for those who hear the button. */}
                {note && " "}
                {note && <small>{note}</small>}
                {choice.action === advised && <span className="unseen"> ({say("board.advised")})</span>}
              </button>
            );
          })}
        </fieldset>
      )}
      {children}
    </div>
  );
}
