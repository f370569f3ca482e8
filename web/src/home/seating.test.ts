import { describe, expect, it } from "vitest";
import type { Game } from "../api/types";
import { elsewhere, FRIEND, fitting, seating, type Wish } from "./seating";

const game = (name: string, players: number, agents: string[]): Game => ({
  name,
  title: name,
  about: null,
  minutes: null,
  shipped: true,
  version: 1,
  players,
  preset: "standard",
  presets: [
    { name: "standard", title: "Standard", config: {} },
    { name: "large", title: "Large", config: {} },
  ],
  schema: {},
  perfect_information: true,
  undo: true,
  opponent: agents[1] ?? null,
  agents: agents.map((agent) => ({ name: agent, title: agent, about: null, level: false, rating: null })),
});
const games = [game("a", 2, ["easy", "alphabeta", "random"]), game("b", 2, ["easy", "random"])];

describe("a wish", () => {
  it("begins with what the first game proposes, or a friend", () => {
    expect(fitting(games, {})).toEqual({ game: "a", preset: "standard", opponent: "alphabeta", seat: 0 });
    expect(fitting([game("c", 2, [])], {})).toMatchObject({ game: "c", opponent: FRIEND });
    expect(fitting([], {})).toBeNull();
  });

  it("keeps what another game offers too", () => {
    const wish = { game: "b", preset: "large", opponent: "alphabeta", seat: 1 };
    expect(fitting(games, wish)).toEqual({ ...wish, opponent: "random" });
    expect(fitting(games, { game: "b", opponent: FRIEND, seat: "random" })).toMatchObject({
      opponent: FRIEND,
      seat: "random",
    });
    expect(fitting(games, { game: "gone", preset: "gone", seat: 7 })).toMatchObject({ game: "a", seat: 0 });
  });
});

describe("another game", () => {
  const wish: Wish = { game: "a", preset: "standard", opponent: "random", seat: 1 };
  it("begins with the opponent that it proposes, unless a friend plays", () => {
    expect(elsewhere(wish, "b")).toEqual({ game: "b", preset: "standard", seat: 1 });
    expect(elsewhere({ ...wish, opponent: FRIEND }, "b")).toMatchObject({ game: "b", opponent: FRIEND });
  });
});

describe("the seats", () => {
  const wish = { game: "a", preset: "standard", opponent: "random" };
  it("hold one person", () => {
    expect(seating(2, { ...wish, seat: 1 })).toEqual(["random", "person"]);
    expect(seating(1, { ...wish, seat: 0 })).toEqual(["person"]);
    expect(seating(3, { ...wish, seat: "random" }, () => 0.99)).toEqual(["random", "random", "person"]);
  });
});
