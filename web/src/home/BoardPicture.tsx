/** A small picture of a board, drawn as in a match, to look at: nobody can press it, and screen readers pass over it. */
import { memo, useMemo } from "react";
import type { Board } from "../api/types";
import { centres, extent, inner, outline } from "../board/geometry";
import { PieceMark, places } from "../board/PieceMark";
import { barPath } from "../board/sides";

const classes = (marks: readonly string[]) => marks.map((mark) => `mark-${mark.replace(/\W/g, "-")}`);

export const BoardPicture = memo(function BoardPicture({ board }: { board: Board }) {
  const points = useMemo(() => centres(board), [board]);
  const room = inner(board);
  const { x, y } = extent(board);
  return (
    <svg className={`board-picture ${board.kind}`} viewBox={`-4 -4 ${x + 8} ${y + 8}`} aria-hidden="true">
      {board.cells.map((cell, number) => {
        const centre = points[number];
        if (!centre) return null;
        const pieces = board.pieces.filter((piece) => piece.cell === number);
        const spots = places(pieces.length, centre, room);
        const counted = cell.marks.includes("open") && /^[1-8]$/.test(cell.text);
        return (
          <g key={`${cell.row},${cell.col}`} className={["cell", ...classes(cell.marks)].join(" ")}>
            <polygon className="face" points={outline(board, centre)} />
            <polygon className="ring" points={outline(board, centre, 0.93)} />
            {pieces.map((piece, i) => {
              const spot = spots[i];
              // biome-ignore lint/suspicious/noArrayIndexKey: a picture does not change.
              return spot && <PieceMark key={i} piece={piece} {...spot} />;
            })}
            {/* Beside a piece it would be too small to read. */}
            {cell.text && pieces.length === 0 && (
              <text
                className={counted ? `cell-text number-${cell.text}` : "cell-text"}
                x={centre.x}
                y={centre.y}
                fontSize={(room * 0.9) / Math.max(1, cell.text.length * 0.55)}
                dy="0.36em"
              >
                {cell.text}
              </text>
            )}
          </g>
        );
      })}
      {board.edges.map((edge) => {
        const path = barPath(board, points, edge.sides);
        return (
          <g
            key={`${edge.kind}${edge.owner}${edge.sides.join(" ")}`}
            className={["edge", `owner-${edge.owner ?? "none"}`, ...classes(edge.marks)].join(" ")}
          >
            <path className="bar" d={path} />
            <path className="core" d={path} />
          </g>
        );
      })}
    </svg>
  );
});
