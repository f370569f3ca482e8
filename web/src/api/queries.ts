/** What is read from the server and kept: games, matches, and positions of the past, which never change. */
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type Seat, seatIn } from "../store/seats";
import { useWords } from "../words/context";
import {
  answerPuzzle,
  type Caller,
  listGames,
  listSummaries,
  mayPass,
  readGuide,
  readMatch,
  readPicture,
  readPuzzle,
  readPuzzles,
} from "./client";
import { joined } from "./joined";
import type { Match } from "./types";

/** The server answers for no more by one request. */
const MOST_SUMMARIES = 50;

export function newQueryClient(): QueryClient {
  // The server is on this machine or near: a browser that thinks it is offline may still reach it.
  const retry = (failures: number, error: Error) => mayPass(error) && failures < 2;
  return new QueryClient({
    defaultOptions: {
      queries: { retry, retryDelay: 600, networkMode: "always", staleTime: 1000 },
      mutations: { networkMode: "always" },
    },
  });
}

export function useCaller(id?: string): Caller {
  const { language } = useWords();
  return { language, token: id === undefined ? undefined : seatIn(id)?.token };
}

export function useGames() {
  const caller = useCaller();
  return useQuery({
    queryKey: ["games", caller.language],
    queryFn: ({ signal }) => listGames(caller, signal),
    placeholderData: keepPreviousData,
  });
}

export function useGuide(name: string) {
  const caller = useCaller();
  return useQuery({
    queryKey: ["guide", name, caller.language],
    queryFn: ({ signal }) => readGuide(caller, name, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function usePicture(name: string) {
  return useQuery({
    queryKey: ["picture", name],
    queryFn: ({ signal }) => readPicture(name, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function usePuzzles(name: string) {
  const caller = useCaller();
  return useQuery({
    queryKey: ["puzzles", name, caller.language],
    queryFn: ({ signal }) => readPuzzles(caller, name, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => (previous?.game === name ? previous : undefined),
  });
}

export function usePuzzle(name: string, number: number) {
  const caller = useCaller();
  return useQuery({
    queryKey: ["puzzle", name, number, caller.language],
    queryFn: ({ signal }) => readPuzzle(caller, name, number, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // In another language the same puzzle is shown until its new words are here; never another one.
    placeholderData: (previous) =>
      previous?.game === name && previous.number === number ? previous : undefined,
  });
}

export function useAnswer(name: string, number: number) {
  const caller = useCaller();
  return useMutation({ mutationFn: (action: number) => answerPuzzle(caller, name, number, action) });
}

/** The newest matches of this browser, in short. */
export function useSummaries(seats: readonly Seat[]) {
  const caller = useCaller();
  const matches = seats.slice(0, MOST_SUMMARIES).map(({ id, token }) => ({ id, token }));
  return useQuery({
    queryKey: ["summaries", caller.language, matches],
    queryFn: ({ signal }) => listSummaries(caller, matches, signal),
    enabled: matches.length > 0,
    placeholderData: keepPreviousData,
  });
}

export function useMatch(id: string) {
  const caller = useCaller(id);
  const client = useQueryClient();
  const queryKey = keyOf(id, caller);
  return useQuery<Match>({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<Match>(queryKey);
      if (!known) return readMatch(caller, id, {}, signal);
      const news = await readMatch(caller, id, { since: known.seq }, signal);
      const whole = joined(known, news) ?? (await readMatch(caller, id, {}, signal));
      // The answer to an event may have come while this was read.
      const now = client.getQueryData<Match>(queryKey);
      return now && now.seq > whole.seq ? now : whole;
    },
    // In another language the same match is shown until its new words are here; never another match.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });
}

/** The match as it stood after an event, without the moves, which are known. */
export function usePast(id: string, at: number | null) {
  const caller = useCaller(id);
  return useQuery({
    queryKey: ["past", id, caller.language, at],
    queryFn: ({ signal }) => readMatch(caller, id, { at: at ?? 0, since: at ?? 0 }, signal),
    enabled: at !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // Stepping on shows the position before until the next one is here.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });
}

export function useReread(id: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: ["match", id] }), [client, id]);
}

/** Puts the answer to an event in the place of the match, so that nothing has to be read. */
export function useAnswered(id: string): (caller: Caller, answer: Match) => void {
  const client = useQueryClient();
  return useCallback(
    (caller, answer) => {
      const key = keyOf(id, caller);
      const known = client.getQueryData<Match>(key);
      // Something newer may have come first, by a wake-up.
      if (known && known.seq > answer.seq) return;
      const whole = known ? joined(known, answer) : null;
      if (whole) client.setQueryData(key, whole);
      else void client.invalidateQueries({ queryKey: ["match", id] });
    },
    [client, id],
  );
}

function keyOf(id: string, { language }: Caller) {
  return ["match", id, language] as const;
}
