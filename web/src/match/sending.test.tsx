import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { Refused } from "../api/client";
import { newQueryClient, useMatch } from "../api/queries";
import type { Choice, Match } from "../api/types";
import { boardOf, choice, matchOf, viewOf } from "../board/samples.test-env";
import { MOST } from "./intents";
import { useSending } from "./useSending";

/** The service: each event waits for the test to answer it. */
const service = vi.hoisted(() => ({
  match: undefined as Match | undefined,
  posts: [] as { seq: number; action: number; answer: (seq: Match) => void; refuse: (why: Error) => void }[],
}));

vi.mock("../api/client", async (actual) => ({
  ...(await actual<typeof import("../api/client")>()),
  readMatch: async () => service.match,
  postEvent: (_: unknown, __: string, seq: number, ___: string, { action }: { action: number }) =>
    new Promise<Match>((answer, refuse) => service.posts.push({ seq, action, answer, refuse })),
}));

const flags = Array.from({ length: 20 }, (_, cell) => choice(cell, [cell], `flag ${cell}`, "secondary"));

function at(seq: number, choices: Choice[] = flags, extra: Partial<Match> = {}): Match {
  const history = Array.from({ length: seq }, (_, i) => event(i + 1));
  return matchOf({ seq, history, view: viewOf(boardOf("square", 4, 5), { choices }), ...extra });
}

function event(seq: number) {
  return { seq, kind: "move" as const, actor: 0, ply: seq, text: "x", label: "x", semantic: null };
}

async function sit() {
  service.match = at(0);
  const client = newQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const told = { onRefused: vi.fn(), onDropped: vi.fn() };
  const { result } = renderHook(
    () => {
      const { data } = useMatch("m1");
      return { data, ...useSending(data, "m1", { language: "en" }, told) };
    },
    { wrapper },
  );
  const page = {
    result,
    told,
    play: (cell: number) => act(() => result.current.play(flags[cell] as Choice)),
  };
  await waitFor(() => expect(result.current.data).toBeTruthy());
  page.play(0);
  await waitFor(() => expect(service.posts).toHaveLength(1));
  return page;
}

/** Answers the newest event, and waits for the next one if there should be one. */
async function answer(match: Match, next = service.posts.length + 1) {
  const post = service.posts.at(-1);
  expect(post?.seq).toBe(match.seq);
  service.match = match;
  await act(async () => post?.answer(match));
  await waitFor(() => expect(service.posts).toHaveLength(next));
}

beforeEach(() => {
  service.posts.length = 0;
});

it("sends what is pressed meanwhile in its order, each after the answer to the one before", async () => {
  const { result, told, play } = await sit();
  for (const cell of [1, 2, 1]) play(cell);
  expect(service.posts).toHaveLength(1);
  expect(result.current.waiting).toEqual([flags[1], flags[2], flags[1]]);
  for (const seq of [1, 2, 3]) await answer(at(seq));
  await answer(at(4), 4);
  expect(service.posts.map(({ seq, action }) => [seq, action])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 1],
  ]);
  await waitFor(() => expect(result.current.sending).toBe(false));
  expect([told.onRefused.mock.calls, told.onDropped.mock.calls]).toEqual([[], []]);
});

it("sends two presses of one moment one after the other", async () => {
  const { result } = await sit();
  await answer(at(1), 1);
  act(() => {
    result.current.play(flags[1] as Choice);
    result.current.play(flags[2] as Choice);
  });
  await waitFor(() => expect(service.posts).toHaveLength(2));
  await answer(at(2));
  expect(service.posts.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it("drops what the answer leaves no place for, and goes on", async () => {
  const { told, play } = await sit();
  for (const cell of [1, 2]) play(cell);
  await answer(at(1, [flags[2] as Choice]));
  expect(told.onDropped.mock.calls).toEqual([[[{ choice: flags[1], why: "dropped.changed" }]]]);
  expect(service.posts.at(-1)).toMatchObject({ seq: 2, action: 2 });
});

it("says which one the server refused, and goes on", async () => {
  const { told, play } = await sit();
  for (const cell of [1, 2]) play(cell);
  await answer(at(1));
  const why = new Refused(409, "toy.taken", "That cell is taken.");
  await act(async () => service.posts.at(-1)?.refuse(why));
  await waitFor(() => expect(service.posts).toHaveLength(3));
  expect(told.onRefused.mock.calls).toEqual([[why, flags[1]]]);
  expect(service.posts.at(-1)).toMatchObject({ seq: 2, action: 2 });
});

it("lets so many wait, and says of the next that there is no room", async () => {
  const { result, told, play } = await sit();
  for (let cell = 1; cell <= MOST + 1; cell++) play(cell);
  expect(result.current.waiting).toHaveLength(MOST);
  expect(told.onDropped.mock.calls).toEqual([[[{ choice: flags[MOST + 1], why: "dropped.full" }]]]);
});

it("gives up those that wait with the one before them", async () => {
  const { result, told, play } = await sit();
  play(1);
  act(() => result.current.giveUp());
  expect(told.onDropped.mock.calls).toEqual([[[{ choice: flags[1], why: "dropped.before" }]]]);
  expect([result.current.sending, result.current.waiting]).toEqual([false, []]);
  play(2);
  await waitFor(() => expect(service.posts).toHaveLength(2));
  expect(service.posts.at(-1)).toMatchObject({ seq: 1, action: 2 });
});

it("lets nothing but choices wait", async () => {
  const { result, play } = await sit();
  play(1);
  act(() => result.current.send({ kind: "resign" }));
  expect(result.current.waiting).toEqual([flags[1]]);
});
