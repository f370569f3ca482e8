/** How questions to agents are repeated: while the compiler prepares an agent, and when the server asks for patience. */
import type { Query } from "@tanstack/react-query";
import { mayPass, Refused } from "./client";
import type { Answered } from "./types";

/** An answer that may have to be asked for again. */
interface Prepared {
  preparing: unknown;
}

const AGAIN = 1000;
/** Seconds that a reader waits without being told; if the server asks for more, its sentence is shown. */
const PATIENCE = 10;
const TRIES = 30;

/** Whether a question that failed is asked again. */
export function asksAgain(failures: number, error: Error): boolean {
  if (!(error instanceof Refused)) return mayPass(error) && failures < 2;
  return error.wait !== null && error.wait <= PATIENCE && failures < TRIES;
}

/** The milliseconds until then. */
export function pause(_: number, error: Error): number {
  return 1000 * ((error instanceof Refused ? error.wait : null) ?? 0.6);
}

/** The same question has the same answer, unless the agent was not ready. */
export function patiently<T extends Prepared>() {
  return {
    retry: asksAgain,
    retryDelay: pause,
    staleTime: (query: Query<T>) => (query.state.data?.preparing ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: (query: Query<T>) => (query.state.data?.preparing ? AGAIN : (false as const)),
  };
}

export const ASKING = patiently<Answered>();
