/** The analyses of every position of a match, asked for one after the other. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useCaller } from "../api/queries";
import type { Analysis } from "../api/types";
import { fetchAnalysis } from "./answers";
import type { Subject } from "./place";

export interface Review {
  /** The analysis before each move, as far as it is known; null where the agent had none. */
  found: (Analysis | null)[];
  running: boolean;
  error: Error | null;
  start: () => void;
  stop: () => void;
}

const AGAIN = 1000;

export function useReview(subject: Subject, line: number, agent: string | null): Review {
  const client = useQueryClient();
  const caller = useCaller("match" in subject ? subject.match : undefined);
  const [found, setFound] = useState<(Analysis | null)[]>([]);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  // Each run has a number: one that was stopped finds another and ends.
  const current = useRef(0);
  const about = JSON.stringify([subject, line, agent, caller.language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another agent or language is another review.
  useEffect(() => {
    setFound([]);
    setRunning(false);
    setError(null);
    return () => {
      current.current += 1;
    };
  }, [about]);

  async function run(mine: number) {
    const all: (Analysis | null)[] = [];
    while (all.length < line) {
      const answer = await fetchAnalysis(client, caller, subject, { at: all.length, moves: [] }, agent);
      if (current.current !== mine) return;
      if (answer.preparing) await new Promise((done) => setTimeout(done, AGAIN));
      else all.push(answer.analysis);
      if (current.current !== mine) return;
      setFound([...all]);
    }
    setRunning(false);
  }

  function start() {
    current.current += 1;
    const mine = current.current;
    setRunning(true);
    setError(null);
    run(mine).catch((why: Error) => {
      if (current.current !== mine) return;
      setError(why);
      setRunning(false);
    });
  }

  function stop() {
    current.current += 1;
    setRunning(false);
  }

  return { found, running, error, start, stop };
}
