/** The start page: matches to go on with, and a card for each game. */
import "./home.css";
import { useGames } from "../api/queries";
import { Problem } from "../Problem";
import { useWords } from "../words/context";
import { Continue } from "./Continue";
import { inOrder } from "./facts";
import { GameCard } from "./GameCard";

export function HomePage() {
  const { say } = useWords();
  const { data: games, error, refetch } = useGames();
  if (!games) {
    return error ? (
      <Problem error={error} onAgain={refetch} />
    ) : (
      <p className="loading">{say("app.loading")}</p>
    );
  }
  const { shipped, others } = inOrder(games);
  return (
    <main className="home">
      <h1 className="unseen">{say("home.games")}</h1>
      <Continue games={games} />
      {games.length === 0 && <p>{say("home.no_games")}</p>}
      <ul className="game-cards">
        {shipped.map((game) => (
          <GameCard key={game.name} game={game} />
        ))}
      </ul>
      {others.length > 0 && (
        <section aria-labelledby="more-games">
          <h2 id="more-games">{say("home.more_games")}</h2>
          <ul className="game-cards small">
            {others.map((game) => (
              <GameCard key={game.name} game={game} />
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
