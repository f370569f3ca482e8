/** The start page: a new match, and the matches of this browser. */
import { useGames } from "../api/queries";
import { Problem } from "../Problem";
import { useWords } from "../words/context";
import { NewMatch } from "./NewMatch";
import { YourMatches } from "./YourMatches";

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
  return (
    <main className="home">
      <section className="card" aria-labelledby="new-match">
        <h1 id="new-match">{say("home.title")}</h1>
        <NewMatch games={games} />
      </section>
      <YourMatches />
    </main>
  );
}
