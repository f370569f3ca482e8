/** Wake-ups from the server: "the match reached event n". A lost connection is made again, from where it broke off. */
import { useEffect, useRef, useState } from "react";
import { streamAddress } from "./client";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;

export type Connection = "connecting" | "live" | "lost";

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
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT;
    let lost = false;
    let announced = 0;

    function wake(event: Event) {
      const { seq } = JSON.parse((event as MessageEvent<string>).data) as { seq: number };
      const again = seq <= announced;
      announced = seq;
      if (again || (seq > known.current && seq !== awaited.current)) reached.current();
    }

    function connect() {
      announced = known.current;
      source = new EventSource(streamAddress(id, announced));
      source.onopen = () => {
        wait = FIRST_WAIT;
        if (lost) reached.current();
        lost = false;
        setConnection("live");
      };
      source.addEventListener("reached", wake);
      source.onerror = () => {
        lost = true;
        setConnection("lost");
        source?.close();
        timer = setTimeout(connect, wait);
        wait = Math.min(2 * wait, LONGEST_WAIT);
      };
    }

    connect();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, [id, ready]);

  return connection;
}
