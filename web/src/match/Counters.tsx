/** Numbers that a player watches, above the board: tables of one row, the time of a match for one, and its restart. */
import type { ReactNode } from "react";
import type { Match, Panel, View } from "../api/types";
import { useWords } from "../words/context";
import { timeText } from "./clock";
import { useElapsed } from "./useElapsed";

const MOST = 6;

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A table of one row of numbers that stands for nothing on the board. */
export function isCounter({ rows, keys, columns }: Panel): boolean {
  const [row] = rows;
  if (!row || rows.length > 1 || keys.length > 0 || columns.length > MOST) return false;
  return row.every((value) => NUMBER.test(value));
}

interface Props {
  match: Match;
  view: View;
  children?: ReactNode;
}

export function Counters({ match, view, children }: Props) {
  const { say } = useWords();
  const elapsed = useElapsed(match);
  const panels = view.panels.filter(isCounter);
  if (panels.length === 0 && elapsed === null && !children) return null;
  return (
    <section className="counters" aria-label={say("tools.counters")}>
      {panels.map((panel) => (
        <dl key={panel.title.code} className="panel" aria-label={panel.title.message}>
          {panel.columns.map((column, i) => (
            <div key={column.code}>
              <dt>{column.message}</dt>
              <dd>{panel.rows[0]?.[i]}</dd>
            </div>
          ))}
        </dl>
      ))}
      {elapsed !== null && (
        <dl>
          <div>
            <dt>{say("clock.spent")}</dt>
            <dd>
              <span role="timer">{timeText(elapsed, false)}</span>
            </dd>
          </div>
        </dl>
      )}
      {children}
    </section>
  );
}
