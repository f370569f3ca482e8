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

const PLAYER = /^player(\d+)$/;

/** Whether each row of a table stands for a player. */
function isOfPlayers({ keys }: Panel): boolean {
  return keys.length > 0 && keys.every((key) => PLAYER.test(key));
}

/** Whether a column of a table holds nothing but numbers; the first one of a table of players names them. */
function isCount(panel: Panel, column: number): boolean {
  return column > 0 && panel.rows.every((row) => NUMBER.test(row[column] ?? ""));
}

/** A table of players that says nothing more than the numbers beside their names. */
export function isTally(panel: Panel): boolean {
  return isOfPlayers(panel) && panel.columns.every((_, column) => column === 0 || isCount(panel, column));
}

/** What tables of players count for a seat: each number with its heading. */
export function countsOf(view: View, seat: number): { code: string; name: string; value: string }[] {
  return view.panels.filter(isOfPlayers).flatMap((panel) => {
    const row = panel.rows[panel.keys.indexOf(`player${seat}`)];
    return panel.columns.flatMap(({ code, message }, column) =>
      row && isCount(panel, column) ? [{ code, name: message, value: row[column] ?? "" }] : [],
    );
  });
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
