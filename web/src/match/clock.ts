/** Times as people read them, and how they pass between two readings of the server. */
import { useEffect, useState } from "react";
import type { Clock } from "../api/types";

const OFTEN = 200;
const SHORT = 10;

/** 1:05:09, 5:09; below ten seconds with tenths. */
export function timeText(seconds: number, tenths = true): string {
  if (tenths && seconds < SHORT) return (Math.floor(Math.max(0, seconds) * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  return parts.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** The seconds of a seat that are left, this long after the clock was read. */
export function leftOf(clock: Clock, seat: number, passed: number): number | null {
  const seconds = clock.seconds[seat] ?? null;
  if (seconds === null || clock.running !== seat) return seconds;
  return Math.max(0, seconds - passed / 1000);
}

/** The time since a clock was read, in ms. It stands still with the connection: a server that is down takes no time. */
export function usePassed(clock: Clock | null, still: boolean): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (still) return;
    setPassed(0);
    if (!clock || clock.running === null) return;
    const start = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - start), OFTEN);
    return () => clearInterval(timer);
  }, [clock, still]);
  return passed;
}
