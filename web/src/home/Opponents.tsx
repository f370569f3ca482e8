/** The agents of a game in words: its levels as a scale, the others folded away. */
import type { Agent, Game } from "../api/types";
import { useWords } from "../words/context";
import { strength } from "./facts";
import { type Option, OptionList } from "./Options";
import { agentText, parts } from "./wish";

interface Props {
  game: Game;
  /** The chosen agent, with its options. */
  value: string;
  onChange: (text: string) => void;
}

export function Opponents({ game, value, onChange }: Props) {
  const { say } = useWords();
  const { agents } = game;
  const { name: chosenName, options } = parts(value);
  const strongest = Math.max(0, ...agents.map(({ rating }) => rating?.elo ?? 0));
  const levels = agents.filter(({ level }) => level);
  const option = (agent: Agent): Option => ({
    value: agent.name,
    title: agent.title,
    note: agent.about,
    measure: strength(agent, levels[levels.indexOf(agent) - 1], say),
    share: agent.rating && strongest > 0 ? agent.rating.elo / strongest : null,
  });
  const others = agents.filter(({ level }) => !level);
  const list = (chosen: readonly Agent[]) => (
    <OptionList
      name="opponent"
      options={chosen.map(option)}
      value={chosenName}
      onChange={(name) => onChange(agentText(game, name, options))}
    />
  );
  return (
    <fieldset className="options opponents">
      <legend>{say("home.opponent")}</legend>
      {levels.length === 0 ? (
        list(others)
      ) : (
        <>
          {list(levels)}
          {others.length > 0 && (
            <details className="others" open={others.some(({ name }) => name === chosenName)}>
              <summary>{say("new.others", { count: others.length })}</summary>
              {list(others)}
            </details>
          )}
        </>
      )}
      <AgentOptions game={game} value={value} onChange={onChange} />
    </fieldset>
  );
}

/** What else can be chosen of an agent, an option a line. */
function AgentOptions({ game, value, onChange }: Props) {
  const { name, options } = parts(value);
  return game.agent_options.map((option) => (
    <label key={option.name} className="agent-option">
      <span>{option.title}</span>
      <select
        name={option.name}
        value={options[option.name] ?? option.values[0]?.name}
        onChange={(event) =>
          onChange(agentText(game, name, { ...options, [option.name]: event.target.value }))
        }
      >
        {option.values.map((offer) => (
          <option key={offer.name} value={offer.name}>
            {offer.title}
          </option>
        ))}
      </select>
    </label>
  ));
}

interface WatchedProps {
  game: Game;
  /** What each seat is called. */
  seats: readonly string[];
  value: readonly string[];
  onChange: (agents: string[]) => void;
}

/** An agent for every seat. */
export function Watched({ game, seats, value, onChange }: WatchedProps) {
  const { say } = useWords();
  const replace = (seat: number, text: string) =>
    onChange(value.map((other, place) => (place === seat ? text : other)));
  return (
    <fieldset className="options watched">
      <legend>{say("new.agents")}</legend>
      {value.map((text, seat) => (
        <div key={seats[seat]} className="watched-seat">
          <label>
            <span>
              {value.length === 1 ? say("new.agent") : say("new.plays", { seat: seats[seat] ?? "" })}
            </span>
            <select
              name={`agent-${seat}`}
              value={parts(text).name}
              onChange={(event) => replace(seat, agentText(game, event.target.value, parts(text).options))}
            >
              {game.agents.map((agent) => (
                <option key={agent.name} value={agent.name}>
                  {agent.title}
                </option>
              ))}
            </select>
          </label>
          <AgentOptions game={game} value={text} onChange={(changed) => replace(seat, changed)} />
        </div>
      ))}
    </fieldset>
  );
}
