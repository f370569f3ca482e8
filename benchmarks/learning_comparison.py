"""Three ways to learn a game from nothing with one network and equal CPU time: PPO league, Gumbel self-play, Descent.

`python benchmarks/learning_comparison.py GAME [--preset P] [--minutes 10] [--method ppo] [--set KEY=VALUE] [--draw]`

Each method trains in a folder of its own (one thread), and its model is kept as it was after shares of the minutes. A
short run before it, which does not count, measures how many rounds fit, since learning rates fall with the rounds.
Every kept model is measured on the solved positions that come with the game, and against one opponent: *alone* (by the
policy; Descent, which has none, by the value one ply ahead), by the *value* one ply ahead (all three), and with a
*search* of so many questions to the network a move (PUCT; for Descent best-first minimax). A method whose results exist
is skipped. `--draw` draws all results of the folder as one picture, a row for each game.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardwright.agents.spec import from_text
from boardwright.arena import accuracy
from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import win_rate
from boardwright.cli.positions import settings
from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.drawing.charts import SERIES, dress, figure_of, head, legend, save
from boardwright.learning import recipes
from boardwright.learning.checkpoints import MODEL
from boardwright.learning.metrics import Metrics
from boardwright.learning.onnx_export import export_onnx
from boardwright.learning.training import Run

OUT = Path(__file__).parent / "runs" / "learning_comparison"
SHARES = (0.1, 0.25, 0.5, 0.75, 1.0)
"""The shares of the CPU minutes after which models are kept."""

MEASURE = 0.4
"""CPU minutes of the run that measures the time of a round."""

ALONE, VALUE, SEARCH = "alone", "value", "search"
PANELS = {ALONE: "without a search", SEARCH: "with a search"}
STYLES = ("-", "--", ":")


@dataclass(frozen=True)
class Method:
    """A recipe for any game, what is changed in it, and the agents of its models by how they play."""

    title: str
    recipe: str
    rounds: str
    agents: dict[str, str]
    changes: dict[str, Any] = field(default_factory=dict)


POLICY = {
    ALONE: "model:{model}",
    VALUE: "descent:{model},evaluations=1",
    SEARCH: "mcts:model={model},iterations={evaluations}",
}
METHODS = {
    "ppo": Method(
        "PPO league",
        recipes.ANY_GAME,
        "ppo.updates",
        POLICY,
        {  # the league of Quoridor's recipe `small`
            "ppo.num_envs": 256,
            "ppo.steps_per_env": 32,
            "play.own": 7,
            "play.rewards": "outcome",
            "play.league.keep": 6,
        },
    ),
    "self_play": Method(
        "Gumbel self-play",
        recipes.SELF_PLAY,
        "self_play.rounds",
        POLICY,
        {"self_play.games": 256, "self_play.random_plies": 8, "self_play.precision": "fp32"},
    ),
    "descent": Method(
        "Descent",
        recipes.DESCENT,
        "descent.rounds",
        {
            ALONE: "descent:{model},evaluations=1",
            VALUE: "descent:{model},evaluations=1",
            SEARCH: "descent:{model},evaluations={evaluations}",
        },
        {"descent.random_plies": 8, "descent.precision": "fp32"},
    ),
}


def train(given: argparse.Namespace, name: str, folder: Path) -> dict[float, Path]:
    """Train by a method. Return the models that were kept, by their CPU minutes."""
    method = METHODS[name]
    changes = {
        **method.changes,
        "seed": given.seed,
        "threads": 1,
        "save_every": 1,
        "network.kind": "dense",
        "network.hidden": given.hidden,
        "network.blocks": given.blocks,
        # What is measured here is measured later, outside of the CPU time.
        "evaluation.games": 2,
        "evaluation.every": 1_000_000,
        "evaluation.against": ["random"],
        **{key: value for key, value in settings(given.changes).items() if key.partition(".")[0] in {name, "play"}},
    }
    if given.preset:
        changes["board"] = given.preset
    trial = folder / "trial"
    Run(given.game, name, recipes.read(given.game, method.recipe, changes), trial, resume=False, minutes=MEASURE).go()
    totals = [0.0, *(row["cpu_total"] for row in Metrics.rows(trial / name))]
    shutil.rmtree(trial)
    later = totals[len(totals) // 2 :]  # games get longer as they get better
    seconds = (later[-1] - later[0]) / max(1, len(later) - 1) or later[0]
    rounds = max(2, math.ceil(60 * given.minutes / seconds))
    print(f"{name}: {seconds:.2f} CPU s a round, {rounds} rounds", flush=True)
    kept: dict[float, Path] = {}
    recipe = recipes.read(given.game, method.recipe, {**changes, method.rounds: rounds})
    run = Run(given.game, name, recipe, folder, resume=False, minutes=given.minutes)

    def keep(done: float, total: float | None, row: Mapping[str, float]) -> None:
        if "cpu_total" not in row:
            return
        spent = row["cpu_total"] / 60
        if len(kept) < len(SHARES) and (spent >= SHARES[len(kept)] * given.minutes or done == total):
            kept[spent] = folder / f"kept-{len(kept)}.safetensors"
            shutil.copy(folder / MODEL, kept[spent])
            print(f"{name}: {spent:.2f} CPU minutes, round {done} of {total}", flush=True)

    run.go(lambda stage: keep)
    return kept


def measure(
    game: Game, method: Method, model: Path, given: argparse.Namespace, solver: accuracy.Solver
) -> dict[str, Any]:
    """The mistakes of a model on each set, and its points against the opponent, by how it plays."""
    file = model.with_suffix(".onnx")
    export_onnx(model, file)
    found: dict[str, Any] = {}
    for how, text in method.agents.items():
        agent = from_text(text.format(model=file, evaluations=given.evaluations), game)
        began = time.process_time()
        sets = [
            accuracy.accuracy(game, agent, accuracy.read(game, path, given.most), solver, path.stem).to_dict()
            for path in accuracy.sets(accuracy.shipped(game))
        ]
        found[how] = {"sets": sets, "mistakes": sum(row["rate"] for row in sets) / len(sets)}
        if how != VALUE:
            games = given.games if how == ALONE else given.search_games
            result = evaluate(game, agent, given.opponent, games, given.seed, opening=given.opening)
            points = win_rate(result.total.points, result.total.games, distinct=result.distinct)
            found[how] |= {"points": points.rate, "low": points.low, "high": points.high, "games": result.total.games}
        found[how]["cpu_seconds"] = round(time.process_time() - began, 1)
    solver.keep()
    return found


def compare(given: argparse.Namespace) -> None:
    """Train and measure every method whose results are not there yet."""
    game = registry.load(given.game, given.preset or None)
    given.out.mkdir(parents=True, exist_ok=True)
    shipped = accuracy.shipped(game) / accuracy.ANSWERS
    answers = shipped if shipped.is_file() else given.work / f"{given.game}-{accuracy.ANSWERS}"
    for name in given.method or METHODS:
        path = given.out / f"{given.game}-{name}.json"
        if path.is_file():
            continue
        folder = given.work / f"{given.game}-{name}"
        given.work.mkdir(parents=True, exist_ok=True)
        kept = train(given, name, folder)
        solver = accuracy.Solver(game, answers)
        snapshots = []
        for spent, model in kept.items():
            snapshots.append({"minutes": spent, **measure(game, METHODS[name], model, given, solver)})
            print(name, _line(snapshots[-1]), flush=True)
        rows = Metrics.rows(folder / name)
        facts = {key: value for key, value in vars(given).items() if key not in {"out", "work", "method", "draw"}}
        report = {"method": name, **facts, "rounds": len(rows), "last": rows[-1], "snapshots": snapshots}
        path.write_text(json.dumps(report, indent=1, default=str) + "\n", encoding="utf-8")


def _line(row: Mapping[str, Any]) -> str:
    parts = [f"{row['minutes']:.2f} min"]
    for how in (ALONE, VALUE, SEARCH):
        points = f", {100 * row[how]['points']:.1f} % of the points" if "points" in row[how] else ""
        parts.append(f"{how} {100 * row[how]['mistakes']:.1f} % mistakes{points}")
    return "; ".join(parts)


def draw(folder: Path) -> None:
    """Draw all results of a folder: a row for each game, a line for each method."""
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*-*.json"))]
    games = list(dict.fromkeys(report["game"] for report in reports))
    figure = figure_of(13.2, 0.6 + 3.3 * len(games))
    for row, game in enumerate(games):
        panels = [(how, "mistakes") for how in PANELS] + [(how, "points") for how in PANELS]
        for column, (how, what) in enumerate(panels):
            axes = figure.add_subplot(len(games), len(panels), len(panels) * row + column + 1)
            for number, (name, method) in enumerate(METHODS.items()):
                for report in (one for one in reports if (one["game"], one["method"]) == (game, name)):
                    at = [point["minutes"] for point in report["snapshots"]]
                    rates = [100 * point[how][what] for point in report["snapshots"]]
                    look = {"color": SERIES[number], "marker": "os^"[number], "markersize": 3.5, "linewidth": 1.4}
                    axes.plot(at, rates, STYLES[number], label=method.title, **look)
                    if what == "points":
                        low, high = (
                            [100 * point[how][end] for point in report["snapshots"]] for end in ("low", "high")
                        )
                        axes.fill_between(at, low, high, color=SERIES[number], alpha=0.1, linewidth=0)
                    opponent, questions = report["opponent"], report["evaluations"]
            title = PANELS[how] + (f" ({questions} questions)" if how == SEARCH else "")
            up = "mistakes on solved positions, %" if what == "mistakes" else f"points against {opponent}, %"
            dress(axes, f"{game}: {title}", "CPU minutes of training", up)
            axes.set_xlim(0)
            axes.set_ylim(0, None if what == "mistakes" else 100)
            if row == column == 0:
                legend(axes)
    head(figure, "The same network and CPU minutes")
    figure.tight_layout()
    for suffix in (".svg", ".png"):
        save(figure, folder / f"comparison{suffix}")


def main() -> None:
    """Train, measure, write and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--preset", default="")
    parser.add_argument("--minutes", type=float, default=10.0, help="of CPU time, for each method")
    parser.add_argument("--method", action="append", choices=list(METHODS), help="by default all")
    parser.add_argument("--set", dest="changes", action="append", default=[], help="a key of a method's section")
    parser.add_argument("--hidden", type=int, default=48, help="of the fully connected network, four times as wide")
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--evaluations", type=int, default=100, help="questions to the network a move, of the searches")
    parser.add_argument("--most", type=int, default=40, help="positions of a set")
    parser.add_argument("--opponent", default="alphabeta:depth=3")
    parser.add_argument("--opening", type=int, default=4, help="random plies before a game against the opponent")
    parser.add_argument("--games", type=int, default=100, help="against the opponent, without a search")
    parser.add_argument("--search-games", type=int, default=40, help="against the opponent, with a search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT, help="the folder of results and pictures")
    parser.add_argument("--work", type=Path, default=Path("runs/learning_comparison"), help="the folder of the runs")
    parser.add_argument("--draw", action="store_true", help="only draw the results that are there")
    given = parser.parse_args()
    if not given.draw:
        compare(given)
    draw(given.out)


if __name__ == "__main__":
    main()
