/** Which row of a roster choices begin from, and which unit was picked to be taken back. */
import { useMemo, useState } from "react";
import type { Choice, View } from "../api/types";
import { origins } from "../board/clicks";

export interface Sources {
  /** The chosen row: the reader's choice while it leads somewhere, else the first of the panels. */
  source: string | null;
  picked: string | null;
  /** The rows that choices begin from, and those that something is taken back from. */
  begin: ReadonlySet<string>;
  back: ReadonlySet<string>;
  /** What a panel says of a source at the end of its row: odds. */
  notes: ReadonlyMap<string, string>;
  choose: (key: string) => void;
}

const NOTHING: Choice[] = [];

export function useSources(view: View | null, live: boolean): Sources {
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted, setPicked] = useState<string | null>(null);
  const choices = live && view ? view.choices : NOTHING;
  const panels = view?.panels;
  return useMemo(() => {
    const begin = new Set(origins(choices));
    const taken = choices.filter(({ press, source }) => press === "secondary" && source !== "");
    const back = new Set(taken.map(({ source }) => source));
    const keys = panels?.flatMap((panel) => panel.keys) ?? [];
    const first = keys.find((key) => begin.has(key)) ?? null;
    const notes = new Map<string, string>();
    for (const panel of panels?.filter((one) => one.notes) ?? [])
      panel.keys.forEach((key, i) => {
        notes.set(key, panel.rows[i]?.at(-1) ?? "");
      });
    return {
      source: chosen !== null && begin.has(chosen) ? chosen : first,
      picked: wanted !== null && back.has(wanted) ? wanted : null,
      begin,
      back,
      notes,
      choose: (key) => (begin.has(key) ? setChosen(key) : setPicked(key)),
    };
  }, [choices, panels, chosen, wanted]);
}
