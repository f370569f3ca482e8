/** The way to the analysis board without a match: a card for each game, and its variants. */
import "../home/home.css";
import { useEffect } from "react";
import { useGames } from "../api/queries";
import type { Game } from "../api/types";
import { inOrder } from "../home/facts";
import { Picture } from "../home/Picture";
import { Problem } from "../Problem";
import { useWords } from "../words/context";
import { placeAddress, placeOf } from "./place";
import "./analysis.css";

export function BoardsPage() {
  const { say } = useWords();
  const { data: games, error, refetch } = useGames();
  useEffect(() => {
    document.title = `${say("analysis.link")} · ${say("app.name")}`;
    return () => {
      document.title = say("app.name");
    };
  }, [say]);
  if (!games) {
    return error ? (
      <Problem error={error} onAgain={refetch} />
    ) : (
      <p className="loading">{say("app.loading")}</p>
    );
  }
  const { shipped, others } = inOrder(games);
  return (
    <main className="home boards">
      <div className="boards-head">
        <h1>{say("analysis.link")}</h1>
        <p className="muted">{say("analysis.about")}</p>
      </div>
      <ul className="game-cards">
        {[...shipped, ...others].map((game) => (
          <BoardsOf key={game.name} game={game} />
        ))}
      </ul>
    </main>
  );
}

function BoardsOf({ game }: { game: Game }) {
  const address = (preset: string) => placeAddress(placeOf({ game: game.name, preset }));
  const others = game.presets.filter(({ name }) => name !== game.preset);
  return (
    <li className="game-card card" data-game={game.name}>
      <Picture game={game.name} />
      <div className="game-words">
        <h2>
          <a href={address(game.preset)}>{game.title}</a>
        </h2>
        {others.length > 0 && (
          <ul className="variants">
            {others.map(({ name, title }) => (
              <li key={name}>
                <a href={address(name)}>{title}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
