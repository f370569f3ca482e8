/** The puzzles of a game by level, each with what came of it. */
import { usePuzzles } from "../api/queries";
import { puzzleAddress } from "../route";
import { scoreOf, useProgress } from "../store/progress";
import { useWords } from "../words/context";

export function Numbers({ game, number }: { game: string; number: number }) {
  const { say } = useWords();
  const progress = useProgress();
  const { data: set } = usePuzzles(game);
  if (!set) return null;
  const known = progress.games[game] ?? {};
  const { solved } = scoreOf(progress, game);
  return (
    <nav className="card numbers" aria-label={say("learn.puzzles")}>
      <p className="numbers-head">
        <a href="#/learn">{say("learn.all")}</a>
        <span className="muted">{say("learn.count", { solved, count: set.count })}</span>
        <span className="muted">
          {say("learn.streak")} {progress.streak}
        </span>
      </p>
      {set.levels.map((level) => (
        <section key={level.level} aria-label={level.title}>
          <h2>{level.title}</h2>
          <ul>
            {level.numbers.map((one) => {
              const state = known[one] === undefined ? "open" : known[one] ? "right" : "wrong";
              const words = say(`learn.state_${state}`, { number: one });
              return (
                <li key={one}>
                  <a
                    className={`number ${state}`}
                    href={puzzleAddress(game, one)}
                    aria-label={words}
                    aria-current={one === number ? "page" : undefined}
                  >
                    {one}
                    {state !== "open" && <span aria-hidden="true">{state === "right" ? "✓" : "✗"}</span>}
                  </a>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
