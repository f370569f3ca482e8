/** How to play a game, in the game's own words. Its text becomes elements, never HTML. */
import { Fragment, useMemo } from "react";
import { type Block, blocks, pieces } from "./markdown";

export function Guide({ text }: { text: string }) {
  const parsed = useMemo(() => blocks(text), [text]);
  return (
    <div className="guide">
      {parsed.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text do not move.
        <Part key={i} block={block} />
      ))}
    </div>
  );
}

function Part({ block }: { block: Block }) {
  if ("text" in block) {
    const line = <Line text={block.text} />;
    return block.kind === "heading" ? <h3>{line}</h3> : <p>{line}</p>;
  }
  const items = block.items.map((item) => (
    <li key={item}>
      <Line text={item} />
    </li>
  ));
  return block.kind === "steps" ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function Line({ text }: { text: string }) {
  return pieces(text).map((piece, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: plain and bold pieces in turns.
    i % 2 === 1 ? <strong key={i}>{piece}</strong> : <Fragment key={i}>{piece}</Fragment>,
  );
}
