/** The numbers of a chart as a table, made when somebody opens it: a long run has many. */
import { useState } from "react";
import { useWords } from "../words/context";
import type { Series } from "./LineChart";

interface Props {
  title: string;
  series: readonly Series[];
  xTitle: string;
  xs: readonly number[];
  format: (y: number) => string;
  place: (x: number) => string;
}

export function ChartTable({ title, series, xTitle, xs, format, place }: Props) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  if (xs.length === 0) return null;
  return (
    <details className="chart-numbers" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("chart.table")}</summary>
      {open && <Rows title={title} series={series} xTitle={xTitle} xs={xs} format={format} place={place} />}
    </details>
  );
}

function Rows({ title, series, xTitle, xs, format, place }: Props) {
  const columns = series.map(({ points }) => new Map(points));
  return (
    // A region that scrolls can be reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className="table" tabIndex={0} aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{xTitle}</th>
            {series.map((one) => (
              <th scope="col" key={one.title}>
                {one.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {xs.map((x) => (
            <tr key={x}>
              <th scope="row">{place(x)}</th>
              {columns.map((column, number) => (
                <td key={series[number]?.title}>{shown(column.get(x), format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shown(value: number | undefined, format: (y: number) => string): string {
  return value === undefined || !Number.isFinite(value) ? "" : format(value);
}
