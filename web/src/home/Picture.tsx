/** The picture of a game: its place is kept until the board is here, and stays empty if none comes. */
import { useDeferredValue } from "react";
import { usePicture } from "../api/queries";
import { BoardPicture } from "./BoardPicture";

export function Picture({ game }: { game: string }) {
  // Hundreds of cells: they are drawn between two presses, and never keep one waiting.
  const board = useDeferredValue(usePicture(game).data);
  return <div className="picture-place">{board && <BoardPicture board={board} />}</div>;
}
