import { expect, it } from "vitest";
import { arenaAddress, matchAddress, newAddress, parseRoute, puzzleAddress } from "./route";

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
  expect(parseRoute("#/analyse")).toEqual({ page: "boards" });
  expect(parseRoute("#/analyse/quoridor")).toEqual({ page: "unknown" });
  expect(parseRoute("#/learn")).toEqual({ page: "learn" });
  expect(parseRoute(puzzleAddress("a b", 12))).toEqual({ page: "puzzle", game: "a b", number: 12 });
  for (const wrong of ["#/learn/toy", "#/learn/toy/0", "#/learn/toy/x", "#/learn/toy/1234567"])
    expect(parseRoute(wrong)).toEqual({ page: "unknown" });
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
