/** What went wrong, in a sentence, and what to do about it. */
import { Refused } from "./api/client";
import { useWords } from "./words/context";

export function Problem({ error, onAgain }: { error: Error; onAgain?: () => void }) {
  const { say } = useWords();
  const known = error instanceof Refused;
  // The server's own sentence is for programs, which have tokens to send.
  const closed = known && error.code === "watching_forbidden";
  return (
    <main className="problem" role="alert">
      <p>{closed ? say("join.closed") : known ? error.message : say("app.unreachable")}</p>
      <div className="row">
        {!known && onAgain && (
          <button type="button" onClick={() => onAgain()}>
            {say("app.again")}
          </button>
        )}
        <a className="button" href="#/">
          {say("join.back")}
        </a>
      </div>
    </main>
  );
}
