/** The sign on a piece. Crosses, rings, flags and mines are drawn, so that they look the same in every font. */
export const PICTURES: ReadonlySet<string> = new Set(["flag", "mine"]);

/** A kind of piece that has a picture of its own, and no body. */
export function Picture({ kind, size }: { kind: string; size: number }) {
  const u = size / 10;
  if (kind === "flag") {
    return (
      <g className="picture flag">
        <path
          className="pole"
          strokeWidth={1.6 * u}
          d={`M${-2.5 * u} ${-7 * u}V${7.5 * u}M${-6 * u} ${7.5 * u}H${1.5 * u}`}
        />
        <path
          className="cloth"
          d={`M${-2.5 * u} ${-7.5 * u}L${6.5 * u} ${-3.6 * u}L${-2.5 * u} ${0.6 * u}Z`}
        />
      </g>
    );
  }
  return (
    <g className="picture mine">
      <path
        className="pole"
        strokeWidth={1.7 * u}
        d={`M0 ${-7.5 * u}V${7.5 * u}M${-7.5 * u} 0H${7.5 * u}M${-5 * u} ${-5 * u}L${5 * u} ${5 * u}M${5 * u} ${-5 * u}L${-5 * u} ${5 * u}`}
      />
      <circle r={4.6 * u} />
      <circle className="glint" cx={-1.5 * u} cy={-1.5 * u} r={1.2 * u} />
    </g>
  );
}

/** A sign of one or a few letters. */
export function Glyph({ symbol, size, weight = 0.16 }: { symbol: string; size: number; weight?: number }) {
  const reach = size * 0.32;
  if (symbol === "X") {
    return (
      <path
        className="glyph-line"
        strokeWidth={size * weight}
        d={`M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`}
      />
    );
  }
  if (symbol === "O") return <circle className="glyph-line" strokeWidth={size * weight} r={size * 0.38} />;
  return (
    <text className="glyph-text" fontSize={(size * 1.15) / Math.max(1, symbol.length * 0.72)} dy="0.36em">
      {symbol}
    </text>
  );
}
