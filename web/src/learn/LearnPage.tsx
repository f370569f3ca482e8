/** Puzzles to learn by: a card for each game that has some, and the score of this browser. */
import "../home/home.css";
import "./learn.css";
import { useEffect } from "react";
import { useGames } from "../api/queries";
import type { Game } from "../api/types";
import { inOrder } from "../home/facts";
import { Picture } from "../home/Picture";
import { Problem } from "../Problem";
import { puzzleAddress } from "../route";
import { nextNumber, scoreOf, useProgress } from "../store/progress";
import { useWords } from "../words/context";

export function LearnPage() {
  const { say } = useWords();
  const { data: games, error, refetch } = useGames();
  const progress = useProgress();
  useEffect(() => {
    document.title = `${say("learn.title")} · ${say("app.name")}`;
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
  const { shipped, others } = inOrder(games.filter(({ puzzles }) => puzzles > 0));
  const { solved, tried } = scoreOf(progress);
  return (
    <main className="home learn">
      <div className="learn-head">
        <h1>{say("learn.title")}</h1>
        <p className="muted">{say("learn.about")}</p>
      </div>
      {tried > 0 && (
        <dl className="score card">
          <div>
            <dt>{say("learn.solved")}</dt>
            <dd>{say("learn.of", { solved, tried })}</dd>
          </div>
          <div>
            <dt>{say("learn.streak")}</dt>
            <dd>{progress.streak}</dd>
          </div>
          <div>
            <dt>{say("learn.best")}</dt>
            <dd>{progress.best}</dd>
          </div>
        </dl>
      )}
      {shipped.length + others.length === 0 && <p>{say("learn.none")}</p>}
      <ul className="game-cards">
        {[...shipped, ...others].map((game) => (
          <PuzzleCard key={game.name} game={game} />
        ))}
      </ul>
    </main>
  );
}

function PuzzleCard({ game }: { game: Game }) {
  const { say } = useWords();
  const progress = useProgress();
  const { solved, tried } = scoreOf(progress, game.name);
  const next = puzzleAddress(game.name, nextNumber(progress, game.name, game.puzzles));
  const label = say(tried > 0 ? "learn.continue" : "learn.start");
  return (
    <li className="game-card card" data-game={game.name}>
      <Picture game={game.name} />
      <div className="game-words">
        <h2>
          <a href={next}>{game.title}</a>
        </h2>
        <p className="muted">{say("learn.count", { solved, count: game.puzzles })}</p>
        <progress
          max={game.puzzles}
          value={solved}
          aria-label={say("app.about", { subject: game.title, words: say("learn.solved") })}
        />
      </div>
      <div className="game-buttons">
        <a
          className="button primary"
          href={next}
          aria-label={say("app.about", { subject: game.title, words: label })}
        >
          {label}
        </a>
      </div>
    </li>
  );
}
