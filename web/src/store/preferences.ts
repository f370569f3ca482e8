/** What the reader chose once and finds again: language and colours. */
import { useCallback, useState } from "react";

const PREFIX = "boardwright.";

/** Storage may be forbidden (private windows): the page then forgets, and still works. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Nothing can be kept here.
  }
}

export function usePreference<T extends string>(
  name: string,
  known: readonly T[],
): [T | null, (value: T) => void] {
  const [value, setValue] = useState<T | null>(() => known.find((one) => one === recall(name)) ?? null);
  const set = useCallback(
    (next: T) => {
      keep(name, next);
      setValue(next);
    },
    [name],
  );
  return [value, set];
}
