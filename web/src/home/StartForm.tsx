/** Who plays, which variant, which seat, how much time; and a button that is always in sight. */
import { Refused } from "../api/client";
import type { Game } from "../api/types";
import { useWords } from "../words/context";
import type { Key, Say } from "../words/say";
import { ClockOptions } from "./ClockOptions";
import { NumberOptions } from "./NumberOptions";
import { Opponents, Watched } from "./Opponents";
import { Options } from "./Options";
import { useStart } from "./useStart";
import { type Mode, modes, parts, presetOf, type Wish } from "./wish";

interface Props {
  game: Game;
  wish: Wish;
  onChange: (wish: Wish) => void;
}

export function StartForm({ game, wish, onChange }: Props) {
  const { say } = useWords();
  const start = useStart(game);
  const offered = modes(game);
  const preset = presetOf(game, wish.preset);
  const change = (part: Partial<Wish>) => onChange({ ...wish, ...part });
  const seats = Array.from({ length: game.players }, (_, seat) => ({
    value: String(seat),
    title: seat < 4 ? say(`home.seat_${seat}` as Key) : say("seat.player", { number: seat + 1 }),
  }));
  return (
    <form
      className="start-form"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(wish);
      }}
    >
      {offered.length > 1 && (
        <Options
          name="mode"
          legend={say("new.mode")}
          options={offered.map((mode) => ({ value: mode, title: modeTitle(mode, game, say) }))}
          value={wish.mode}
          onChange={(mode) => change({ mode: mode as Mode })}
        />
      )}
      {wish.mode === "agent" && (
        <Opponents
          game={game}
          value={wish.agents[0] ?? ""}
          onChange={(name) => change({ agents: wish.agents.map(() => name) })}
        />
      )}
      {wish.mode === "watch" && (
        <Watched
          game={game}
          seats={seats.map(({ title }) => title)}
          value={wish.agents}
          onChange={(agents) => change({ agents })}
        />
      )}
      {game.presets.length > 1 && (
        <Options
          name="preset"
          legend={say("home.preset")}
          options={usualFirst(game).map(({ name, title }) => ({ value: name, title }))}
          value={wish.preset}
          onChange={(preset) => change({ preset, options: {} })}
        />
      )}
      {preset && (
        <NumberOptions preset={preset} value={wish.options} onChange={(options) => change({ options })} />
      )}
      {(wish.mode === "agent" || wish.mode === "friend") && (
        <Options
          name="seat"
          legend={say("home.seat")}
          compact
          options={[...seats, { value: "random", title: say("home.seat_random") }]}
          value={String(wish.seat)}
          onChange={(seat) => change({ seat: seat === "random" ? "random" : Number(seat) })}
        />
      )}
      {game.players === 2 && wish.mode !== "watch" && (
        <ClockOptions value={wish.clock} onChange={(clock) => change({ clock })} />
      )}
      {wish.mode === "friend" && (
        <label className="help-option">
          <input
            type="checkbox"
            name="help"
            checked={wish.help}
            onChange={(event) => change({ help: event.target.checked })}
          />
          <span>{say(game.players === 2 ? "new.help" : "new.help_all")}</span>
        </label>
      )}
      <div className="start-bar">
        <p className="start-words">{inWords(game, wish, say)}</p>
        <p className="form-problem" role="alert">
          {start.error && (start.error instanceof Refused ? start.error.message : say("app.unreachable"))}
        </p>
        <button type="submit" className="primary large" disabled={start.isPending}>
          {say(start.isPending ? "home.starting" : "home.start")}
        </button>
      </div>
    </form>
  );
}

function usualFirst({ preset, presets }: Game): Game["presets"] {
  return [...presets].sort((a, b) => Number(b.name === preset) - Number(a.name === preset));
}

function modeTitle(mode: Mode, game: Game, say: Say): string {
  if (game.players === 1 && mode === "both") return say("new.mode_alone");
  return say(`new.mode_${mode}` as Key);
}

/** What the button would start, in a line. */
function inWords(game: Game, wish: Wish, say: Say): string {
  const title = (text: string | undefined) =>
    game.agents.find((agent) => agent.name === parts(text ?? "").name)?.title ?? "";
  const preset = presetOf(game, wish.preset);
  const numbers = preset?.options.flatMap(({ key, title }) =>
    wish.options[key] === undefined ? [] : [say("new.number", { title, value: wish.options[key] })],
  );
  const who = {
    agent: () => say("new.words_agent", { opponent: title(wish.agents[0]) }),
    friend: () => say("new.words_friend"),
    both: () => (game.players === 1 ? null : say("home.both_sides")),
    watch: () => wish.agents.map(title).join(say("new.words_versus")),
  }[wish.mode]();
  return [who, game.presets.length > 1 ? preset?.title : null, ...(numbers ?? [])]
    .filter(Boolean)
    .join(" · ");
}
