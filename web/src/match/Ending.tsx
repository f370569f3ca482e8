/** The score sheet of a match that is over, in the game's own sentences. */
import type { View } from "../api/types";
import { useWords } from "../words/context";

export function Ending({ view }: { view: View | null }) {
  const { say } = useWords();
  if (!view || view.summary.length === 0) return null;
  return (
    <section className="card ending" aria-label={say("ending.title")}>
      <h2>{say("ending.title")}</h2>
      <ul>
        {view.summary.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
    </section>
  );
}
