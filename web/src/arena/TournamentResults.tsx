/** The ratings of a tournament, with intervals, and its crosstable. */
import type { Tournament } from "../api/types";
import { useWords } from "../words/context";
import { IntervalBar } from "./IntervalBar";
import { between, scaleOf, share, signed } from "./numbers";
import { ScrollTable } from "./ScrollTable";

export function TournamentResults({ tournament }: { tournament: Tournament }) {
  const { say, language } = useWords();
  const { ratings } = tournament;
  const scale = scaleOf(ratings);
  const count = (value: number) => value.toLocaleString(language);
  return (
    <>
      <section className="card" aria-labelledby="ratings">
        <h2 id="ratings">{say("arena.ratings")}</h2>
        <ScrollTable title={say("arena.ratings")}>
          <table className="rating-table">
            <thead>
              <tr>
                <th scope="col">
                  <span className="unseen">{say("arena.place")}</span>
                </th>
                <th scope="col">{say("arena.agent")}</th>
                <th scope="col" className="figure">
                  {say("arena.elo")}
                </th>
                <th scope="col" className="figure">
                  {say("arena.interval")}
                </th>
                <th className="bar-column" />
                <th scope="col" className="figure">
                  {say("arena.played")}
                </th>
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
              {ratings.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is the row.
                <tr key={place}>
                  <td className="figure">{place + 1}</td>
                  <th scope="row" className="agent">
                    {row.agent}
                  </th>
                  <td className="figure strong">{signed(row.elo, language)}</td>
                  <td className="figure">
                    {say("arena.range", { low: signed(row.low, language), high: signed(row.high, language) })}
                  </td>
                  <td className="bar-column">
                    <IntervalBar value={row.elo} low={row.low} high={row.high} scale={scale} middle={0} />
                  </td>
                  <td className="figure">{count(row.games)}</td>
                  <td className="figure">{count(row.wins)}</td>
                  <td className="figure">{count(row.draws)}</td>
                  <td className="figure">{count(row.losses)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollTable>
        <p className="muted note">
          {say("arena.rating_note", { percent: Math.round(100 * tournament.confidence) })}{" "}
          {say("arena.games", { count: count(tournament.games) })}
          {tournament.distinct < tournament.games &&
            `, ${say("arena.distinct", { count: count(tournament.distinct) })}`}
          , {say("arena.seed", { seed: tournament.seed })}.
        </p>
      </section>
      <Crosstable tournament={tournament} />
    </>
  );
}

function Crosstable({ tournament }: { tournament: Tournament }) {
  const { say, language } = useWords();
  const { ratings } = tournament;
  const points = (value: number) => value.toLocaleString(language);
  return (
    <section className="card" aria-labelledby="crosstable">
      <h2 id="crosstable">{say("arena.crosstable")}</h2>
      <ScrollTable title={say("arena.crosstable")}>
        <table className="crosstable">
          <thead>
            <tr>
              <th />
              <th scope="col">{say("arena.agent")}</th>
              {ratings.map((row, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is the column.
                <th scope="col" key={place} title={row.agent} aria-label={row.agent} className="figure">
                  {place + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ratings.map((row, one) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the row.
              <tr key={one}>
                <td className="figure">{one + 1}</td>
                <th scope="row" className="agent">
                  {row.agent}
                </th>
                {ratings.map((column, other) => {
                  const result = between(tournament, one, other);
                  if (!result) {
                    return (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the place is the column.
                      <td key={other} className="figure muted">
                        {one === other ? "·" : "–"}
                      </td>
                    );
                  }
                  const said = say("arena.cell", {
                    first: row.agent,
                    second: column.agent,
                    ...result,
                    points: points(result.points),
                  });
                  return (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: the place is the column.
                      key={other}
                      className={`figure ${shade(result.points / result.games)}`}
                      title={said}
                    >
                      {points(result.points)}/{points(result.games)}
                      <span className="unseen"> ({share(result.points / result.games, language)})</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollTable>
      <p className="muted note">{say("arena.crosstable_note")}</p>
    </section>
  );
}

/** How dark a cell of the crosstable is: the policy of the page allows no styles in attributes. */
function shade(part: number): string {
  return `shade-${Math.round(4 * part)}`;
}
