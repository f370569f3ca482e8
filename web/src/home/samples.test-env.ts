/** Games as the server lists them. */
import type { Game } from "../api/types";

export const game = (name: string, players: number, agents: string[]): Game => ({
  name,
  title: name,
  about: null,
  minutes: null,
  shipped: true,
  puzzles: 0,
  positions: false,
  version: 1,
  players,
  preset: "standard",
  presets: [
    { name: "standard", title: "Standard", config: {}, options: [] },
    { name: "large", title: "Large", config: {}, options: [] },
  ],
  schema: {},
  perfect_information: true,
  undo: true,
  opponent: players > 1 ? (agents[1] ?? null) : null,
  agent_options: [],
  agents: agents.map((agent) => ({ name: agent, title: agent, about: null, level: false, rating: null })),
});
