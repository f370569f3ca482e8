import { expect, it } from "vitest";
import { parseRoute } from "../route";
import { type Place, placeAddress, placeOf, played, questionAt, readPlace, stepped, trackOf } from "./place";

const MATCH = { match: "m1" };
const GAME = { game: "quoridor", preset: "standard" };

function read(address: string): Place {
  const route = parseRoute(address);
  if (route.page !== "analyse") throw new Error(address);
  return readPlace(route.subject, route.query);
}

it("reads the addresses that it writes", () => {
  for (const address of [
    "#/analyse/match/m1",
    "#/analyse/match/m1?at=4",
    "#/analyse/match/m1?at=4&moves=6,2.3&ply=5",
    "#/analyse/quoridor/standard",
    "#/analyse/quoridor/standard?moves=13,67",
  ])
    expect(placeAddress(read(address))).toBe(address);
  expect(read("#/analyse/match/m1?at=4&moves=6,2.3")).toEqual({
    subject: MATCH,
    at: 4,
    moves: [
      [6, null],
      [2, 3],
    ],
    ply: null,
  });
  expect(read("#/analyse/quoridor/standard?moves=13,x")).toEqual(placeOf(GAME));
  expect(parseRoute("#/analyse/quoridor").page).toBe("unknown");
});

it("walks along the moves of a match", () => {
  const end = placeOf(MATCH);
  expect(trackOf(end, 6)).toEqual({ fork: 6, end: 6, shown: 6 });
  const early = stepped(end, trackOf(end, 6), 2);
  expect(early.at).toBe(2);
  expect(trackOf(early, 6).shown).toBe(2);
  expect(stepped(early, trackOf(early, 6), 6).at).toBeNull();
  expect(trackOf({ ...early, at: 99 }, 6).shown).toBe(6);
});

it("begins a branch with another move, and goes along the match with its own", () => {
  const place = placeOf(MATCH, 2);
  const track = trackOf(place, 6);
  expect(played(place, track, [7], true)).toEqual(placeOf(MATCH, 3));
  const branch = played(place, track, [7]);
  expect(branch).toEqual({ subject: MATCH, at: 2, moves: [[7, null]], ply: null });
  const line = played(branch, trackOf(branch, 6), [8, 9]);
  expect(line.moves.map(([action]) => action)).toEqual([7, 8, 9]);
  expect(trackOf(line, 6)).toEqual({ fork: 2, end: 5, shown: 5 });
});

it("walks along a branch, keeps its end, and forks again", () => {
  const place = read("#/analyse/match/m1?at=2&moves=7,8,9&ply=3");
  const track = trackOf(place, 6);
  expect(track).toEqual({ fork: 2, end: 5, shown: 3 });
  expect(questionAt(place, track, 3)).toEqual({ at: 2, moves: [[7, null]] });
  expect(questionAt(place, track, 1)).toEqual({ at: 1, moves: [] });
  expect(played(place, track, [8]).ply).toBe(4);
  expect(played(place, track, [5]).moves.map(([action]) => action)).toEqual([7, 5]);
  const before = stepped(place, track, 1);
  expect(before.moves).toHaveLength(3);
  expect(played(before, trackOf(before, 6), [4])).toEqual({
    subject: MATCH,
    at: 1,
    moves: [[4, null]],
    ply: null,
  });
});

it("has the whole line of a game as a branch from its start", () => {
  const place = read("#/analyse/quoridor/standard?moves=13,67");
  const track = trackOf(place, 0);
  expect(track).toEqual({ fork: 0, end: 2, shown: 2 });
  expect(placeAddress(stepped(place, track, 0))).toBe("#/analyse/quoridor/standard?moves=13,67&ply=0");
});
