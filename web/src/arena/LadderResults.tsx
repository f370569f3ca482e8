/** A ladder: each level against the one below, the highest on top. */
import type { Ladder } from "../api/types";
import { useWords } from "../words/context";
import { IntervalBar } from "./IntervalBar";
import { share } from "./numbers";
import { ScrollTable } from "./ScrollTable";

export function LadderResults({ ladder }: { ladder: Ladder }) {
  const { say, language } = useWords();
  const verdict = (stronger: boolean | null) =>
    say(stronger === null ? "arena.open" : stronger ? "arena.yes" : "arena.no");
  return (
    <section className="card" aria-labelledby="rungs">
      <h2 id="rungs">{say("arena.rungs")}</h2>
      <ScrollTable title={say("arena.rungs")}>
        <table className="rating-table">
          <thead>
            <tr>
              <th scope="col">{say("arena.level")}</th>
              <th scope="col">{say("arena.against")}</th>
              <th scope="col" className="figure">
                {say("arena.share")}
              </th>
              <th scope="col" className="figure">
                {say("arena.interval")}
              </th>
              <th className="bar-column" />
              <th scope="col">{say("arena.stronger")}</th>
              <th scope="col" className="figure">
                {say("arena.wins")}
              </th>
              <th scope="col" className="figure">
                {say("arena.draws")}
              </th>
              <th scope="col" className="figure">
                {say("arena.losses")}
              </th>
            </tr>
          </thead>
          <tbody>
            {ladder.rungs.toReversed().map((rung) => {
              const games = rung.wins + rung.draws + rung.losses;
              return (
                <tr key={rung.level}>
                  <th scope="row" className="agent">
                    {rung.level}
                  </th>
                  <td>{rung.below}</td>
                  <td className="figure strong">{games > 0 ? share(rung.score, language) : "–"}</td>
                  <td className="figure">
                    {games > 0 &&
                      say("arena.range", {
                        low: share(rung.low, language),
                        high: share(rung.high, language),
                      })}
                  </td>
                  <td className="bar-column">
                    {games > 0 && (
                      <IntervalBar
                        value={rung.score}
                        low={rung.low}
                        high={rung.high}
                        scale={[0, 1]}
                        middle={0.5}
                      />
                    )}
                  </td>
                  <td>{games > 0 ? verdict(rung.stronger) : "–"}</td>
                  <td className="figure">{rung.wins}</td>
                  <td className="figure">{rung.draws}</td>
                  <td className="figure">{rung.losses}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollTable>
      <p className="muted note">
        {say("arena.share_note", { percent: Math.round(100 * ladder.confidence) })}{" "}
        {say("arena.games", { count: ladder.games.toLocaleString(language) })},{" "}
        {say("arena.seed", { seed: ladder.seed })}.
      </p>
    </section>
  );
}
