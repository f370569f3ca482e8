/** One piece. Owners differ by rim, shape and sign, not by colour alone; a mark is written on the board, with no body. */
import type { Piece } from "../api/types";
import { Glyph, PICTURES, Picture } from "./Glyph";
import type { Point } from "./geometry";

interface Props {
  piece: Piece;
  at: Point;
  size: number;
}

export function PieceMark({ piece, at, size }: Props) {
  const owner = piece.owner ?? "none";
  if (PICTURES.has(piece.kind)) {
    return (
      <g transform={`translate(${at.x} ${at.y})`}>
        <g className="piece">
          <Picture kind={piece.kind} size={size} />
        </g>
      </g>
    );
  }
  const written = piece.kind === "mark";
  const angular = piece.owner === null || piece.owner > 1;
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <g className={written ? `piece written owner-${owner}` : `piece owner-${owner}`}>
        {!written && <Body size={size} angular={angular} className="body" />}
        {!written && <Body size={size * 0.87} angular={angular} className="rim" />}
        <Glyph symbol={piece.symbol} size={written ? size * 1.75 : size} weight={written ? 0.11 : 0.16} />
      </g>
    </g>
  );
}

function Body({ size, angular, className }: { size: number; angular: boolean; className: string }) {
  if (!angular) return <circle className={className} r={size} />;
  return (
    <rect className={className} x={-size} y={-size} width={2 * size} height={2 * size} rx={size * 0.3} />
  );
}

/** Where the pieces of one cell stand, and how large: one in the middle, more side by side. */
export function places(count: number, centre: Point, room: number): { at: Point; size: number }[] {
  if (count === 1) return [{ at: centre, size: room * 0.72 }];
  const across = Math.ceil(Math.sqrt(count));
  const step = (room * 1.4) / across;
  return Array.from({ length: count }, (_, i) => ({
    at: {
      x: centre.x + ((i % across) - (across - 1) / 2) * step,
      y: centre.y + (Math.floor(i / across) - (Math.ceil(count / across) - 1) / 2) * step,
    },
    size: step * 0.45,
  }));
}
