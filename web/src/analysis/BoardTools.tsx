/** Below the analysis board: what is drawn over it, turning it, and its link. */
import { useState } from "react";
import type { Analysis, Match, Overlay } from "../api/types";
import { copyText } from "../match/copyText";
import { matchAddress } from "../route";
import { useWords } from "../words/context";
import { isOn, type Switches } from "./useSwitches";

interface Props {
  switches: Switches;
  analysis: Analysis | null;
  /** Which of the analysis's numbers are shown, and a choice of others. */
  overlay: number;
  onOverlay: (overlay: number) => void;
  /** Null where the board looks the same to all. */
  onFlip: (() => void) | null;
  match: Match | undefined;
}

/** The chosen numbers over the cells; those that come first, where there are not so many. */
export function overlayOf(analysis: Analysis | null, chosen: number): Overlay | undefined {
  return analysis?.overlays[chosen] ?? analysis?.overlays[0];
}

export function BoardTools({ switches, analysis, overlay, onOverlay, onFlip, match }: Props) {
  const { say } = useWords();
  const [copied, setCopied] = useState(false);
  const offered = [
    { which: "move" as const, name: say("analysis.show_move"), possible: true },
    {
      which: "ways" as const,
      name: say("analysis.show_ways"),
      possible: (analysis?.routes.length ?? 0) > 0,
    },
    {
      which: "numbers" as const,
      name: overlayOf(analysis, overlay)?.title.message ?? say("analysis.show_numbers"),
      possible: (analysis?.overlays.length ?? 0) > 0,
    },
  ];
  const overlays = analysis?.overlays ?? [];
  return (
    <div className="board-tools">
      <fieldset className="switches">
        <legend className="unseen">{say("analysis.shown")}</legend>
        {offered
          .filter(({ possible }) => possible)
          .map(({ which, name }) => (
            <label key={which}>
              <input
                type="checkbox"
                checked={isOn(switches, which, analysis)}
                onChange={(event) => switches.turn(which, event.target.checked)}
              />
              <span>{name}</span>
            </label>
          ))}
        {overlays.length > 1 && isOn(switches, "numbers", analysis) && (
          <select
            aria-label={say("analysis.show_numbers")}
            value={overlays[overlay] ? overlay : 0}
            onChange={(event) => onOverlay(Number(event.target.value))}
          >
            {overlays.map(({ title }, i) => (
              <option key={title.message} value={i}>
                {title.message}
              </option>
            ))}
          </select>
        )}
      </fieldset>
      <div className="row tools">
        {onFlip && (
          <button type="button" onClick={onFlip}>
            {say("tools.flip")}
          </button>
        )}
        <button
          type="button"
          onClick={async () => {
            await copyText(location.href);
            setCopied(true);
          }}
          onBlur={() => setCopied(false)}
        >
          <span aria-live="polite">{say(copied ? "tools.copied" : "analysis.share")}</span>
        </button>
        {match && (
          <a className="button" href={matchAddress(match.id)}>
            {say("analysis.to_match")}
          </a>
        )}
      </div>
    </div>
  );
}
