/** What the reader wishes to play: read from the address, kept in it, and turned into what the server is asked for. */
import type { Clock } from "../api/client";
import type { Game, Preset } from "../api/types";

/** Against an agent, against a friend by link, every seat by the reader, or agents alone. */
export type Mode = "agent" | "friend" | "both" | "watch";

export interface Wish {
  mode: Mode;
  preset: string;
  /** Numbers of the preset, where they are not its own. */
  options: Record<string, number>;
  /** An agent for each seat, with its options if it has any (`hard:deploy=front`). Where a person sits, nobody looks at it. */
  agents: string[];
  seat: number | "random";
  clock: Clock | null;
  /** Whether people who play against each other may ask for hints. */
  help: boolean;
}

const MODES: readonly Mode[] = ["agent", "friend", "both", "watch"];
export const MOST_MINUTES = 180;
export const MOST_INCREMENT = 60;

/** The ways to play a game, the usual one first. */
export function modes(game: Game): Mode[] {
  const able = game.agents.length > 0;
  if (game.players === 1) return able ? ["both", "watch"] : ["both"];
  return MODES.filter((mode) => able || mode === "friend" || mode === "both");
}

/** The wish of an address for a game. What the game does not offer is replaced by what it proposes. */
export function readWish(game: Game, query: string): Wish {
  const asked = new URLSearchParams(query);
  const offered = modes(game);
  const mode = offered.find((one) => one === asked.get("mode")) ?? offered[0] ?? "both";
  // Agents are separated by commas, and so are the options of one: those have an equals sign.
  const levels = (asked.get("level") ?? "").split(/,(?!\w+=)/);
  const preset = presetOf(game, asked.get("preset"));
  const seat = Number(asked.get("seat") ?? 0);
  return {
    mode,
    preset: preset?.name ?? game.preset,
    options: readOptions(preset, asked),
    // Against a person all agents are the same; among themselves each may be another.
    agents: agentsOf(game, mode === "watch" ? levels : levels.slice(0, 1)),
    seat:
      asked.get("seat") === "random" ? "random" : Number.isInteger(seat) && inRange(seat, game) ? seat : 0,
    clock: game.players === 2 ? readClock(asked.get("clock") ?? "") : null,
    help: mode === "friend" && asked.get("help") === "yes",
  };
}

/** The wish as the parameters of an address; what the game proposes anyway is left out. */
export function writeWish(game: Game, wish: Wish): string {
  const plain = readWish(game, "");
  const query = new URLSearchParams();
  if (wish.mode !== plain.mode) query.set("mode", wish.mode);
  if (wish.preset !== plain.preset) query.set("preset", wish.preset);
  for (const [key, value] of Object.entries(wish.options)) query.set(key, String(value));
  const levels = wish.agents.every((name) => name === wish.agents[0]) ? wish.agents.slice(0, 1) : wish.agents;
  if (wish.agents.some((name, seat) => name !== plain.agents[seat])) query.set("level", levels.join(","));
  if (wish.seat !== plain.seat) query.set("seat", String(wish.seat));
  if (wish.clock) query.set("clock", clockText(wish.clock));
  if (wish.help && wish.mode === "friend") query.set("help", "yes");
  return query.toString();
}

/** One entry a seat: `person` for the reader, `friend`, or an agent. */
export function seating(game: Game, wish: Wish, chance: () => number = Math.random): string[] {
  const mine = wish.seat === "random" ? Math.floor(chance() * game.players) : wish.seat;
  return wish.agents.map((agent, seat) => {
    if (wish.mode === "watch") return agent;
    if (wish.mode === "both" || seat === mine) return "person";
    return wish.mode === "friend" ? "friend" : agent;
  });
}

/** The clock that the server is asked for: people alone have one. */
export function clockOf(wish: Wish): Clock | null {
  return wish.mode === "watch" ? null : wish.clock;
}

/** Minutes and seconds for each move, as players write them: `5+3`. */
export function clockText({ seconds, increment }: Clock): string {
  return `${seconds / 60}+${increment}`;
}

/** Null for none, and for one that cannot be had. A plus in an address may be read as a space. */
export function readClock(text: string): Clock | null {
  const [, minutes, increment] = /^(\d{1,3})[+ ](\d{1,2})$/.exec(text) ?? [];
  if (minutes === undefined || increment === undefined) return null;
  const clock = { seconds: 60 * Number(minutes), increment: Number(increment) };
  const possible =
    clock.seconds > 0 && clock.seconds <= 60 * MOST_MINUTES && clock.increment <= MOST_INCREMENT;
  return possible ? clock : null;
}

/** The variant of a name, else the game's own. */
export function presetOf({ preset, presets }: Game, asked: string | null): Preset | undefined {
  return presets.find(({ name }) => name === asked) ?? presets.find(({ name }) => name === preset);
}

/** The numbers in an address that a variant offers and that are not its own. */
function readOptions(preset: Preset | undefined, asked: URLSearchParams): Record<string, number> {
  const found = (preset?.options ?? []).flatMap(({ key, low, high, value }) => {
    const number = Number(asked.get(key) ?? value);
    return Number.isInteger(number) && number >= low && number <= high && number !== value
      ? [[key, number]]
      : [];
  });
  return Object.fromEntries(found);
}

function agentsOf(game: Game, asked: readonly string[]): string[] {
  const known = (text: string | undefined) => (text !== undefined && offered(game, text) ? text : undefined);
  const usual = game.opponent ?? game.agents[0]?.name ?? "";
  const all = asked.length === 1 ? known(asked[0]) : undefined;
  return Array.from({ length: game.players }, (_, seat) => all ?? known(asked[seat]) ?? usual);
}

/** An agent's name and its options by their names. */
export function parts(text: string): { name: string; options: Record<string, string> } {
  const [name = "", options = ""] = text.split(":", 2);
  const pairs = options.split(",").map((pair) => pair.split("=", 2));
  return { name, options: Object.fromEntries(pairs.filter(([option]) => option)) };
}

/** The text of an agent. Options that have their usual value are left out. */
export function agentText(game: Game, name: string, options: Record<string, string>): string {
  const given = game.agent_options
    .filter((option) => option.name in options && options[option.name] !== option.values[0]?.name)
    .map((option) => `${option.name}=${options[option.name]}`);
  return given.length > 0 ? `${name}:${given.join(",")}` : name;
}

function offered(game: Game, text: string): boolean {
  const { name, options } = parts(text);
  return (
    game.agents.some((agent) => agent.name === name) &&
    Object.entries(options).every(([option, value]) =>
      game.agent_options.some(
        (one) => one.name === option && one.values.some((offer) => offer.name === value),
      ),
    )
  );
}

function inRange(seat: number, game: Game): boolean {
  return seat >= 0 && seat < game.players;
}
