/** A bar beside the board: how the position stands, from all for player 1 to all for player 2. */
import { useWords } from "../words/context";
import { worthWords } from "./figures";
import type { Worth } from "./worth";

interface Props {
  /** Null while nothing is known. */
  worth: Worth | null;
  players: number;
}

export function ValueBar({ worth, players }: Props) {
  const { say, language } = useWords();
  const words = worth ? worthWords(worth, players, say, language) : say("analysis.no_value");
  const height = worth ? (worth.share + 1) / 2 : 0.5;
  return (
    <div
      className={`value-bar${worth ? "" : " unknown"}${players === 2 ? " two" : ""}`}
      role="meter"
      aria-label={say(players === 2 ? "analysis.value_first" : "analysis.value")}
      aria-valuemin={-1}
      aria-valuemax={1}
      aria-valuenow={worth?.share ?? 0}
      aria-valuetext={words}
      title={words}
      style={{ "--value": height } as React.CSSProperties}
    >
      <span className="value-fill" />
      <span className="value-middle" />
    </div>
  );
}
