/**
 * Lines over a common axis, such as the losses of a training run or the evaluation of a match.
 *
 * It knows nothing of its subject. Lines differ by dashes and not by colour alone; the arrow keys walk along the axis
 * and read the values out; the same numbers are in a table below. With `onPick` a press, or Enter, chooses a place.
 */
import "./chart.css";
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from "react";
import { useWords } from "../words/context";
import { ChartTable } from "./ChartTable";
import { nearest, type Point, pathOf, places, type Range, rangeOf, roundRange, ticks } from "./scale";
import { useWidth } from "./useWidth";

export interface Series {
  title: string;
  points: readonly Point[];
  /** An interval around the line: a place, its lower and its upper end. */
  band?: readonly (readonly [x: number, low: number, high: number])[];
}

export interface Mark {
  x: number;
  title: string;
}

interface Props {
  title: string;
  series: readonly Series[];
  xTitle: string;
  yTitle: string;
  marks?: readonly Mark[];
  onPick?: (x: number) => void;
  /** The place that is chosen now, for a chart that follows something else. */
  picked?: number | null;
  /** The vertical range, if the numbers have one of their own, such as 0 to 100 %. */
  range?: Range;
  /** Values as text. By default numbers with few digits, in the reader's language. */
  format?: (y: number) => string;
  /** Whether places are whole numbers, such as plies. */
  whole?: boolean;
  height?: number;
}

const USUAL_WIDTH = 640;
const PAD = { top: 14, right: 14, bottom: 44, left: 62 };
const BETWEEN = { x: 90, y: 48 };

export function LineChart(props: Props) {
  const { title, series, xTitle, yTitle, marks = [], onPick, picked = null, whole = false } = props;
  const { say, language } = useWords();
  const [box, measured] = useWidth<HTMLDivElement>();
  const [cursor, setCursor] = useState<number | null>(null);
  const id = useId();
  const width = Math.max(240, measured ?? USUAL_WIDTH);
  const height = props.height ?? Math.round(Math.min(280, Math.max(200, width * 0.5)));
  const plain = useMemo(() => new Intl.NumberFormat(language, { maximumSignificantDigits: 4 }), [language]);
  const format = props.format ?? plain.format;
  const xs = useMemo(() => places(series), [series]);

  const inner = { width: width - PAD.left - PAD.right, height: height - PAD.top - PAD.bottom };
  const counts = { x: inner.width / BETWEEN.x, y: inner.height / BETWEEN.y };
  const across = rangeOf(xs);
  const up = props.range ?? roundRange(rangeOf(values(series)), counts.y);
  const toX = (x: number) => PAD.left + ((x - across[0]) / (across[1] - across[0])) * inner.width;
  const toY = (y: number) => PAD.top + (1 - (y - up[0]) / (up[1] - up[0])) * inner.height;

  const at = cursor ?? (picked === null ? -1 : nearest(xs, picked));
  const x = xs[at];
  const here = x === undefined ? "" : reading(x);

  function reading(place: number): string {
    const named = marks.filter((mark) => mark.x === place).map((mark) => mark.title);
    const lines = series.flatMap((one) => {
      const value = one.points.find(([point]) => point === place)?.[1];
      return value === undefined || !Number.isFinite(value) ? [] : [`${one.title}: ${format(value)}`];
    });
    return [`${xTitle} ${plain.format(place)}`, ...named, ...lines].join(" · ");
  }

  function pointAt(event: PointerEvent<Element>): number {
    const { left, width: shown } = event.currentTarget.getBoundingClientRect();
    const inside = ((event.clientX - left) * width) / (shown || width);
    return nearest(xs, across[0] + ((inside - PAD.left) / inner.width) * (across[1] - across[0]));
  }

  function press(event: KeyboardEvent) {
    const far = Math.max(1, Math.round(xs.length / 10));
    const moves: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - far,
      PageUp: at + far,
      Home: 0,
      End: xs.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined && xs.length > 0) {
      event.preventDefault();
      setCursor(Math.min(xs.length - 1, Math.max(0, to)));
    } else if ((event.key === "Enter" || event.key === " ") && onPick && x !== undefined) {
      event.preventDefault();
      onPick(x);
    }
  }

  return (
    <figure className="chart" aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`}>{title}</figcaption>
      {series.length > 1 && (
        <ul className="chart-legend" aria-hidden="true">
          {series.map((one, number) => (
            <li key={one.title} className={`line-${number % 4}`}>
              <svg width="28" height="8">
                <path className="chart-line" d="M1 4H27" />
              </svg>
              {one.title}
            </li>
          ))}
        </ul>
      )}
      <div
        ref={box}
        className={onPick ? "chart-plot pickable" : "chart-plot"}
        role="slider"
        tabIndex={xs.length > 0 ? 0 : -1}
        aria-labelledby={`${id}-title`}
        aria-valuemin={xs[0] ?? 0}
        aria-valuemax={xs.at(-1) ?? 0}
        aria-valuenow={x ?? xs[0] ?? 0}
        aria-valuetext={here || say(xs.length > 0 ? "chart.walk" : "chart.empty")}
        onKeyDown={press}
        onBlur={() => setCursor(null)}
        onPointerDown={(event) => setCursor(pointAt(event))}
        onPointerMove={(event) => setCursor(pointAt(event))}
        onPointerLeave={() => setCursor(null)}
        onClick={() => onPick && x !== undefined && onPick(x)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
          {ticks(up, counts.y).map((value) => (
            <g key={value}>
              <path className="chart-grid" d={`M${PAD.left} ${toY(value)}H${width - PAD.right}`} />
              <text className="chart-tick end" x={PAD.left - 8} y={toY(value) + 4}>
                {format(value)}
              </text>
            </g>
          ))}
          {ticks(across, counts.x, whole).map((value) => (
            <text key={value} className="chart-tick" x={toX(value)} y={height - PAD.bottom + 18}>
              {plain.format(value)}
            </text>
          ))}
          <text className="chart-axis" x={PAD.left + inner.width / 2} y={height - 6}>
            {xTitle}
          </text>
          <text className="chart-axis" transform={`translate(13 ${PAD.top + inner.height / 2}) rotate(-90)`}>
            {yTitle}
          </text>
          {marks.map((mark) => (
            <path
              key={`${mark.x} ${mark.title}`}
              className="chart-mark"
              d={`M${toX(mark.x)} ${PAD.top}V${height - PAD.bottom}`}
            />
          ))}
          {series.map((one, number) => (
            <g key={one.title} className={`line-${number % 4}`}>
              {one.band && one.band.length > 1 && (
                <path
                  className="chart-band"
                  d={`${pathOf(
                    one.band.map(([place, low]) => [place, low] as const),
                    toX,
                    toY,
                  )}${pathOf(
                    one.band.map(([place, , high]) => [place, high] as const).reverse(),
                    toX,
                    toY,
                  ).replace("M", "L")}Z`}
                />
              )}
              <path className="chart-line" d={pathOf(one.points, toX, toY)} />
              {one.points.length === 1 && one.points.map((point) => dot(point))}
              {one.points.filter(([place]) => place === x).map((point) => dot(point))}
            </g>
          ))}
          {x !== undefined && (
            <path className="chart-cursor" d={`M${toX(x)} ${PAD.top}V${height - PAD.bottom}`} />
          )}
        </svg>
        {xs.length === 0 && <p className="chart-empty">{say("chart.empty")}</p>}
      </div>
      <p className="chart-reading" aria-hidden="true">
        {here}
      </p>
      <ChartTable
        title={title}
        series={series}
        xTitle={xTitle}
        xs={xs}
        format={format}
        place={plain.format}
      />
    </figure>
  );

  function dot([place, value]: Point) {
    if (!Number.isFinite(value)) return null;
    return <circle key={place} className="chart-dot" cx={toX(place)} cy={toY(value)} r="4" />;
  }
}

function values(series: readonly Series[]): number[] {
  return series.flatMap(({ points, band = [] }) => [
    ...points.map(([, y]) => y),
    ...band.flatMap(([, low, high]) => [low, high]),
  ]);
}
