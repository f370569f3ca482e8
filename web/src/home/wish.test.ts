import { describe, expect, it } from "vitest";
import type { Game } from "../api/types";
import { game } from "./samples.test-env";
import {
  agentText,
  clockOf,
  clockText,
  modes,
  parts,
  readClock,
  readWish,
  seating,
  type Wish,
  writeWish,
} from "./wish";

const two = game("two", 2, ["easy", "hard", "random"]);
const one = game("one", 1, ["solver"]);
const lonely = game("lonely", 2, []);

describe("a wish", () => {
  it("begins with what the game proposes", () => {
    expect(readWish(two, "")).toEqual({
      mode: "agent",
      preset: "standard",
      options: {},
      agents: ["hard", "hard"],
      seat: 0,
      clock: null,
      help: false,
    });
    expect(readWish(one, "")).toMatchObject({ mode: "both", agents: ["solver"] });
    expect(readWish(lonely, "")).toMatchObject({ mode: "friend" });
  });

  it("never has what the game does not offer", () => {
    const asked = "preset=small&level=perfect&seat=7&mode=duel&clock=0%2B1";
    expect(readWish(two, asked)).toEqual(readWish(two, ""));
    expect(readWish(one, "mode=friend&clock=5%2B3")).toEqual(readWish(one, ""));
    expect(readWish(two, "help=yes")).toEqual(readWish(two, ""));
    expect(readWish(two, "mode=friend&help=1").help).toBe(false);
    expect(readWish(lonely, "mode=watch&seat=0.5")).toEqual(readWish(lonely, ""));
  });

  it.each([
    "",
    "mode=watch&level=easy%2Crandom",
    "preset=large&level=easy&seat=1",
    "mode=friend&seat=random&clock=5%2B3",
    "mode=friend&help=yes",
    "mode=both",
  ])("stays in the address: %s", (query) => {
    expect(writeWish(two, readWish(two, query))).toBe(query);
  });
});

describe("an agent's options", () => {
  const placing = {
    ...two,
    agent_options: [{ name: "deploy", title: "Deployment", values: ["agent", "front"].map(named) }],
  };
  function named(name: string) {
    return { name, title: name };
  }
  it("stay in the address with it", () => {
    const query = "mode=watch&level=easy%3Adeploy%3Dfront%2Crandom";
    expect(readWish(placing, query).agents).toEqual(["easy:deploy=front", "random"]);
    expect(writeWish(placing, readWish(placing, query))).toBe(query);
    expect(readWish(placing, "level=easy%3Adeploy%3Dmoon").agents).toEqual(["hard", "hard"]);
    expect(readWish(two, "level=easy%3Adeploy%3Dfront").agents).toEqual(["hard", "hard"]);
  });
  it("are left out where they are as usual", () => {
    expect(agentText(placing, "easy", { deploy: "agent" })).toBe("easy");
    expect(agentText(placing, "easy", { deploy: "front" })).toBe("easy:deploy=front");
    expect(parts("easy:deploy=front")).toEqual({ name: "easy", options: { deploy: "front" } });
    expect(parts("easy")).toEqual({ name: "easy", options: {} });
  });
});

describe("the ways to play", () => {
  it("depend on the players and the agents", () => {
    expect(modes(two)).toEqual(["agent", "friend", "both", "watch"]);
    expect(modes(one)).toEqual(["both", "watch"]);
    expect(modes(game("quiet", 1, []))).toEqual(["both"]);
    expect(modes(lonely)).toEqual(["friend", "both"]);
  });
});

describe("the seats", () => {
  const wish: Wish = {
    mode: "agent",
    preset: "standard",
    options: {},
    agents: ["easy", "hard"],
    seat: 1,
    clock: null,
    help: false,
  };
  it("hold the reader, a friend or agents", () => {
    expect(seating(two, wish)).toEqual(["easy", "person"]);
    expect(seating(two, { ...wish, seat: "random" }, () => 0.4)).toEqual(["person", "hard"]);
    expect(seating(two, { ...wish, mode: "friend" })).toEqual(["friend", "person"]);
    expect(seating(two, { ...wish, mode: "both" })).toEqual(["person", "person"]);
    expect(seating(two, { ...wish, mode: "watch" })).toEqual(["easy", "hard"]);
  });
});

describe("the clock", () => {
  it("is written as players write it", () => {
    expect(readClock("5+3")).toEqual({ seconds: 300, increment: 3 });
    expect(readClock("10 5")).toEqual({ seconds: 600, increment: 5 });
    expect(clockText({ seconds: 300, increment: 3 })).toBe("5+3");
    for (const nothing of ["", "5", "0+3", "181+0", "5+61", "-5+3", "5+3+1"])
      expect(readClock(nothing)).toBeNull();
  });

  it("is for people", () => {
    const wish = readWish(two, "clock=5%2B3");
    expect(clockOf(wish)).toEqual({ seconds: 300, increment: 3 });
    expect(clockOf({ ...wish, mode: "watch" })).toBeNull();
  });
});

describe("numbers of a variant", () => {
  const mines = { key: "mine_count", title: "Mines", low: 1, high: 55, value: 10 };
  const field: Game = {
    ...one,
    presets: one.presets.map((preset) => ({ ...preset, options: preset.name === "large" ? [] : [mines] })),
  };

  it("are read from the address and kept in it, where they are not the variant's own", () => {
    expect(readWish(field, "mine_count=20").options).toEqual({ mine_count: 20 });
    expect(writeWish(field, readWish(field, "mine_count=20"))).toBe("mine_count=20");
    expect(writeWish(field, readWish(field, "mine_count=10"))).toBe("");
  });

  it.each([
    "mine_count=0",
    "mine_count=56",
    "mine_count=2.5",
    "mine_count=x",
    "rows=3",
    "preset=large&mine_count=20",
  ])("are ignored where they cannot be had: %s", (query) => {
    expect(readWish(field, query).options).toEqual({});
  });
});
