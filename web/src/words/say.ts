/** The page's own sentences. What the rules say comes from the server, already in the reader's language. */
import en from "./en.json";
import fr from "./fr.json";

export type Language = "en" | "fr";
export type Key = keyof typeof en;
export type Params = Record<string, string | number>;
export type Say = (key: Key, params?: Params) => string;

export const LANGUAGES: readonly Language[] = ["en", "fr"];
export const CATALOGUES: Record<Language, Record<Key, string>> = { en, fr };

export function speaker(language: Language): Say {
  const catalogue = CATALOGUES[language];
  return (key, params = {}) =>
    catalogue[key].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? name));
}

/** A sentence that may not exist (a stranger's agent, an unknown mark): null then. */
export function sayIfKnown(say: Say, key: string): string | null {
  return Object.hasOwn(en, key) ? say(key as Key) : null;
}
