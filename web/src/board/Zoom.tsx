/** A large board in a place of its own that scrolls: two buttons make it larger and smaller, fingers and keys pan. */
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from "react";
import type { Board } from "../api/types";
import { useWords } from "../words/context";

const SCALES = [1, 1.5, 2, 3];
/** Boards of fewer columns are easily hit as they are. */
const WIDE = 12;

interface Props {
  board: Board;
  zoom: number;
  onZoom: (zoom: number) => void;
}

export function Zoom({ board, zoom, onZoom }: Props) {
  const { say } = useWords();
  if (board.cols <= WIDE) return null;
  const at = SCALES.indexOf(zoom);
  const smaller = SCALES[at - 1];
  const larger = SCALES[at + 1];
  return (
    <fieldset className="zoom">
      <legend className="unseen">{say("board.zoom")}</legend>
      <button
        type="button"
        aria-label={say("board.zoom_out")}
        disabled={!smaller}
        onClick={() => onZoom(smaller ?? zoom)}
      >
        −
      </button>
      <button
        type="button"
        aria-label={say("board.zoom_in")}
        disabled={!larger}
        onClick={() => onZoom(larger ?? zoom)}
      >
        +
      </button>
    </fieldset>
  );
}

export function Zoomed({ zoom, title, children }: { zoom: number; title: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  // What acts or can be played stays in sight when the scale changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then; afterwards the reader scrolls.
  useLayoutEffect(() => {
    const box = place.current;
    const shown = box?.querySelector(".mark-active, .cell.target");
    if (!box || !shown) return;
    const [around, cell] = [box.getBoundingClientRect(), shown.getBoundingClientRect()];
    box.scrollLeft += cell.x + cell.width / 2 - around.x - around.width / 2;
    box.scrollTop += cell.y + cell.height / 2 - around.y - around.height / 2;
  }, [zoom]);
  // One element at every scale, so that the board keeps its focus.
  if (zoom === 1) return <section className="board-window">{children}</section>;
  return (
    <section
      ref={place}
      className="board-window zoomed"
      style={{ "--zoom": zoom } as CSSProperties}
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
      tabIndex={0}
    >
      {children}
    </section>
  );
}
