"""The curves of a training run: win rates with intervals, losses, facts of self-play; over updates, steps or time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, SERIES, dress, figure_of, head, legend, save
from boardwright.drawing.curve_panels import MEASURED, OVER, PLAYED, Line, Over, Panel, Rows, axis, panels

__all__ = ["OVER", "Over", "Rows", "axis", "draw"]

DASHES = ("-", "--", ":")
"""The styles of lines, in order: no line differs by its colour alone."""

WIDTH, HEIGHT, TITLE = 4.6, 2.7, 0.7
"""The size of a panel, and the height of the title, in inches."""


def draw(stages: Mapping[str, Rows], losses: Sequence[str], path: Path, title: Word, over: Over = "updates") -> None:
    """Draw the metrics of a run, one column a stage: win rates with intervals above, losses and other facts below.

    A panel without numbers is left out, and so is a stage without any.
    """
    axes = {stage: axis(rows, over) for stage, rows in stages.items() if rows}
    columns = {stage: kept for stage, (_, at) in axes.items() if (kept := panels(stages[stage], losses, at))}
    tallest = max(map(len, columns.values()), default=1)
    figure = figure_of(WIDTH * max(len(columns), 1), HEIGHT * tallest + TITLE)
    grid = figure.add_gridspec(1, max(len(columns), 1))
    for column, (stage, kept) in enumerate(columns.items()):
        label, at = axes[stage]
        inner = grid[column].subgridspec(len(kept), 1)
        places = [figure.add_subplot(inner[row]) for row in range(len(kept))]
        for row, (place, panel) in enumerate(zip(places, kept)):
            _fill(place, panel)
            last = row == len(kept) - 1
            dress(place, stage if row == 0 else "", label if last else "", panel.label)
            legend(place)
            # Whole panels share the axis, even where only some rows were measured.
            place.set_xlim(0, 1.02 * max(at))
            if over != "cpu":
                place.xaxis.get_major_locator().set_params(integer=True)
                place.xaxis.set_major_formatter("{x:,.0f}")
    head(figure, title)
    figure.tight_layout()
    save(figure, path)


def _fill(axes: Any, panel: Panel) -> None:
    if panel.name == "win_rate":
        _rates(axes, panel.lines)
        return
    for line, colour, style in zip(panel.lines, (SERIES[0], SERIES[1], FAINT), DASHES):
        axes.plot(*zip(*line.points), color=colour, linestyle=style, label=str(line.label), linewidth=1.2)


def _rates(axes: Any, lines: Sequence[Line]) -> None:
    by_name = {line.name: line for line in lines}
    if played := by_name.pop(PLAYED, None):
        axes.plot(*zip(*played.points), color=FAINT, linewidth=0.8, label=str(played.label))
    if measured := by_name.pop(MEASURED, None):
        places, rates = zip(*measured.points)
        _, low, high = zip(*measured.band)
        beside = [[rate - one for rate, one in zip(rates, low)], [other - rate for rate, other in zip(rates, high)]]
        look: dict[str, Any] = {"marker": "o", "markersize": 3.5, "linewidth": 1.5, "capsize": 2.5, "elinewidth": 0.9}
        axes.errorbar(places, rates, yerr=beside, color=SERIES[0], label=str(measured.label), **look)
        axes.fill_between(places, low, high, color=SERIES[0], alpha=0.14, linewidth=0)
    for line, style in zip(by_name.values(), DASHES[1:]):
        axes.plot(*zip(*line.points), color=SERIES[1], linestyle=style, marker="s", markersize=3, label=str(line.label))
    axes.set_ylim(0, 100)
