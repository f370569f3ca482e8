/** A game on the start page: its picture, a sentence, one button to play at once, and the way to its own page. */

import { placeAddress, placeOf } from "../analysis/place";
import { Refused } from "../api/client";
import type { Game } from "../api/types";
import { newAddress } from "../route";
import { useWords } from "../words/context";
import { facts } from "./facts";
import { Picture } from "./Picture";
import { useStart } from "./useStart";
import { readWish } from "./wish";

export function GameCard({ game }: { game: Game }) {
  const { say } = useWords();
  const start = useStart(game);
  const wish = readWish(game, "");
  const rival = game.agents.find(({ name }) => name === wish.agents[0]);
  const label =
    wish.mode === "agent" && rival
      ? say("home.play_against", { opponent: rival.title })
      : say(wish.mode === "friend" ? "home.play_friend" : "home.play");
  return (
    <li className="game-card card" data-game={game.name}>
      <Picture game={game.name} />
      <div className="game-words">
        <h3>
          <a href={newAddress(game.name)}>{game.title}</a>
        </h3>
        {game.about && <p>{game.about}</p>}
        <p className="muted">{facts(game, say)}</p>
      </div>
      <div className="game-buttons">
        <button
          type="button"
          className="primary"
          disabled={start.isPending}
          aria-label={say("app.about", { subject: game.title, words: label })}
          onClick={() => start.mutate(wish)}
        >
          {start.isPending ? say("home.starting") : label}
        </button>
        <div className="game-links">
          <a
            className="button options-link"
            href={newAddress(game.name)}
            aria-label={say("app.about", { subject: game.title, words: say("home.more") })}
          >
            {say("home.more")}
          </a>
          <a
            className="button analyse-link"
            href={placeAddress(placeOf({ game: game.name, preset: game.preset }))}
            aria-label={say("app.about", { subject: game.title, words: say("analysis.link") })}
          >
            {say("analysis.link")}
          </a>
        </div>
      </div>
      <p className="form-problem" role="alert">
        {start.error && (start.error instanceof Refused ? start.error.message : say("app.unreachable"))}
      </p>
    </li>
  );
}
