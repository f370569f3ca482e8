/** The sentences of the page, so that no story breaks where one is worded better. */
import { readFileSync } from "node:fs";

const CATALOGUES = Object.fromEntries(
  ["en", "fr"].map((language) => {
    const path = new URL(`../src/words/${language}.json`, import.meta.url);
    return [language, JSON.parse(readFileSync(path, "utf8"))];
  }),
);

/** A sentence of the page with its values. */
export function said(key, values = {}, language = "en") {
  const sentence = CATALOGUES[language][key];
  if (sentence === undefined) throw new Error(`there is no sentence ${key}`);
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? name));
}

/** What the status says of a match that is over, for a player. */
export const RESULTS = ["you_win", "you_lose", "draw"].map((end) => said(`status.${end}`));
