"""The curves of a training run: win rates with intervals, losses, facts of self-play; over updates, steps or time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal, get_args

from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, SERIES, dress, figure_of, head, legend, save

Rows = Sequence[Mapping[str, float]]
"""Metrics over time; each row has its `round` or its `update`."""

Over = Literal["updates", "steps", "cpu"]
"""The horizontal axis."""

OVER: tuple[Over, ...] = get_args(Over)

DASHES = ("-", "--", ":")
"""The styles of lines, in order: no line differs by its colour alone."""

SHARES = ("accuracy", "first_wins", "draws")
"""The shares that a round of self-play has."""

RIVAL = "win_rate_"
"""How the metrics begin that are rates against further opponents."""

WIDTH, HEIGHT, TITLE = 4.6, 2.7, 0.7
"""The size of a panel, and the height of the title, in inches."""


def draw(stages: Mapping[str, Rows], losses: Sequence[str], path: Path, title: Word, over: Over = "updates") -> None:
    """Draw the metrics of a run, one column a stage: win rates with intervals above, losses and other facts below.

    A panel without numbers is left out, and so is a stage without any.
    """
    panels = {stage: kept for stage, rows in stages.items() if (kept := _panels(rows, losses))}
    tallest = max(map(len, panels.values()), default=1)
    figure = figure_of(WIDTH * max(len(panels), 1), HEIGHT * tallest + TITLE)
    grid = figure.add_gridspec(1, max(len(panels), 1))
    for column, (stage, kept) in enumerate(panels.items()):
        label, at = axis(stages[stage], over)
        inner = grid[column].subgridspec(len(kept), 1)
        places = [figure.add_subplot(inner[row]) for row in range(len(kept))]
        for row, (place, (up, fill)) in enumerate(zip(places, kept)):
            fill(place, at)
            last = row == len(kept) - 1
            dress(place, stage if row == 0 else "", label if last else "", up)
            legend(place)
            # Whole panels share the axis, even where only some rows were measured.
            place.set_xlim(0, 1.02 * max(at))
            if over != "cpu":
                place.xaxis.get_major_locator().set_params(integer=True)
                place.xaxis.set_major_formatter("{x:,.0f}")
    head(figure, title)
    figure.tight_layout()
    save(figure, path)


def axis(rows: Rows, over: Over) -> tuple[Word, list[float]]:
    """The label of the horizontal axis, and the place of each row on it.

    Steps are the learner's decisions, or the positions of an imitation, since the stage began. CPU time is the whole
    run's, in minutes.
    """
    if over == "cpu":
        return Word("curves_cpu"), [row["cpu_total"] / 60 for row in rows]
    imitation = "round" in rows[0]
    if over == "updates":
        return Word("curves_rounds" if imitation else "curves_updates"), [
            row["round" if imitation else "update"] for row in rows
        ]
    speed = "positions_per_s" if imitation else "steps_per_s"
    done = accumulate(round(row[speed] * row["cpu_seconds"]) for row in rows)
    return Word("curves_positions" if imitation else "curves_steps"), [float(steps) for steps in done]


Panel = tuple[Word, Callable[[Any, Sequence[float]], None]]
"""The label of the vertical axis, and the function that fills the axes."""


def _panels(rows: Rows, losses: Sequence[str]) -> list[Panel]:
    panels: list[Panel] = []
    if any("win_rate" in row or "rollout_win_rate" in row for row in rows):
        panels.append((Word("curves_win_rate"), lambda axes, at: _rates(axes, rows, at)))
    # A loss that is always 0 is one that the game does not have.
    there = [name for name in losses if any(row.get(name) for row in rows)]
    if there:
        panels.append((Word("figure_loss"), lambda axes, at: _lines(axes, rows, there, at)))
    if any("plies" in row for row in rows):
        panels.append((Word("curves_percent"), lambda axes, at: _lines(axes, rows, SHARES, at, 100.0)))
        panels.append((Word("curves_plies"), lambda axes, at: _lines(axes, rows, ("plies",), at)))
    return panels


def _rates(axes: Any, rows: Rows, at: Sequence[float]) -> None:
    played = [(x, 100 * row["rollout_win_rate"]) for x, row in zip(at, rows) if "rollout_win_rate" in row]
    if played:
        axes.plot(*zip(*played), color=FAINT, linewidth=0.8, label=str(Word("curves_played")))
    measured = [(x, row) for x, row in zip(at, rows) if "win_rate" in row]
    if measured:
        places = [x for x, _ in measured]
        rates, low, high = ([100 * row[name] for _, row in measured] for name in ("win_rate", "low", "high"))
        beside = [[rate - one for rate, one in zip(rates, low)], [other - rate for rate, other in zip(rates, high)]]
        look: dict[str, Any] = {"marker": "o", "markersize": 3.5, "linewidth": 1.5, "capsize": 2.5, "elinewidth": 0.9}
        axes.errorbar(places, rates, yerr=beside, color=SERIES[0], label=str(Word("curves_measured")), **look)
        axes.fill_between(places, low, high, color=SERIES[0], alpha=0.14, linewidth=0)
        others = sorted({name for _, row in measured for name in row if name.startswith(RIVAL)})
        for name, style in zip(others, DASHES[1:]):
            label = str(Word("curves_against", {"rival": name.removeprefix(RIVAL)}))
            rates = [100 * row[name] for _, row in measured]
            axes.plot(places, rates, color=SERIES[1], linestyle=style, marker="s", markersize=3, label=label)
    axes.set_ylim(0, 100)


def _lines(axes: Any, rows: Rows, names: Sequence[str], at: Sequence[float], scale: float = 1.0) -> None:
    for name, colour, style in zip(names, (SERIES[0], SERIES[1], FAINT), DASHES):
        logged = [(x, scale * row[name]) for x, row in zip(at, rows) if name in row]
        label = str(Word(f"figure_{name}"))
        axes.plot(*zip(*logged), color=colour, linestyle=style, label=label, linewidth=1.2)
