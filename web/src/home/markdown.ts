/** The little Markdown that a game's guide is written in: paragraphs, headings, lists and bold words. */
export interface Text {
  kind: "heading" | "paragraph";
  text: string;
}
export interface List {
  kind: "bullets" | "steps";
  items: string[];
}
export type Block = Text | List;

const HEADING = /^#+\s+(.*)$/;
const ITEM = /^(?:[*-]|(\d+)\.)\s+(.*)$/;

/** The blocks of a text. A line without a sign of its own goes on with what is above it. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    const [, heading] = HEADING.exec(line) ?? [];
    const item = ITEM.exec(line);
    const above = open ? found.at(-1) : undefined;
    open = line !== "" && heading === undefined;
    if (heading !== undefined) {
      found.push({ kind: "heading", text: heading });
    } else if (item) {
      const kind = item[1] === undefined ? "bullets" : "steps";
      const words = item[2] ?? "";
      if (above?.kind === kind) (above as List).items.push(words);
      else found.push({ kind, items: [words] });
    } else if (above && "items" in above) {
      above.items.push(`${above.items.pop() ?? ""} ${line}`.trim());
    } else if (above) {
      above.text = `${above.text} ${line}`.trim();
    } else if (line !== "") {
      found.push({ kind: "paragraph", text: line });
    }
  }
  return found;
}

/** Plain and bold pieces of a line in turns, plain first. A pair of stars without its other is plain. */
export function pieces(text: string): string[] {
  const parts = text.split("**");
  if (parts.length % 2 === 1) return parts;
  const last = parts.pop() ?? "";
  return [...parts.slice(0, -1), `${parts.at(-1)}**${last}`];
}
