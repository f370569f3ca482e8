"""The curves of a training run: win rates with intervals, losses, facts of self-play; over updates, steps or time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, SERIES, dress, figure_of, head, legend, save
from boardwright.drawing.curve_panels import MEASURED, OVER, PLAYED, Line, Over, Panel, Rows, axis, compared, panels

__all__ = ["OVER", "Over", "Rows", "axis", "compare", "draw"]

DASHES = ("-", "--", ":")
"""The styles of lines, in order: no line differs by its colour alone."""

WIDTH, HEIGHT, TITLE = 4.6, 2.7, 0.7
"""The size of a panel, and the height of the title, in inches."""

TALLEST = 5
"""The most panels of a column."""


def draw(stages: Mapping[str, Rows], losses: Sequence[str], path: Path, title: Word, over: Over = "updates") -> None:
    """Draw the metrics of a run, one column a stage: win rates with intervals above, losses and other facts below.

    A stage with many panels has several columns. A panel without numbers is left out, and so is a stage without any.
    """
    axes = {stage: axis(rows, over) for stage, rows in stages.items() if rows}
    columns = [
        (stage, number == 0, kept)
        for stage, (_, at) in axes.items()
        for number, kept in enumerate(_columns(panels(stages[stage], losses, at)))
    ]
    tallest = max((len(kept) for _, _, kept in columns), default=1)
    figure = figure_of(WIDTH * max(len(columns), 1), HEIGHT * tallest + TITLE)
    grid = figure.add_gridspec(1, max(len(columns), 1))
    for column, (stage, begins, kept) in enumerate(columns):
        label, at = axes[stage]
        inner = grid[column].subgridspec(len(kept), 1)
        places = [figure.add_subplot(inner[row]) for row in range(len(kept))]
        for row, (place, panel) in enumerate(zip(places, kept)):
            _fill(place, panel)
            last = row == len(kept) - 1
            dress(place, stage if row == 0 and begins else "", label if last else "", panel.label)
            legend(place)
            # Whole panels share the axis, even where only some rows were measured.
            place.set_xlim(0, 1.02 * max(at))
            if over != "cpu":
                place.xaxis.get_major_locator().set_params(integer=True)
                place.xaxis.set_major_formatter("{x:,.0f}")
    head(figure, title)
    figure.tight_layout()
    save(figure, path)


def compare(runs: Mapping[str, tuple[str, Rows]], path: Path, title: Word) -> None:
    """Draw the measured win rates of several runs over their CPU time, one panel a board; see `compared`.

    One of them at least has a measurement.
    """
    kept = compared(runs)
    figure = figure_of(WIDTH * len(kept), HEIGHT + TITLE)
    for place, panel in zip(figure.subplots(1, len(kept), squeeze=False)[0], kept):
        for number, line in enumerate(panel.lines):
            _interval(place, line, SERIES[number % len(SERIES)], DASHES[number % len(DASHES)])
        dress(place, "", Word("curves_cpu"), panel.label)
        legend(place)
        place.set_xlim(left=0)
        place.set_ylim(0, 100)
    head(figure, title)
    figure.tight_layout()
    save(figure, path)


def _columns(kept: Sequence[Panel]) -> list[Sequence[Panel]]:
    """The panels of a stage in columns of about the same height."""
    height = math.ceil(len(kept) / max(1, math.ceil(len(kept) / TALLEST)))
    return [kept[start : start + height] for start in range(0, len(kept), height)] if kept else []


def _fill(axes: Any, panel: Panel) -> None:
    if panel.name == "win_rate":
        _rates(axes, panel.lines)
        return
    few = len(panel.lines) <= len(DASHES)
    colours = (SERIES[0], SERIES[1], FAINT) if few else SERIES
    for number, line in enumerate(panel.lines):
        colour, style = colours[number % len(colours)], DASHES[number % len(DASHES)]
        # A line of a single measurement would be invisible.
        marker = "o" if len(line.points) == 1 else ""
        look = {"color": colour, "linestyle": style, "marker": marker, "markersize": 3, "linewidth": 1.2}
        axes.plot(*zip(*line.points), label=str(line.label), **look)
    if panel.name == "shares":
        axes.set_ylim(bottom=0)


def _rates(axes: Any, lines: Sequence[Line]) -> None:
    by_name = {line.name: line for line in lines}
    if played := by_name.pop(PLAYED, None):
        axes.plot(*zip(*played.points), color=FAINT, linewidth=0.8, label=str(played.label))
    if measured := by_name.pop(MEASURED, None):
        _interval(axes, measured, SERIES[0], DASHES[0])
    for line, style in zip(by_name.values(), DASHES[1:]):
        axes.plot(*zip(*line.points), color=SERIES[1], linestyle=style, marker="s", markersize=3, label=str(line.label))
    axes.set_ylim(0, 100)


def _interval(axes: Any, line: Line, colour: str, style: str) -> None:
    """Draw a line with its intervals, if it has some."""
    places, rates = zip(*line.points)
    look: dict[str, Any] = {"marker": "o", "markersize": 3.5, "linewidth": 1.5, "linestyle": style, "color": colour}
    if not line.band:
        axes.plot(places, rates, label=str(line.label), **look)
        return
    _, low, high = zip(*line.band)
    beside = [[rate - one for rate, one in zip(rates, low)], [other - rate for rate, other in zip(rates, high)]]
    axes.errorbar(places, rates, yerr=beside, label=str(line.label), capsize=2.5, elinewidth=0.9, **look)
    axes.fill_between(places, low, high, color=colour, alpha=0.14, linewidth=0)
