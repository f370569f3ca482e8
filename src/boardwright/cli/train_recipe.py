"""`boardwright train --recipe`: trains a network, with progress bars."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from boardwright.drawing.curve_panels import ON, PLAYED

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from boardwright.core.progress import Progress as Callback
    from boardwright.core.words import Word
    from boardwright.learning.recipes import Recipe

    Begun = Mapping[Any, list[dict[str, float]]]

ON_BOARD = PLAYED + ON

FIGURES = {
    "win_rate": "{:.1%}",
    "truncated_rate": "{:.1%}",
    "rollout_win_rate": "{:.1%}",
    "invalid_rate": "{:.2%}",
    "loss": "{:.3f}",
    "policy_loss": "{:.3f}",
    "value_loss": "{:.3f}",
    "auxiliary_loss": "{:.3f}",
    "steps_per_s": "{:.0f}",
    "positions_per_s": "{:.0f}",
}
"""The figures beside the bar, in order, if a stage reports them; the word of each is `figure_<name>`."""

ALWAYS = ("win_rate", "rollout_win_rate", "invalid_rate", "steps_per_s", "positions_per_s")
"""Figures that are printed even if they are zero."""


def run(
    game: str,
    name: str,
    folder: Path,
    *,
    changes: list[str],
    seed: int | None,
    start: str,
    resume: bool,
    trainer: str,
    minutes: float,
    workers: int | None,
    on: str,
    as_json: bool,
) -> None:
    """Train by a recipe into a folder, without a name by the one for any game. Ctrl-C saves, and ends with 130."""
    from rich.console import Console

    from boardwright.cli.output import print_json
    from boardwright.cli.positions import settings
    from boardwright.core.words import Word
    from boardwright.learning import recipes

    given = {**settings(changes), **({} if seed is None else {"seed": seed}), **({"start": start} if start else {})}
    if not name:
        name = recipes.ANY_GAME
        own = [found for found in recipes.names(game) if found != "base"]
        told = Word("train_any_own", {"recipes": own}) if own else Word("train_any")
        Console(stderr=True).print(str(told), highlight=False)
    recipe = recipes.read(game, name, given)
    options: Any = {"resume": resume, "trainer": trainer, "minutes": minutes, "workers": workers, "on": on}
    trained = train(game, name, recipe, folder, **options)
    # The last row's own CPU seconds are those of one update.
    report: dict[str, Any] = {**trained.last, "game": game, "recipe": name, "folder": str(folder)}
    model = str(folder / "model.safetensors")
    report |= {"complete": not trained.stopped, "model": model, "cpu_seconds": round(trained.seconds, 1)}
    if as_json:
        print_json(report)
    else:
        print(ending(trained, folder))
        if "win_rate" in trained.last:
            print(strength(recipe, trained.last))
    if trained.stopped:
        raise typer.Exit(130)


def strength(recipe: Recipe, row: Mapping[str, float]) -> Word:
    """Say what was measured last, against the hardest opponent first."""
    from boardwright.core.words import Word
    from boardwright.learning import run_measurement

    found = [(rival, f"{100 * rate:.1f}") for rival, rate, _, _ in run_measurement.results(recipe, row)]
    if not recipe.evaluation.against:
        return Word("train_won", {"percent": found[0][1]})
    parts = [Word("train_points", {"percent": percent, "opponent": rival}) for rival, percent in found]
    return Word("train_won_against", {"parts": parts})


def ending(trained: Trained, folder: Path) -> Word:
    """Say where a run is saved; of a stopped one how to go on."""
    from boardwright.core.words import Word
    from boardwright.learning import checkpoints

    if trained.stopped and not (folder / checkpoints.TRAINING).is_file():
        return Word("train_stopped_unsaved")
    code = "train_stopped" if trained.stopped else "train_done"
    return Word(code, {"folder": folder, "seconds": round(trained.seconds)})


class Trained(NamedTuple):
    """The last figures of a run, its CPU seconds, and whether Ctrl-C ended it."""

    last: dict[str, float]
    seconds: float
    stopped: bool


def train(
    game: str,
    name: str,
    recipe: Recipe,
    folder: Path,
    *,
    resume: bool,
    trainer: str,
    minutes: float,
    workers: int | None,
    on: str,
) -> Trained:
    """Run a recipe in a folder, with progress bars, and draw its curves."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from boardwright.cli.progress import SLOW
    from boardwright.learning.metrics import Metrics
    from boardwright.learning.training import Run
    from boardwright.scale.executors import open_executor

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[figures]}"),
    )
    stopped = False
    shown: Any = {"console": console, "disable": not console.is_terminal, "speed_estimate_period": SLOW}
    with open_executor(on, workers) as executor, Progress(*columns, **shown) as progress:
        options: Any = {"resume": resume, "trainer": trainer, "minutes": minutes, "executor": executor}
        work = Run(game, Path(name).stem, recipe, folder, **options)
        begun = {stage: Metrics.rows(folder / stage) for stage in recipe.stages} if work.resume else {}
        follow = Follower(progress, begun, console.is_terminal)
        try:
            work.go(follow.track)
        except KeyboardInterrupt:
            stopped = True
    _draw(folder, recipe.stages)
    return Trained(follow.last, work.spent, stopped)


def _rates(row: Mapping[str, float]) -> dict[str, float]:
    """What was measured against each opponent."""
    from boardwright.learning.run_measurement import FIGURES

    return {key: rate for key, rate in row.items() if key.startswith(FIGURES)}


class Follower:
    """Moves a bar for each stage; without a terminal prints one line per round."""

    def __init__(self, progress: Progress, begun: Begun, terminal: bool) -> None:
        """`begun`: the rows that a resumed run has already reported, by stage."""
        self._progress, self._terminal = progress, terminal
        self._done = {stage: len(rows) for stage, rows in begun.items()}
        self._tasks: dict[str, TaskID] = {}
        rows = [row for rows in begun.values() for row in rows if "win_rate" in row]
        self.last: dict[str, float] = _rates(rows[-1]) if rows else {}

    def track(self, stage: str) -> Callback:
        """Return the progress callback of a stage, called after a round or a part of one."""
        return partial(self._move, stage)

    def _move(self, stage: str, done: float, total: float | None, row: Mapping[str, float]) -> None:
        self.last.update({key: value for key, value in row.items() if not math.isnan(value)})
        if stage not in self._tasks:
            # Figures of the previous stage are out of date, except the strength of the model.
            self.last = {**_rates(self.last), **row}
            self._tasks[stage] = self._progress.add_task(
                stage, total=total, completed=self._done.setdefault(stage, 0), figures=""
            )
        from boardwright.core.words import Word

        # A loss of exactly zero is one that the game does not have; the truncated rate is printed if it is not zero.
        there = [name for name in FIGURES if self.last.get(name) or (name in self.last and name in ALWAYS)]
        texts = {name: f"{Word(f'figure_{name}')} {FIGURES[name].format(self.last[name])}" for name in there}
        if PLAYED in texts:
            texts[PLAYED] += self._by_board()
        figures = "  ".join(texts.values())
        self._progress.update(self._tasks[stage], figures=figures, completed=done, total=total)
        if done > self._done[stage] and not self._terminal:
            typer.echo(f"{stage} {done:.0f}/{total:.0f}  {figures}", err=True)
        self._done[stage] = int(done)

    def _by_board(self) -> str:
        """The win rates of a rollout by board, where it has several."""
        rates = {key[len(ON_BOARD) :]: rate for key, rate in self.last.items() if key.startswith(ON_BOARD)}
        boards = {name: rate for name, rate in rates.items() if "." not in name}  # others are of a value on a board
        shown = ", ".join(f"{name} {FIGURES[PLAYED].format(rate)}" for name, rate in boards.items())
        return f" ({shown})" if len(boards) > 1 else ""


def _draw(folder: Path, stages: list[Any]) -> None:
    from boardwright.core.errors import AgentError
    from boardwright.learning import curves
    from boardwright.learning.metrics import Metrics

    if any(Metrics.rows(folder / stage) for stage in stages):
        try:
            curves.draw(folder, [folder / "curves.png", folder / "curves.svg"])
        except AgentError as error:  # without Matplotlib there are no curves; the model is unaffected
            typer.echo(str(error), err=True)
