/** Positions and analyses, asked for and kept: the same question has the same answer. */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ASKING, patiently } from "../api/asking";
import { askMatch, askPosition, type Caller, type Moves, readReview } from "../api/client";
import { useCaller } from "../api/queries";
import type { Answered, GameReview } from "../api/types";
import type { Subject } from "./place";

export interface Position {
  at: number;
  moves: Moves;
}

/** Moves that an agent is asked for: those which people play are mostly among them. */
const BEST = 10;
/** How long a reader stays at a position before an agent is asked about it. */
const STAY = 250;

function asking(caller: Caller, subject: Subject, position: Position, agent: string | null, best: number) {
  return {
    queryKey: ["answer", subject, position, agent, best, caller.language],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answered> =>
      "match" in subject
        ? askMatch(caller, subject.match, { agent, best, ...position }, signal)
        : askPosition(caller, { ...subject, agent, best, moves: position.moves }, signal),
  };
}

/** The position alone: no agent is waited for. */
export function usePosition(subject: Subject, position: Position, enabled: boolean) {
  const caller = useCaller("match" in subject ? subject.match : undefined);
  return useQuery<Answered>({
    ...asking(caller, subject, position, null, 0),
    ...ASKING,
    enabled,
    // Stepping on shows the position before until the next one is here.
    placeholderData: (previous) => previous,
  });
}

export function useAnalysis(subject: Subject, position: Position, agent: string | null, enabled: boolean) {
  const caller = useCaller("match" in subject ? subject.match : undefined);
  const settled = useSettled(JSON.stringify([position, agent]));
  return useQuery<Answered>({
    ...asking(caller, subject, position, agent, BEST),
    ...ASKING,
    enabled: enabled && settled,
  });
}

/** The game's own words about a match that is over. */
export function useGameReview(match: string) {
  const caller = useCaller(match);
  return useQuery<GameReview>({
    queryKey: ["review", match, caller.language],
    queryFn: ({ signal }) => readReview(caller, match, signal),
    ...patiently<GameReview>(),
  });
}

/** One analysis of a row of them, kept as the others are. */
export function fetchAnalysis(
  client: QueryClient,
  caller: Caller,
  subject: Subject,
  position: Position,
  agent: string | null,
): Promise<Answered> {
  const { retry, retryDelay, staleTime } = ASKING;
  return client.fetchQuery({
    ...asking(caller, subject, position, agent, BEST),
    retry,
    retryDelay,
    staleTime,
  });
}

/** Whether what is looked at has stayed the same for a moment. */
function useSettled(what: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(what), STAY);
    return () => clearTimeout(timer);
  }, [what]);
  return settled === what;
}
