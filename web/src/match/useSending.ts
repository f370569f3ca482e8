/**
 * Sends what the player decided, and keeps it until it is answered: under the same key, so nothing is played twice. The
 * answer is the match itself.
 */
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { type Caller, freshKey, type Move, mayPass, postEvent } from "../api/client";
import { useAnswered, useReread } from "../api/queries";
import type { Choice, Match } from "../api/types";

interface Sent {
  caller: Caller;
  seq: number;
  key: string;
  move: Move;
  choice: Choice | null;
}

/** The player wants it no more. */
class GivenUp extends Error {}

export function useSending(
  match: Match | undefined,
  id: string,
  caller: Caller,
  onRefused: (why: Error) => void,
) {
  const reread = useReread(id);
  const answered = useAnswered(id);
  const wanted = useRef<string | null>(null);
  const { mutate, reset, isPending, failureCount, variables } = useMutation({
    mutationFn: async ({ caller, seq, key, move }: Sent) => {
      if (wanted.current !== key) throw new GivenUp();
      return postEvent(caller, id, seq, key, move);
    },
    retry: (_, error) => mayPass(error) && !(error instanceof GivenUp),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 3000),
    onSuccess: (answer, { caller }) => answered(caller, answer),
    onError: (why) => {
      if (!(why instanceof GivenUp)) onRefused(why);
      return reread();
    },
  });

  // A wake-up may bring the new position before the answer does: then there is nothing left to wait for.
  const sending = isPending && (match?.seq ?? 0) < (variables?.seq ?? 0);

  function send(move: Move, choice: Choice | null = null) {
    if (!match || sending) return;
    const key = freshKey();
    wanted.current = key;
    mutate({ caller, seq: match.seq + 1, key, move, choice });
  }

  /** Tries no more. The server may have it all the same, if only its answer was lost. */
  function giveUp() {
    wanted.current = null;
    reset();
    void reread();
  }

  return {
    send,
    giveUp,
    sending,
    /** Whether it was tried in vain. */
    unsent: sending && failureCount > 0,
    coming: sending ? (variables?.seq ?? null) : null,
    pending: sending ? (variables?.choice ?? null) : null,
  };
}
