/** What an agent finds in a position: its reason, the best moves, its line and the game's own facts. */
import { Refused } from "../api/client";
import type { Agent, Analysis, Answered } from "../api/types";
import type { ShownMove } from "../board/Drawings";
import { notation } from "../board/labels";
import { useWords } from "../words/context";
import { figureOf, worthWords } from "./figures";
import { isChance, worthOf } from "./worth";

interface Props {
  title: string;
  /** The agents to choose from, and the chosen one; null for the game's adviser. */
  agents: readonly Agent[];
  agent: string | null;
  onAgent: (agent: string | null) => void;
  onClose?: () => void;
  answer: Answered | undefined;
  error: Error | null;
  /** Whether the game is over in this position. */
  over: boolean;
  players: number;
  /** A move that is pointed at, for the board to show; null again when it is left. */
  onPoint: (move: ShownMove | null) => void;
  /** Plays these actions, one after the other. */
  onPlay: (actions: number[], text: string) => void;
}

export function FindingsCard(props: Props) {
  const { say } = useWords();
  const { title, agents, agent, onAgent, onClose, answer, error, over } = props;
  const analysis = answer?.analysis ?? null;
  return (
    <section className="card findings" aria-label={title}>
      <div className="findings-head">
        <label>
          <span className="unseen">{title}</span>
          <select value={agent ?? ""} onChange={(event) => onAgent(event.target.value || null)}>
            <option value="">{say("analysis.adviser")}</option>
            {agents.map(({ name, title: called }) => (
              <option key={name} value={name}>
                {called}
              </option>
            ))}
          </select>
        </label>
        {onClose && (
          <button type="button" className="quiet" aria-label={say("app.close")} onClick={onClose}>
            ×
          </button>
        )}
      </div>
      <div aria-live="polite">
        {error ? (
          <p role="alert">{error instanceof Refused ? error.message : say("app.unreachable")}</p>
        ) : over ? (
          <p className="muted">{say("analysis.over")}</p>
        ) : analysis ? (
          <Reason analysis={analysis} players={props.players} />
        ) : (
          <p className="muted busy">{answer?.preparing?.message ?? say("analysis.thinking")}</p>
        )}
      </div>
      {analysis && !over && <Found {...props} analysis={analysis} />}
    </section>
  );
}

function Reason({ analysis, players }: { analysis: Analysis; players: number }) {
  const { say, language } = useWords();
  const worth = worthOf(analysis, players);
  return (
    <>
      {worth && (
        <p className="worth">
          {worth.value !== null && (
            <span className="muted">{say(players === 2 ? "analysis.value_first" : "analysis.value")} </span>
          )}
          {worthWords(worth, players, say, language)}
        </p>
      )}
      <p>
        {analysis.best.length === 0
          ? say("app.about", {
              subject: say("hint.none", { title: analysis.title }).replace(/\.$/, ""),
              words: analysis.reason.message,
            })
          : analysis.reason.message}
      </p>
    </>
  );
}

/** The first of these are listed; an agent may know many more. */
const LISTED = 6;

function Found({ analysis, players, onPoint, onPlay }: Props & { analysis: Analysis }) {
  const { say, language } = useWords();
  const { best, line, facts, problems, factors } = analysis;
  const chances = players === 1 && best.every(({ score }) => score === null || isChance(score));
  return (
    <>
      {best.length > 0 && (
        <ol className="best" aria-label={say("analysis.best")}>
          {best.slice(0, LISTED).map((move) => (
            <li key={move.action}>
              <button
                type="button"
                title={notation(move.text)}
                onMouseEnter={() => onPoint(move)}
                onMouseLeave={() => onPoint(null)}
                onFocus={() => onPoint(move)}
                onBlur={() => onPoint(null)}
                onClick={() => onPlay([move.action], move.text)}
              >
                <span className="best-label">{move.label}</span>{" "}
                <span className="best-figure">
                  {figureOf(move, analysis.shares || chances, say, language)}
                </span>
                {move.words.length > 0 && (
                  <small>{` ${move.words.map(({ message }) => message).join(" ")}`}</small>
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
      {line.length > 1 && (
        <section className="variation" aria-label={say("analysis.line")}>
          <h3>{say("analysis.line")}</h3>
          <ol>
            {line.map(({ text }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same move may come twice.
              <li key={i}>
                <button
                  type="button"
                  aria-label={say("analysis.line_move", { number: i + 1, move: notation(text) ?? "" })}
                  onClick={() =>
                    onPlay(
                      line.slice(0, i + 1).map(({ action }) => action),
                      text,
                    )
                  }
                >
                  {/* Moves in words are English in every language: their numbers stand for them. */}
                  {notation(text) ?? `${i + 1}.`}
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
      {factors.length > 0 && (
        <details className="facts factors">
          <summary>{say("analysis.factors")}</summary>
          <table>
            <tbody>
              {factors.map(({ title, value }) => (
                <tr key={title.code}>
                  <th scope="row">{title.message}</th>
                  <td>{signed(value, language)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">{say("analysis.sum")}</th>
                <td>{signed(sum(factors.map(({ value }) => value)), language)}</td>
              </tr>
            </tbody>
          </table>
        </details>
      )}
      {(facts.length > 0 || problems.length > 0) && (
        <details className="facts" open={facts.length <= LISTED}>
          <summary>{say("analysis.facts")}</summary>
          <ul>
            {[...problems, ...facts].map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function signed(value: number, language: string): string {
  return new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 1 }).format(
    value,
  );
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
