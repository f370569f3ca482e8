/** The gaps between cells: what stands there, what would be put there, and where a pointer can ask for it. */
import { memo, type PointerEvent, useMemo, useRef } from "react";
import type { Board, Choice, Edge } from "../api/types";
import { centres, type Point } from "./geometry";
import { allSides, barPath, gapOutline, middle, type Side, sameSide } from "./sides";

interface Props {
  board: Board;
  choices: readonly Choice[];
  /** What would be put there; a side alone, where nothing can be. */
  preview: { side: Side; sides: readonly Side[] } | null;
  /** The sides of each that is under way. */
  pending: readonly (readonly Side[])[];
  onPoint: (side: Side, at: Point) => void;
  onLeave: () => void;
  onPress: (side: Side, at: Point, touch: boolean) => void;
}

export function BoardSides({ board, choices, preview, pending, onPoint, onLeave, onPress }: Props) {
  const points = useMemo(() => centres(board), [board]);
  const sides = useMemo(() => allSides(board), [board]);
  const touched = useRef(false);

  function pointed(event: PointerEvent | React.MouseEvent): [Side, Point] | null {
    const element = event.target as SVGElement;
    const side = sides[Number(element.dataset.side ?? -1)];
    if (!side) return null;
    const matrix = element.ownerSVGElement?.getScreenCTM?.()?.inverse();
    if (!matrix) return [side, middle(points, side)];
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [side, { x, y }];
  }

  return (
    // Not for those who hear the board: each cell's label says what stands around it, and Shift with an arrow aims.
    <g>
      {board.edges.map((edge) => (
        <Bar
          key={`${edge.kind}${edge.owner}${edge.sides.join(" ")}`}
          board={board}
          edge={edge}
          points={points}
        />
      ))}
      {pending.map((bar) => (
        <path key={bar.join(" ")} className="bar pending" d={barPath(board, points, bar)} />
      ))}
      {preview && (
        <path
          className={preview.sides.length > 0 ? "bar preview" : "bar preview none"}
          d={barPath(board, points, preview.sides.length > 0 ? preview.sides : [preview.side])}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard aims from the cells. */}
      <g
        className="gaps"
        onPointerDown={(event) => {
          touched.current = event.pointerType === "touch";
        }}
        onPointerMove={(event) => {
          const found = event.pointerType === "touch" ? null : pointed(event);
          if (found) onPoint(...found);
        }}
        onPointerLeave={(event) => event.pointerType !== "touch" && onLeave()}
        onClick={(event) => {
          const found = pointed(event);
          if (found) onPress(...found, touched.current);
        }}
      >
        {sides.map((side, number) => (
          <polygon
            key={side.join(" ")}
            className={isOpen(choices, side) ? "gap open" : "gap"}
            data-side={number}
            data-cells={side.join(" ")}
            points={gapOutline(board, points, side)}
          />
        ))}
      </g>
    </g>
  );
}

const Bar = memo(function Bar({ board, edge, points }: { board: Board; edge: Edge; points: Point[] }) {
  const path = barPath(board, points, edge.sides);
  const marks = edge.marks.map((mark) => `mark-${mark.replace(/\W/g, "-")}`);
  return (
    <g
      className={[
        "edge",
        `edge-${edge.kind.replace(/\W/g, "-")}`,
        `owner-${edge.owner ?? "none"}`,
        ...marks,
      ].join(" ")}
    >
      <path className="halo" d={path} />
      <path className="bar" d={path} />
      <path className="core" d={path} />
    </g>
  );
});

function isOpen(choices: readonly Choice[], side: Side): boolean {
  return choices.some(({ sides }) => sides.some((each) => sameSide(each, side)));
}
