"""How the models of a run of self-play got better: mistakes on solved positions against CPU minutes.

`python benchmarks/accuracy_curve.py GAME RUN --sets FOLDER [--answers FILE] [--iterations 600] [--most N] [--out FILE]`

Each snapshot of the run (`self_play.snapshots` in the recipe) plays every position by its policy alone, and with a
search of so many iterations. A line for each snapshot and agent; `--out` draws the rates of mistakes of all sets.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from boardwright.agents.spec import from_text
from boardwright.arena import accuracy
from boardwright.core import registry
from boardwright.drawing.charts import SERIES, dress, figure_of, legend, save
from boardwright.learning.metrics import Metrics
from boardwright.learning.onnx_export import export_onnx
from boardwright.learning.self_play.trainer import MODELS

POLICY = "policy alone"


def main() -> None:
    """Print the lines, and draw them if there is a file for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("run", type=Path)
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--iterations", type=int, default=600)
    parser.add_argument("--most", type=int)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    game = registry.load(options.game)
    solver = accuracy.Solver(game, options.answers)
    sets = {path.stem: accuracy.read(game, path, options.most) for path in accuracy.sets(options.sets)}
    minutes = {int(row["round"]): row["cpu_total"] / 60 for row in Metrics.rows(options.run / "self_play")}
    rates: dict[str, list[tuple[float, list[float]]]] = {}
    for path in sorted((options.run / MODELS).glob("*.safetensors")):
        spent = minutes[int(path.stem.removeprefix("round-"))]
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "model.onnx"
            export_onnx(path, model)
            searched = f"mcts:model={model},iterations={options.iterations}"
            for title, text in ((POLICY, f"model:{model}"), (f"{options.iterations} simulations", searched)):
                agent = from_text(text, game)
                results = [accuracy.accuracy(game, agent, positions, solver, name) for name, positions in sets.items()]
                shares = [100 * result.rate().rate for result in results]
                rates.setdefault(title, []).append((spent, shares))
                figures = "  ".join(f"{name} {share:.1f}" for name, share in zip(sets, shares))
                print(f"{spent:6.1f} min  {title:16}  {figures}  mean {sum(shares) / len(shares):.1f} %", flush=True)
        solver.keep()
    if options.out:
        draw(rates, list(sets), options.out)


def draw(rates: dict[str, list[tuple[float, list[float]]]], names: list[str], path: Path) -> None:
    """A panel for each agent, a line for each set."""
    figure = figure_of(4.6 * len(rates), 3.4)
    for number, (title, points) in enumerate(rates.items(), 1):
        axes = figure.add_subplot(1, len(rates), number)
        for index, name in enumerate(names):
            shares = [found[index] for _, found in points]
            style = ("-", "--", ":")[index // 2 % 3]
            colour = SERIES[index % len(SERIES)]
            axes.plot([spent for spent, _ in points], shares, style, color=colour, label=name.replace("_", " "))
        dress(axes, title, "CPU minutes", "mistakes, in percent")
        axes.set_ylim(0)
        legend(axes)
    figure.tight_layout()
    save(figure, path)


if __name__ == "__main__":
    main()
