/** What happened since the reader last moved, as the rules say it. */
import type { Match } from "../api/types";
import { useWords } from "../words/context";

export function Events({ match }: { match: Pick<Match, "seq" | "told"> }) {
  const { say } = useWords();
  if (match.told.length === 0) return null;
  return (
    <section className="card">
      <h2>{say("events.title")}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <ul className="events" tabIndex={0}>
        {match.told.map((event, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list for each position.
          <li key={`${match.seq}.${i}`}>{event.message}</li>
        ))}
      </ul>
    </section>
  );
}
