/** The parts of a model card: texts, and tables with a name and its facts in each row. */
export type CardPart = string | [name: string, words: string][];

const RULE = /^\|(\s*:?-+:?\s*\|)+$/;

/** Backquotes go: they mark words of the command line, which stand out in nothing here. */
export function cardParts(text: string): CardPart[] {
  const parts: CardPart[] = [];
  let words: string[] = [];
  for (const line of text.replaceAll("`", "").split(/\r?\n/)) {
    const row = line.trim();
    if (!row.startsWith("|")) {
      words.push(line);
      continue;
    }
    if (words.join("").trim()) parts.push(words.join("\n"));
    words = [];
    const [name = "", ...rest] = row
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
    if (RULE.test(row) || !name) continue;
    const last = parts.at(-1);
    const entry: [string, string] = [name, rest.join(" ")];
    if (Array.isArray(last)) last.push(entry);
    else parts.push([entry]);
  }
  if (words.join("").trim()) parts.push(words.join("\n"));
  return parts;
}
