"""The shares of a balance in one picture: how far every playtester is from even with each candidate's numbers."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple

from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, INK, SERIES, dress, figure_of, head, legend, save

WIDTH, LINE, TEXT = 8.6, 0.24, 0.17
"""Inches: the width, and the heights of a share's line and of a line of text."""

WRAP = 34
"""Letters in a line of a candidate's name."""

NEAR = (45, 55)
"""The shares, in percent, that a player hardly notices: they are shaded."""


class Share(NamedTuple):
    """A share with its interval, from 0 to 1."""

    rate: float
    low: float
    high: float


class Tested(NamedTuple):
    """A candidate: its name, and for each playtester its shares, one a panel."""

    name: str
    shares: Sequence[Sequence[Share]]


def draw(tested: Sequence[Tested], agents: Sequence[str], sides: Sequence[Word | str], path: Path, title: Word) -> None:
    """Draw a panel for each side, with the candidates from top to bottom and a line at even."""
    names = [textwrap.wrap(candidate.name, WRAP) for candidate in tested]
    # A candidate has a line for each playtester, and room for its name.
    heights = [max(len(agents), ceil(len(lines) * TEXT / LINE)) + 1 for lines in names]
    tops = [sum(heights[:row]) for row in range(len(tested))]
    figure = figure_of(WIDTH, 1.7 + LINE * sum(heights))
    panels = figure.subplots(1, len(sides), sharex=True, sharey=True, squeeze=False)[0]
    farthest = 0.1
    for place, (axes, side) in enumerate(zip(panels, sides)):
        axes.axvspan(*NEAR, color=FAINT, alpha=0.08, linewidth=0)
        axes.axvline(50, color=INK, linewidth=1.0, linestyle="--")
        for row, candidate in enumerate(tested):
            for number, shares in enumerate(candidate.shares):
                share, at = shares[place], tops[row] + (heights[row] - 1 - len(agents)) / 2 + number
                farthest = max(farthest, 0.5 - share.low, share.high - 0.5)
                look = {"color": SERIES[number % len(SERIES)], "linewidth": 1.8}
                axes.plot([100 * share.low, 100 * share.high], [at, at], **look)
                named = {"label": agents[number]} if row == 0 else {}
                axes.plot([100 * share.rate], [at], marker="o", markersize=4.5, **look, **named)
        dress(axes, "", Word("heading_share_of", {"side": side}))
        axes.grid(axis="y", visible=False)
        axes.tick_params(axis="y", length=0)
    middle = [top + (height - 2) / 2 for top, height in zip(tops, heights)]
    panels[0].set_yticks(middle, ["\n".join(lines) for lines in names], color=INK, fontsize=8)
    panels[0].set_ylim(sum(heights) - 1.0, -1.0)
    panels[0].set_xlim(48 - 100 * farthest, 52 + 100 * farthest)
    handles, labels = panels[0].get_legend_handles_labels()
    legend(figure, handles, labels, loc="lower center", ncols=min(4, len(agents)))
    head(figure, title)
    figure.tight_layout(rect=(0, 0.3 / figure.get_figheight(), 1, 1))
    save(figure, path)
