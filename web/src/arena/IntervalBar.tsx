/** A value with its interval on a common scale. The numbers stand beside it: for readers of the screen it is nothing. */
interface Props {
  value: number;
  low: number;
  high: number;
  scale: readonly [number, number];
  /** A line to compare with, such as the average of all. */
  middle: number;
}

const WIDTH = 200;

export function IntervalBar({ value, low, high, scale, middle }: Props) {
  const at = (x: number) => ((x - scale[0]) / (scale[1] - scale[0] || 1)) * (WIDTH - 12) + 6;
  return (
    <svg className="interval-bar" viewBox={`0 0 ${WIDTH} 22`} aria-hidden="true" preserveAspectRatio="none">
      <path className="interval-middle" d={`M${at(middle)} 0V22`} />
      <path className="interval-reach" d={`M${at(low)} 11H${at(high)}M${at(low)} 6V16M${at(high)} 6V16`} />
      <rect className="interval-value" x={at(value) - 4} y="5" width="8" height="12" rx="2" />
    </svg>
  );
}
