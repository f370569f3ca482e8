import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { matchOf } from "../board/samples.test-env";
import { newQueryClient, useAnswered, useMatch, useReread } from "./queries";
import type { Match } from "./types";

const reads: ((match: Match) => void)[] = [];

vi.mock("./client", async (actual) => ({
  ...(await actual<typeof import("./client")>()),
  readMatch: () => new Promise<Match>((answer) => reads.push(answer)),
}));

const event = (seq: number) => ({
  seq,
  kind: "move" as const,
  actor: 0,
  ply: seq,
  text: "x",
  label: "x",
  semantic: null,
});

it("is not put back by a read that began before the answer to an event came", async () => {
  const client = newQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({ match: useMatch("m1"), answered: useAnswered("m1"), reread: useReread("m1") }),
    { wrapper },
  );
  await act(async () => reads.shift()?.(matchOf({ seq: 1, history: [event(1)] })));
  await waitFor(() => expect(result.current.match.data?.seq).toBe(1));
  act(() => void result.current.reread());
  act(() => result.current.answered({ language: "en" }, matchOf({ seq: 2, history: [event(2)] })));
  await act(async () => reads.shift()?.(matchOf({ seq: 1, history: [] })));
  await waitFor(() => expect(result.current.match.isFetching).toBe(false));
  expect(result.current.match.data?.seq).toBe(2);
  expect(result.current.match.data?.history.map(({ seq }) => seq)).toEqual([1, 2]);
});
