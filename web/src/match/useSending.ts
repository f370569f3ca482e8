/** Sends what the player decided. A lost answer is asked for again under the same key, so nothing is played twice. */
import { useMutation } from "@tanstack/react-query";
import { type Caller, freshKey, type Move, mayPass, postEvent } from "../api/client";
import { useReread } from "../api/queries";
import type { Choice, Match } from "../api/types";

interface Sent {
  seq: number;
  key: string;
  move: Move;
  choice: Choice | null;
}

const TRIES = 8;

export function useSending(
  match: Match | undefined,
  id: string,
  caller: Caller,
  onRefused: (why: Error) => void,
) {
  const reread = useReread(id);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ seq, key, move }: Sent) => postEvent(caller, id, seq, key, move),
    retry: (failures, error) => mayPass(error) && failures < TRIES,
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 3000),
    onError: onRefused,
    // Still pending until the match has been read again: the board never shows the old position as if it were new.
    onSettled: reread,
  });

  // A wake-up may bring the new position before the answer does: then there is nothing left to wait for.
  const sending = isPending && (match?.seq ?? 0) < (variables?.seq ?? 0);

  function send(move: Move, choice: Choice | null = null) {
    if (match && !sending) mutate({ seq: match.seq + 1, key: freshKey(), move, choice });
  }

  return { send, sending, pending: sending ? (variables?.choice ?? null) : null };
}
