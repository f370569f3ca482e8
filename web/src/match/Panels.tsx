/** The tables beside the board. Each can be folded, and rows that choices begin from can be chosen. */
import { useState } from "react";
import type { View } from "../api/types";
import { keep, recall } from "../store/preferences";
import "./panels.css";
import type { Sources } from "./useSources";

type Panel = View["panels"][number];

interface Props {
  view: View;
  sources?: Sources;
}

/** Whether there are so many tables that they have a column of their own, before what is told of the match. */
export function many(view: View): boolean {
  return view.panels.length > 2;
}

export function Panels({ view, sources }: Props) {
  // A unit may have rows in several tables: it is chosen in the first of them.
  const home = new Map(view.panels.toReversed().flatMap((panel) => panel.keys.map((key) => [key, panel])));
  return (
    <div className={many(view) ? "tables many" : "tables"}>
      {view.panels.map((panel) => (
        <PanelTable
          key={panel.title.code}
          panel={panel}
          sources={sources}
          chooses={(key) =>
            home.get(key) === panel && (sources?.begin.has(key) || sources?.back.has(key)) === true
          }
        />
      ))}
    </div>
  );
}

interface PanelProps {
  panel: Panel;
  sources: Sources | undefined;
  chooses: (key: string) => boolean;
}

function PanelTable({ panel, sources, chooses }: PanelProps) {
  const { title, columns, rows, keys } = panel;
  const memory = `folded.${title.code}`;
  const [open, setOpen] = useState(() => recall(memory) !== "yes");
  return (
    <details
      className={`card panel${keys.some((key) => sources?.begin.has(key) && chooses(key)) ? " chooses" : ""}`}
      open={open}
      onToggle={({ currentTarget }) => {
        keep(memory, currentTarget.open ? "no" : "yes");
        setOpen(currentTarget.open);
      }}
    >
      <summary>{title.message}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className="table" aria-label={title.message} tabIndex={0}>
        <table aria-label={title.message}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.code} scope="col">
                  {column.message}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => {
              const key = keys[i] ?? "";
              const chosen = key !== "" && (key === sources?.source || key === sources?.picked);
              const choosable = chooses(key);
              return (
                <tr key={key || row.join("|")} className={choosable ? "choosable" : undefined}>
                  {row.map((value, at) => (
                    <td key={`${columns[at]?.code ?? at}`}>
                      {choosable && at === 0 ? (
                        <label>
                          <input
                            type="radio"
                            name={title.code}
                            value={key}
                            checked={chosen}
                            onChange={() => sources?.choose(key)}
                          />
                          {value}
                        </label>
                      ) : (
                        value
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
}
