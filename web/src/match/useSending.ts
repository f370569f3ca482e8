/**
 * Sends what the player decided, and keeps it until it is answered: under the same key, so nothing is played twice. The
 * answer is the match itself. Choices that are made meanwhile wait, and are sent one after the other.
 */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Caller, freshKey, type Move, mayPass, postEvent } from "../api/client";
import { useAnswered, useReread } from "../api/queries";
import type { Choice, Match } from "../api/types";
import { type Dropped, type Intent, intentOf, MOST, sift } from "./intents";

/** What is under way. */
interface Posted {
  seq: number;
  choice: Choice | null;
}

interface Sent extends Posted {
  caller: Caller;
  key: string;
  move: Move;
  waited: boolean;
}

/** Who says what was not played: the server refused it, with the choice if that had waited; or it was not sent at all. */
interface Told {
  onRefused: (why: Error, waited: Choice | null) => void;
  onDropped: (dropped: Dropped[]) => void;
}

/** The player wants it no more. */
class GivenUp extends Error {}

export function useSending(match: Match | undefined, id: string, caller: Caller, told: Told) {
  const reread = useReread(id);
  const answered = useAnswered(id);
  const wanted = useRef<string | null>(null);
  // Until the match has this event, nothing else is sent. A press may come before what is drawn knows of the last one.
  const underway = useRef(0);
  const line = useRef<readonly Intent[]>([]);
  const [posted, setPosted] = useState<Posted | null>(null);
  const [waiting, setWaiting] = useState<readonly Choice[]>([]);
  const { mutate, reset, failureCount } = useMutation({
    mutationFn: async ({ caller, seq, key, move }: Sent) => {
      if (wanted.current !== key) throw new GivenUp();
      return postEvent(caller, id, seq, key, move);
    },
    retry: (_, error) => mayPass(error) && !(error instanceof GivenUp),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, 3000),
    onSuccess: (answer, { caller }) => answered(caller, answer),
    onError: async (why, { key, choice, waited }) => {
      if (!(why instanceof GivenUp)) told.onRefused(why, waited ? choice : null);
      await reread();
      if (wanted.current === key) end();
    },
  });

  // A wake-up may bring the new position before the answer does: then there is nothing left to wait for.
  const coming = posted && (match?.seq ?? 0) < posted.seq ? posted : null;

  function isFree({ seq }: Match) {
    return seq >= underway.current && line.current.length === 0;
  }

  function end() {
    underway.current = 0;
    setPosted(null);
  }

  function keep(intents: readonly Intent[]) {
    line.current = intents;
    setWaiting(intents.map(({ choice }) => choice));
  }

  function post(move: Move, choice: Choice | null, waited = false) {
    if (!match) return;
    const key = freshKey();
    wanted.current = key;
    underway.current = match.seq + 1;
    setPosted({ seq: match.seq + 1, choice });
    mutate({ caller, seq: match.seq + 1, key, move, choice, waited });
  }

  /** What is no choice on the board, such as resigning: it never waits. */
  function send(move: Move) {
    if (match && isFree(match)) post(move, null);
  }

  function play(choice: Choice) {
    if (!match) return;
    if (isFree(match)) post(moveOf(choice), choice);
    else if (line.current.length < MOST) keep([...line.current, intentOf(match, choice)]);
    else told.onDropped([{ choice, why: "dropped.full" }]);
  }

  // The next one, whenever the one before has arrived or was refused.
  useEffect(() => {
    if (!match || match.seq < underway.current || line.current.length === 0) return;
    const { next, rest, dropped } = sift(line.current, match);
    keep(rest);
    if (next) post(moveOf(next), next, true);
    if (dropped.length > 0) told.onDropped(dropped);
  });

  /** Tries no more. The server may have it all the same, if only its answer was lost. */
  function giveUp() {
    const dropped = line.current.map(({ choice }): Dropped => ({ choice, why: "dropped.before" }));
    wanted.current = null;
    end();
    keep([]);
    if (dropped.length > 0) told.onDropped(dropped);
    reset();
    void reread();
  }

  return {
    send,
    play,
    giveUp,
    sending: coming !== null || waiting.length > 0,
    /** Whether it was tried in vain. */
    unsent: coming !== null && failureCount > 0,
    coming: coming?.seq ?? null,
    pending: coming?.choice ?? null,
    waiting,
  };
}

function moveOf({ action }: Choice): Move {
  return { kind: "move", action };
}
