/** What a click on a cell means, from the legal choices alone: no rule of any game is known here. */
import type { Choice } from "../api/types";

export type Click =
  | { kind: "play"; choice: Choice }
  | { kind: "select"; path: number[] }
  | { kind: "menu"; choices: Choice[]; further: number[] | null }
  | { kind: "cancel" }
  | { kind: "pick"; choice: Choice }
  | { kind: "ask"; cell: number }
  | { kind: "nothing" };

/** A plain press, or the other one: the right button, a long touch, Shift with Enter. */
export type Press = "primary" | "secondary";

/** The choices that begin with these cells, in this order. */
export function beginning(choices: readonly Choice[], path: readonly number[]): Choice[] {
  return choices.filter(
    ({ cells }) =>
      cells.length > 0 && cells.length >= path.length && path.every((cell, i) => cells[i] === cell),
  );
}

/** The cells that lead on from what is selected. */
export function targets(choices: readonly Choice[], path: readonly number[]): Set<number> {
  const next = beginning(choices, path).map(({ cells }) => cells[path.length]);
  return new Set(next.filter((cell) => cell !== undefined));
}

/** The choices that touch no cell and no side of one: buttons. */
export function buttons(choices: readonly Choice[]): Choice[] {
  return choices.filter(({ cells, sides }) => cells.length === 0 && sides.length === 0);
}

/**
 * The rows of a roster that choices begin from, in the order of the choices: sources of several plain choices, or of
 * one on a cell that another source wants, too. One of them is chosen before a cell is.
 */
export function origins(choices: readonly Choice[]): string[] {
  const counts = new Map<string, number>();
  const wanted = new Map<string, Set<string>>();
  for (const { source, press, cells } of choices) {
    if (source === "" || press === "secondary" || cells.length === 0) continue;
    counts.set(source, (counts.get(source) ?? 0) + 1);
    const key = cells.join();
    wanted.set(key, (wanted.get(key) ?? new Set()).add(source));
  }
  const shared = new Set([...wanted.values()].filter(({ size }) => size > 1).flatMap((all) => [...all]));
  return [...counts].flatMap(([source, count]) => (count > 1 || shared.has(source) ? [source] : []));
}

/** The choices that remain once a row is chosen: what begins from other rows is not meant. */
export function beginningFrom(choices: readonly Choice[], row: string | null): Choice[] {
  const rows = new Set(origins(choices));
  return choices.filter(({ source, press }) => press === "secondary" || !rows.has(source) || source === row);
}

/** The choices that the action bar names one by one: those aimed at one thing, and what takes back the picked one. */
export function named(choices: readonly Choice[], picked: string | null): Choice[] {
  const rows = new Set(origins(choices));
  return choices.filter(
    ({ source, press }) => source !== "" && (press === "secondary" ? source === picked : !rows.has(source)),
  );
}

/** Whether the other press means anything here. */
export function hasSecondary(choices: readonly Choice[]): boolean {
  return choices.some(({ press }) => press === "secondary");
}

/**
 * One cell: played at once. Two cells: the first is selected, the second plays. Several choices on the same cells: the
 * one that this press is for, else a menu, with a way on (`further`) where other choices go on from there. A cell that
 * leads nowhere: ask why. The other press plays what is for it and nothing else; a plain press where nothing else is
 * only picks it.
 */
export function click(
  choices: readonly Choice[],
  selected: readonly number[],
  cell: number,
  press: Press = "primary",
): Click {
  const path = [...selected, cell];
  const matching = beginning(choices, path);
  if (press === "secondary") {
    const [meant] = matching.filter((each) => each.cells.length === path.length && each.press === press);
    return meant ? { kind: "play", choice: meant } : { kind: "nothing" };
  }
  if (matching.length === 0) {
    if (selected.length === 0) return { kind: "ask", cell };
    return selected.includes(cell) ? { kind: "cancel" } : click(choices, [], cell);
  }
  const complete = matching.filter(({ cells }) => cells.length === path.length);
  const leadsOn = complete.length < matching.length;
  const [only] = complete;
  if (!only) return { kind: "select", path };
  if (!leadsOn && complete.every((each) => each.press === "secondary")) return { kind: "pick", choice: only };
  if (complete.length === 1 && !leadsOn) return { kind: "play", choice: only };
  const [meant] = complete.filter((each) => each.press === press);
  if (meant && !leadsOn) return { kind: "play", choice: meant };
  return { kind: "menu", choices: complete, further: leadsOn ? path : null };
}
