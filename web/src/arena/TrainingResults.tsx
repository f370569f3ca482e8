/** A training: the curves of each stage, its settings, and the card of its model. */
import { useMemo } from "react";
import type { Training } from "../api/types";
import { LineChart } from "../chart/LineChart";
import { useWords } from "../words/context";
import { sayIfKnown } from "../words/say";
import { ModelCard } from "./ModelCard";

type Stage = Training["stages"][number];
type Panel = Stage["panels"][number];

const PERCENT = [0, 100] as const;

export function TrainingResults({ training }: { training: Training }) {
  const { say, language } = useWords();
  const minutes = (training.cpu_seconds / 60).toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <>
      {training.cpu_seconds > 0 && <p className="muted">{say("arena.cpu", { minutes })}</p>}
      {training.stages.map((stage) => (
        <section key={stage.name} className="stage-curves" aria-label={titleOf(stage.name)}>
          {(training.stages.length > 1 || stage.panels.length === 0) && <h2>{titleOf(stage.name)}</h2>}
          <div className="charts">
            {stage.panels.map((panel) => (
              <div className="card" key={panel.title}>
                <Curves panel={panel} axis={stage.axis} />
              </div>
            ))}
          </div>
        </section>
      ))}
      {training.card && (
        <section className="card" aria-labelledby="card">
          <h2 id="card">{say("arena.card")}</h2>
          <ModelCard text={training.card} />
        </section>
      )}
      {training.recipe && (
        <details className="card">
          <summary>{say("arena.recipe")}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
          <pre className="recipe" tabIndex={0}>
            {settings(training.recipe)}
          </pre>
        </details>
      )}
    </>
  );

  function titleOf(stage: string): string {
    return sayIfKnown(say, `arena.stage_${stage}`) ?? stage;
  }
}

function Curves({ panel, axis }: { panel: Panel; axis: string }) {
  const { say, language } = useWords();
  const percent = useMemo(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }), [language]);
  // The same series as long as the numbers are the same: a chart remembers its places by it.
  const series = useMemo(
    () =>
      panel.lines.map(({ title, points, band }) => ({ title, points, ...(band.length > 0 ? { band } : {}) })),
    [panel],
  );
  const fixed = panel.percent ? { range: PERCENT, format: (y: number) => percent.format(y) } : {};
  return (
    <LineChart
      title={say(`arena.panel_${panel.name}`)}
      series={series}
      xTitle={axis}
      yTitle={panel.title}
      whole
      {...fixed}
    />
  );
}

/** Settings as lines of keys and values, indented by their sections. */
export function settings(recipe: Record<string, unknown>, depth = 0): string {
  const indent = "  ".repeat(depth);
  return Object.entries(recipe)
    .map(([key, value]) =>
      value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0
        ? `${indent}${key}:\n${settings(value as Record<string, unknown>, depth + 1)}`
        : `${indent}${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    )
    .join("\n");
}
