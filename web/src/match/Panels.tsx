/** The tables beside the board, each of which can be folded. */
import type { View } from "../api/types";

export function Panels({ view }: { view: View }) {
  return (
    <>
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
