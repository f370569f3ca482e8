/** The tables beside the board, each of which can be folded, and what happened in the last step, as the rules say it. */
import type { View } from "../api/types";
import { useWords } from "../words/context";

export function Panels({ view }: { view: View }) {
  const { say } = useWords();
  return (
    <>
      {view.events.length > 0 && (
        <section className="card">
          <h2>{say("events.title")}</h2>
          <ul className="events">
            {view.events.map((event, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events are a fixed list of the last step.
              <li key={`${view.ply}.${i}`}>{event.message}</li>
            ))}
          </ul>
        </section>
      )}
      {view.panels.map((panel) => (
        <details className="card panel" key={panel.title.code} open>
          <summary>{panel.title.message}</summary>
          <div className="table">
            <table aria-label={panel.title.message}>
              <thead>
                <tr>
                  {panel.columns.map((column) => (
                    <th key={column.code} scope="col">
                      {column.message}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {panel.rows.map((row) => (
                  <tr key={row.join("|")}>
                    {row.map((value, i) => (
                      <td key={`${panel.columns[i]?.code ?? i}`}>{value}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      ))}
    </>
  );
}
