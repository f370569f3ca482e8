/** Pieces glide to where they moved, on top of the board, by the Web Animations API. */
import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Board } from "../api/types";
import type { Point } from "./geometry";
import { moved } from "./motion";
import "./motion.css";

const DURATION = 240;
/** Two steps in a shorter time are not watched: somebody drags the slider. */
const STEP = 200;

/**
 * `layer` is an empty group above the cells. A piece is drawn in its cell, and the cells after it would cover it on its
 * way: so a copy of it moves, while it waits unseen.
 */
export function useMotion(
  board: Board,
  points: readonly Point[],
  live: boolean,
  layer: RefObject<SVGGElement | null>,
): void {
  const before = useRef<{ board: Board; at: number } | null>(null);
  useLayoutEffect(() => {
    const was = before.current;
    const now = performance.now();
    before.current = { board, at: now };
    if (!was || was.board === board || was.board.cells.length !== board.cells.length) return;
    const moves = moved(was.board.pieces, board.pieces, points);
    if (moves.length === 0 || (!live && now - was.at < STEP) || still()) return;
    for (const { from, to, place } of moves) {
      const [start, end] = [points[from], points[to]];
      const stands = layer.current?.parentElement?.querySelector(`[data-cell="${to}"]`);
      const piece = stands?.querySelectorAll(".piece")[place];
      if (start && end && piece) glide(piece, layer.current, start.x - end.x, start.y - end.y);
    }
  }, [board, points, live, layer]);
}

function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function glide(piece: Element, layer: SVGGElement | null, x: number, y: number): void {
  const copy = piece.parentElement?.cloneNode(true) as SVGGElement | undefined;
  const body = copy?.querySelector(".piece");
  if (!copy || !body || !layer) return;
  body.classList.add("moving");
  layer.append(copy);
  piece.animate({ opacity: [0, 0] }, DURATION);
  const way = { transform: [`translate(${x}px, ${y}px)`, "none"], opacity: [1, 1] };
  const motion = body.animate(way, { duration: DURATION, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });
  const end = () => copy.remove();
  motion.finished.then(end, end);
}
