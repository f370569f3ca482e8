/** What was thrown last, as die faces above the board. */
import type { Match } from "../api/types";
import { newestThrow, pips } from "./dice";
import "./dice.css";

export function Dice({ match }: { match: Pick<Match, "seq" | "told"> }) {
  const thrown = newestThrow(match.told);
  if (!thrown) return null;
  return (
    <div
      className={`dice${sizeOf(thrown.faces.length)}`}
      role="img"
      aria-label={thrown.message}
      title={thrown.message}
    >
      {thrown.faces.map((face, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list for each position.
        <Die key={`${match.seq}.${i}`} face={face} />
      ))}
    </div>
  );
}

/** Four stand in a row; more of them stand in several, within the same height. */
function sizeOf(count: number): string {
  if (count <= 4) return "";
  return count <= 14 ? " some" : " many";
}

function Die({ face }: { face: number }) {
  const dots = pips(face);
  return (
    <svg className="die" viewBox="-20 -20 40 40" data-face={face} aria-hidden="true">
      <rect x="-18" y="-18" width="36" height="36" rx="7" />
      {dots.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x * 10} cy={y * 10} r="3.6" />
      ))}
      {dots.length === 0 && <text dy="0.36em">{face}</text>}
    </svg>
  );
}
