/** A hint for the player to move: asked for once a position, and forgotten with it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ASKING } from "../api/asking";
import { askMatch, type Caller } from "../api/client";
import type { Analysis, Answered, Match } from "../api/types";

export interface Hint {
  ask: () => void;
  hide: () => void;
  /** Whether it is the reader's turn. */
  ready: boolean;
  asked: boolean;
  analysis: Analysis | null;
  /** How far the compiler has come, if the agent waits for it. */
  preparing: string | null;
  error: Error | null;
}

/** Null where the reader may not ask: between people, for spectators, once the match is over. */
export function useHint(match: Match | undefined, caller: Caller, live: boolean): Hint | null {
  const [asked, setAsked] = useState<number | null>(null);
  const may = live && match !== undefined && mayHint(match);
  const ready = may && match.view?.to_move === match.you;
  const wanted = ready && asked === match.seq;
  const { data, error } = useQuery<Answered>({
    queryKey: ["hint", match?.id, match?.seq, caller.language],
    queryFn: ({ signal }) => askMatch(caller, match?.id ?? "", { best: 1 }, signal),
    enabled: wanted,
    ...ASKING,
  });
  if (!may) return null;
  return {
    ask: () => setAsked(match.seq),
    ready,
    hide: () => setAsked(null),
    asked: wanted,
    analysis: wanted ? (data?.analysis ?? null) : null,
    preparing: wanted ? (data?.preparing?.message ?? null) : null,
    error: wanted ? error : null,
  };
}

export function mayHint({ may_ask, finished, you }: Match): boolean {
  return may_ask && !finished && you !== null;
}
