/** Choose a game, a variant, an opponent and a seat; start. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createMatch, Refused } from "../api/client";
import { useCaller } from "../api/queries";
import type { Game } from "../api/types";
import { matchAddress } from "../route";
import { keep, recall } from "../store/preferences";
import { takeSeat } from "../store/seats";
import { useWords } from "../words/context";
import { type Key, sayIfKnown } from "../words/say";
import { Options } from "./Options";
import { elsewhere, FRIEND, fitting, seating, type Wish } from "./seating";

function remembered(): Partial<Wish> {
  try {
    return JSON.parse(recall("wish") ?? "{}");
  } catch {
    return {};
  }
}

export function NewMatch({ games }: { games: Game[] }) {
  const { say } = useWords();
  const caller = useCaller();
  const [wished, setWished] = useState(remembered);
  const wish = fitting(games, wished);
  const game = games.find(({ name }) => name === wish?.game);

  const start = useMutation({
    mutationFn: async (chosen: { game: Game; wish: Wish }) => {
      const { name, title, players } = chosen.game;
      const { preset } = chosen.wish;
      const made = await createMatch(caller, { game: name, preset, seats: seating(players, chosen.wish) });
      const { id, seat, token, invitations } = made;
      if (seat !== null && token !== null) takeSeat({ id, seat, token, invitations, title });
      keep("wish", JSON.stringify(chosen.wish));
      location.hash = matchAddress(made.id);
    },
  });

  if (!wish || !game) return <p>{say("home.no_games")}</p>;

  const change = (part: Partial<Wish>) => setWished({ ...wish, ...part });
  const seats = Array.from({ length: game.players }, (_, seat) => ({
    value: String(seat),
    title: seat < 4 ? say(`home.seat_${seat}` as Key) : say("seat.player", { number: seat + 1 }),
  }));
  return (
    <form
      className="new-match"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({ game, wish });
      }}
    >
      <Options
        name="game"
        legend={say("home.game")}
        options={games.map(({ name, title }) => ({ value: name, title }))}
        value={wish.game}
        onChange={(name) => setWished(elsewhere(wish, name))}
      />
      {game.presets.length > 1 && (
        <Options
          name="preset"
          legend={say("home.preset")}
          options={game.presets.map(({ name }) => ({ value: name, title: name }))}
          value={wish.preset}
          onChange={(preset) => change({ preset })}
        />
      )}
      {game.players === 1 ? (
        <p className="muted">{say("home.alone")}</p>
      ) : (
        <>
          <Options
            name="opponent"
            legend={say("home.opponent")}
            options={[
              ...game.agents.map(({ name, title }) => ({
                value: name,
                title,
                note: sayIfKnown(say, `agent.${name}`),
              })),
              { value: FRIEND, title: say("home.friend") },
            ]}
            value={wish.opponent}
            onChange={(opponent) => change({ opponent })}
          />
          <Options
            name="seat"
            legend={say("home.seat")}
            compact
            options={[...seats, { value: "random", title: say("home.seat_random") }]}
            value={String(wish.seat)}
            onChange={(seat) => change({ seat: seat === "random" ? "random" : Number(seat) })}
          />
        </>
      )}
      <button type="submit" className="primary large" disabled={start.isPending}>
        {say(start.isPending ? "home.starting" : "home.start")}
      </button>
      <p className="form-problem" role="alert">
        {start.error && (start.error instanceof Refused ? start.error.message : say("app.unreachable"))}
      </p>
    </form>
  );
}
