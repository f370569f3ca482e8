"""The ratings of levels in one picture: a line for each level, the strongest on top."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, INK, SERIES, dress, figure_of, head, save

WIDTH, LINE = 7.2, 0.42
"""Inches: the width of the picture, and the height of a level."""


class Rated(NamedTuple):
    """A level with its rating and the interval of it, in Elo points above the weakest."""

    name: str
    elo: float
    low: float
    high: float


def draw(levels: Sequence[Rated], path: Path, title: Word, label: Word) -> None:
    """Draw levels, the weakest first in the list and lowest in the picture, to a file in the format of its suffix."""
    figure = figure_of(WIDTH, 1.3 + LINE * len(levels))
    axes = figure.subplots()
    for place, level in enumerate(levels):
        axes.barh(place, level.elo, height=0.55, color=SERIES[0], alpha=0.85)
        axes.plot([level.low, level.high], [place, place], color=INK, linewidth=1.3)
        axes.annotate(f"{level.elo:,.0f}", (max(level.high, level.elo), place), (6, 0), textcoords="offset points",
                      va="center", color=FAINT, fontsize=9)  # fmt: skip
    dress(axes, "", label)
    axes.grid(axis="y", visible=False)
    axes.set_yticks(range(len(levels)), [level.name for level in levels], color=INK, fontsize=9)
    axes.margins(x=0.09)
    axes.set_xlim(left=min(0.0, *(level.low for level in levels)))
    head(figure, title)
    figure.tight_layout()
    save(figure, path)
