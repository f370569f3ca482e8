/** What the wake-ups of a match mean for who shows it: read it, unless its news are here or on their way. */
import { useEffect, useRef, useState } from "react";
import { seatIn } from "../store/seats";
import { type Connection, wakeups } from "./wakeups";

/**
 * `onReached` is told of each wake-up with something that is not here yet, and once after each lost connection. A number
 * that comes a second time means something else than an event: a friend took a seat, or there is a rematch. `coming` is
 * the event whose answer is under way.
 */
export function useLive(
  id: string,
  seq: number | undefined,
  coming: number | null,
  onReached: () => void,
): Connection {
  const [connection, setConnection] = useState<Connection>("connecting");
  const known = useRef(0);
  const awaited = useRef<number | null>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    known.current = seq ?? 0;
    awaited.current = coming;
    reached.current = onReached;
  });
  const ready = seq !== undefined;

  useEffect(() => {
    if (!ready) return;
    let announced = known.current;
    return wakeups().follow(id, {
      token: seatIn(id)?.token,
      known: () => known.current,
      reached(seq) {
        const again = seq <= announced;
        announced = seq;
        if (again || (seq > known.current && seq !== awaited.current)) reached.current();
      },
      missed: () => reached.current(),
      changed: setConnection,
    });
  }, [id, ready]);

  return connection;
}
