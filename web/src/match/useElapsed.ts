/** How long a match for one has taken, from the first move that this window saw to the end. */
import { useEffect, useState } from "react";
import type { Match } from "../api/types";

interface Times {
  began: number | null;
  ended: number | null;
}

const SECOND = 1000;

/** In seconds; null where it is not known, as in a match that was begun elsewhere. */
export function useElapsed(match: Match): number | null {
  const { id, seq, finished } = match;
  const single = match.seats.length === 1;
  const [times, setTimes] = useState<Times | null>(() =>
    seq === 0 ? { began: null, ended: null } : recalled(id),
  );
  const [now, setNow] = useState(Date.now);
  const running = single && times !== null && times.began !== null && times.ended === null;

  useEffect(() => {
    if (!single || times === null) return;
    const next = {
      began: times.began ?? (seq > 0 ? Date.now() : null),
      ended: times.ended ?? (finished ? Date.now() : null),
    };
    if (next.began === times.began && next.ended === times.ended) return;
    keepTimes(id, next);
    setTimes(next);
  }, [id, single, seq, finished, times]);

  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [running]);

  if (!single || times === null) return null;
  if (times.began === null) return 0;
  return Math.max(0, Math.floor(((times.ended ?? now) - times.began) / SECOND));
}

function recalled(id: string): Times | null {
  try {
    return JSON.parse(sessionStorage.getItem(`boardwright.time.${id}`) ?? "null");
  } catch {
    return null;
  }
}

function keepTimes(id: string, times: Times): void {
  try {
    sessionStorage.setItem(`boardwright.time.${id}`, JSON.stringify(times));
  } catch {
    // Nothing can be kept here: a reload forgets the time.
  }
}
