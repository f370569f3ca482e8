/** Wake-ups from the server: "the match reached event n". A lost connection is made again, from where it broke off. */
import { useEffect, useRef, useState } from "react";
import { streamAddress } from "./client";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;

export type Connection = "connecting" | "live" | "lost";

/** `onReached` is told of each wake-up, and once after each lost connection: what was missed must be read again. */
export function useLive(id: string, seq: number | undefined, onReached: () => void): Connection {
  const [connection, setConnection] = useState<Connection>("connecting");
  const known = useRef(0);
  const reached = useRef(onReached);
  useEffect(() => {
    known.current = seq ?? 0;
    reached.current = onReached;
  });
  const ready = seq !== undefined;

  useEffect(() => {
    if (!ready) return;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT;
    let lost = false;

    function connect() {
      source = new EventSource(streamAddress(id, known.current));
      source.onopen = () => {
        wait = FIRST_WAIT;
        if (lost) reached.current();
        lost = false;
        setConnection("live");
      };
      source.addEventListener("reached", () => reached.current());
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
