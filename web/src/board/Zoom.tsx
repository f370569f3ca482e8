/** A large board in a place of its own that scrolls: two buttons make it larger and smaller, fingers and keys pan. */
import type { CSSProperties, ReactNode } from "react";
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
  if (zoom === 1) return <div className="board-window">{children}</div>;
  return (
    <section
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
