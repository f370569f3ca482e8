/** The picture of a game: its place is kept until the board is here, and stays empty if none comes. */
import { usePicture } from "../api/queries";
import { BoardPicture } from "./BoardPicture";

export function Picture({ game }: { game: string }) {
  const { data: board } = usePicture(game);
  return <div className="picture-place">{board && <BoardPicture board={board} />}</div>;
}
