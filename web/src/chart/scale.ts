/** The geometry of a chart: ranges, round numbers along an axis, and the place that a pointer means. */

/** A place along the chart and a value there. */
export type Point = readonly [x: number, y: number];
export type Range = readonly [low: number, high: number];

const STEPS = [1, 2, 5, 10];

/** The range of some values; a single value has room on both sides, and none at all is 0 to 1. */
export function rangeOf(values: readonly number[]): Range {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return [0, 1];
  // No spread: a long run has more points than a call may have arguments.
  const low = finite.reduce((a, b) => Math.min(a, b));
  const high = finite.reduce((a, b) => Math.max(a, b));
  if (low < high) return [low, high];
  const room = Math.abs(low) / 2 || 1;
  return [low - room, high + room];
}

/** Round numbers within a range, about `count` of them; only whole ones where halves have no meaning. */
export function ticks([low, high]: Range, count: number, whole = false): number[] {
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const fitting = STEPS.map((step) => step * power).find((step) => step >= rough) ?? rough;
  const step = whole ? Math.max(1, fitting) : fitting;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const exact = (first + i) * step;
    return Number(exact.toPrecision(12));
  });
}

/** A range that begins and ends with a round number. */
export function roundRange(range: Range, count: number): Range {
  const [first = 0, second = 1] = ticks(range, count);
  const step = second - first || 1;
  return [Math.floor(range[0] / step + 1e-9) * step, Math.ceil(range[1] / step - 1e-9) * step];
}

/** Every place at which some line has a point, in order. */
export function places(lines: readonly { points: readonly Point[] }[]): number[] {
  return [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
}

/** The index of the place nearest to a number; -1 where there is none. */
export function nearest(sorted: readonly number[], x: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, place] of sorted.entries()) {
    const away = Math.abs(place - x);
    if (away > distance) break;
    [best, distance] = [index, away];
  }
  return best;
}

/** A line through points as the data of an SVG path. A value that is no number interrupts it. */
export function pathOf(
  points: readonly Point[],
  toX: (x: number) => number,
  toY: (y: number) => number,
): string {
  let drawing = false;
  const parts: string[] = [];
  for (const [x, y] of points) {
    if (Number.isFinite(y)) parts.push(`${drawing ? "L" : "M"}${toX(x).toFixed(1)} ${toY(y).toFixed(1)}`);
    drawing = Number.isFinite(y);
  }
  return parts.join("");
}
