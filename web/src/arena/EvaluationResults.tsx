/** An evaluation: how often an agent won, drew and lost, with intervals, and from each seat. */
import type { Evaluation } from "../api/types";
import { useWords } from "../words/context";
import { IntervalBar } from "./IntervalBar";
import { share } from "./numbers";
import { ScrollTable } from "./ScrollTable";

const RESULTS = ["wins", "draws", "losses"] as const;

export function EvaluationResults({ evaluation }: { evaluation: Evaluation }) {
  const { say, language } = useWords();
  const { agent, opponent, seats } = evaluation;
  return (
    <section className="card" aria-labelledby="results">
      <h2 id="results">
        {opponent === null ? say("arena.alone", { agent }) : say("arena.versus", { agent, opponent })}
      </h2>
      <ScrollTable title={say("arena.results")}>
        <table className="rating-table">
          <thead>
            <tr>
              <th scope="col">{say("arena.result")}</th>
              <th scope="col" className="figure">
                {say("arena.count")}
              </th>
              <th scope="col" className="figure">
                {say("arena.of_games")}
              </th>
              <th scope="col" className="figure">
                {say("arena.interval")}
              </th>
              <th className="bar-column" />
              {seats.length > 1 &&
                seats.map((_, seat) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: seats do not move.
                  <th scope="col" key={seat} className="figure">
                    {say("arena.seat", { seat: seat + 1 })}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {evaluation.shares.map((row) => (
              <tr key={row.result}>
                <th scope="row">{say(`arena.${row.result}`)}</th>
                <td className="figure">{row.count.toLocaleString(language)}</td>
                <td className="figure strong">{share(row.share, language)}</td>
                <td className="figure">
                  {say("arena.range", { low: share(row.low, language), high: share(row.high, language) })}
                </td>
                <td className="bar-column">
                  <IntervalBar value={row.share} low={row.low} high={row.high} scale={[0, 1]} middle={0} />
                </td>
                {seats.length > 1 &&
                  seats.map((seat, number) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: seats do not move.
                    <td className="figure" key={number}>
                      {seat[RESULTS.find((name) => name === row.result) ?? "wins"].toLocaleString(language)}
                    </td>
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollTable>
      <p className="muted note">
        {say("arena.share_note", { percent: Math.round(100 * evaluation.confidence) })}{" "}
        {say("arena.games", { count: evaluation.games.toLocaleString(language) })}
        {evaluation.distinct < evaluation.games &&
          `, ${say("arena.distinct", { count: evaluation.distinct.toLocaleString(language) })}`}
        , {say("arena.mean_plies", { plies: Math.round(evaluation.mean_plies).toLocaleString(language) })},{" "}
        {say("arena.seed", { seed: evaluation.seed })}.
      </p>
    </section>
  );
}
