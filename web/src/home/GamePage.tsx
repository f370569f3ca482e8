/** The page of a game: how to play it, and every way to start a match. The address holds what was chosen. */
import "./home.css";
import { useEffect, useRef } from "react";
import { placeAddress, placeOf } from "../analysis/place";
import { Refused } from "../api/client";
import { useGames, useGuide } from "../api/queries";
import type { Game } from "../api/types";
import { Problem } from "../Problem";
import { newAddress } from "../route";
import { useWords } from "../words/context";
import { facts } from "./facts";
import { Guide } from "./Guide";
import { Picture } from "./Picture";
import { StartForm } from "./StartForm";
import { readWish, writeWish } from "./wish";

export function GamePage({ name, query }: { name: string; query: string }) {
  const { say } = useWords();
  const { data: games, error, refetch } = useGames();
  const game = games?.find((one) => one.name === name);
  if (game) return <Found game={game} query={query} />;
  if (games) return <Problem error={new Refused(404, "not_found", say("app.not_found"))} />;
  if (error) return <Problem error={error} onAgain={refetch} />;
  return <p className="loading">{say("app.loading")}</p>;
}

function Found({ game, query }: { game: Game; query: string }) {
  const { say } = useWords();
  const { data: guide } = useGuide(game.name);
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever came by a link with the keyboard goes on from here, not from where the link was.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <main className="game-page">
      <div className="game-head">
        <h1 ref={heading} tabIndex={-1}>
          {game.title}
        </h1>
        <p>{game.about}</p>
        <p className="muted">
          {facts(game, say)}
          {" · "}
          <a href={placeAddress(placeOf({ game: game.name, preset: readWish(game, query).preset }))}>
            {say("analysis.link")}
          </a>
        </p>
      </div>
      <StartForm
        game={game}
        wish={readWish(game, query)}
        onChange={(wish) => location.replace(newAddress(game.name, writeWish(game, wish)))}
      />
      <section className="game-guide" aria-labelledby="rules">
        <h2 id="rules">{say("new.guide")}</h2>
        <Picture game={game.name} />
        {guide && <Guide text={guide} />}
        {guide === null && <p className="muted">{say("new.no_guide")}</p>}
      </section>
    </main>
  );
}
