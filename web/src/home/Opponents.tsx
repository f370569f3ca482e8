/** The agents of a game in words: its levels as a scale, the others folded away. */
import type { Agent } from "../api/types";
import { useWords } from "../words/context";
import { strength } from "./facts";
import { type Option, OptionList } from "./Options";

interface Props {
  agents: readonly Agent[];
  value: string;
  onChange: (name: string) => void;
}

export function Opponents({ agents, value, onChange }: Props) {
  const { say } = useWords();
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
    <OptionList name="opponent" options={chosen.map(option)} value={value} onChange={onChange} />
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
            <details className="others" open={others.some(({ name }) => name === value)}>
              <summary>{say("new.others", { count: others.length })}</summary>
              {list(others)}
            </details>
          )}
        </>
      )}
    </fieldset>
  );
}

interface WatchedProps {
  agents: readonly Agent[];
  /** What each seat is called. */
  seats: readonly string[];
  value: readonly string[];
  onChange: (agents: string[]) => void;
}

/** An agent for every seat. */
export function Watched({ agents, seats, value, onChange }: WatchedProps) {
  const { say } = useWords();
  return (
    <fieldset className="options watched">
      <legend>{say("new.agents")}</legend>
      {value.map((name, seat) => (
        <label key={seats[seat]}>
          <span>{value.length === 1 ? say("new.agent") : say("new.plays", { seat: seats[seat] ?? "" })}</span>
          <select
            name={`agent-${seat}`}
            value={name}
            onChange={(event) =>
              onChange(value.map((other, place) => (place === seat ? event.target.value : other)))
            }
          >
            {agents.map((agent) => (
              <option key={agent.name} value={agent.name}>
                {agent.title}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}
