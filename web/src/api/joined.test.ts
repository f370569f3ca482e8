import { expect, it } from "vitest";
import { matchOf } from "../board/samples.test-env";
import { joined } from "./joined";
import type { HistoryEntry } from "./types";

const move = (seq: number, text: string | null = `m${seq}`): HistoryEntry => ({
  seq,
  kind: "move",
  actor: 0,
  ply: seq,
  text,
  label: text,
  semantic: null,
});
const known = matchOf({ seq: 2, history: [move(1), move(2)] });
const seqs = (match: ReturnType<typeof joined>) => match?.history.map(({ seq }) => seq);

it("adds what is new to the history that is known", () => {
  expect(seqs(joined(known, matchOf({ seq: 4, history: [move(3), move(4)] })))).toEqual([1, 2, 3, 4]);
  expect(seqs(joined(known, matchOf({ seq: 2, history: [] })))).toEqual([1, 2]);
  expect(seqs(joined(known, matchOf({ seq: 3, history: [move(2), move(3)] })))).toEqual([1, 2, 3]);
});

it("does not join what does not fit", () => {
  expect(joined(known, matchOf({ seq: 5, history: [move(5)] }))).toBeNull();
  expect(joined(known, matchOf({ seq: 4, history: [] }))).toBeNull();
});

it("reads again what was hidden, when the reader may know more", () => {
  const secret = matchOf({ seq: 2, history: [move(1, null), move(2)] });
  const next = matchOf({ seq: 3, history: [move(3)] });
  expect(seqs(joined(secret, next))).toEqual([1, 2, 3]);
  expect(joined(secret, { ...next, finished: true })).toBeNull();
  expect(joined(secret, { ...next, you: 1 })).toBeNull();
  expect(seqs(joined(known, { ...next, finished: true }))).toEqual([1, 2, 3]);
});
