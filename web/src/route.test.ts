import { expect, it } from "vitest";
import { arenaAddress, matchAddress, newAddress, parseRoute } from "./route";

it("reads addresses", () => {
  expect(parseRoute("")).toEqual({ page: "home" });
  expect(parseRoute("#/")).toEqual({ page: "home" });
  expect(parseRoute("#/match/m1")).toEqual({ page: "match", id: "m1" });
  expect(parseRoute("#/match/m1/12")).toEqual({ page: "match", id: "m1", at: 12 });
  expect(parseRoute("#/match/m1/last")).toEqual({ page: "unknown" });
  expect(parseRoute("#/join/m1/secret")).toEqual({ page: "join", id: "m1", invitation: "secret" });
  expect(parseRoute("#/new/quoridor")).toEqual({ page: "new", game: "quoridor", query: "" });
  expect(parseRoute(newAddress("a b", "level=hard&seat=1"))).toEqual({
    page: "new",
    game: "a b",
    query: "level=hard&seat=1",
  });
  expect(parseRoute("#/arena")).toEqual({ page: "arena", run: null });
  expect(parseRoute(arenaAddress())).toEqual({ page: "arena", run: null });
  expect(parseRoute(arenaAddress("runs/a b/50 %"))).toEqual({ page: "arena", run: "runs/a b/50 %" });
  expect(parseRoute("#/new")).toEqual({ page: "unknown" });
  expect(parseRoute("#/join/m1")).toEqual({ page: "unknown" });
  expect(parseRoute("#/%E0%A4%A")).toEqual({ page: "home" });
  expect(parseRoute("#/elsewhere")).toEqual({ page: "unknown" });
});

it("writes the addresses that it reads", () => {
  expect(matchAddress("m1")).toBe("#/match/m1");
  expect(matchAddress("m1", 12)).toBe("#/match/m1/12");
  expect(matchAddress("m1", 0)).toBe("#/match/m1/0");
});
