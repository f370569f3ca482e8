/** A model card: the Markdown of a guide, with tables of two columns and words in backquotes. Never HTML. */
import { Fragment } from "react";
import { Guide } from "../home/Guide";
import { cardParts } from "./card";

export function ModelCard({ text }: { text: string }) {
  return (
    <div className="model-card">
      {cardParts(text).map((part, i) =>
        typeof part === "string" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move.
          <Guide key={i} text={part} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move.
          <dl key={i}>
            {part.map(([name, words]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </Fragment>
            ))}
          </dl>
        ),
      )}
    </div>
  );
}
