/** Runs, read again every few seconds while somebody looks: the server answers "unchanged" in a few bytes. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listRuns, readRun } from "../api/client";
import { useCaller } from "../api/queries";
import type { Run } from "../api/types";

/** Milliseconds between two looks at what is under way, and at what may change some day. */
const RUNNING = 3_000;
const RESTING = 15_000;

/** Whether this server shows runs to this reader, for the link in the header: asked once. */
export function useRunsOffered() {
  const caller = useCaller();
  return useQuery({
    queryKey: ["runs offered"],
    queryFn: async ({ signal }) => listRuns(caller, signal).then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function useRuns() {
  const caller = useCaller();
  return useQuery({
    queryKey: ["runs", caller.language],
    queryFn: ({ signal }) => listRuns(caller, signal),
    placeholderData: keepPreviousData,
    // Not while the tab is in the background: that is the library's own rule.
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === "running") ? RUNNING : RESTING,
  });
}

export function useRun(name: string) {
  const caller = useCaller();
  return useQuery({
    queryKey: ["run", name, caller.language],
    queryFn: ({ signal }) => readRun(caller, name, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => intervalFor(state.data),
  });
}

function intervalFor(run: Run | undefined): number {
  return run?.state === "running" ? RUNNING : RESTING;
}
