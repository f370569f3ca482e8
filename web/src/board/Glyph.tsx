/** The sign on a piece. Crosses and rings are drawn, so that they look the same in every font; the rest is text. */
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
