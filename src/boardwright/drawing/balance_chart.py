"""The shares of a balance in one picture: how far every playtester is from even with each candidate's numbers."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, INK, SERIES, dress, figure_of, head, legend, save

WIDTH, LINE, WRAP = 8.6, 0.24, 30
"""Inches of the picture, and of a share's line; letters in a line of a candidate's name."""


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
    apart = len(agents) + 1
    figure = figure_of(WIDTH, 1.6 + LINE * apart * len(tested))
    panels = figure.subplots(1, len(sides), sharey=True, squeeze=False)[0]
    for place, (axes, side) in enumerate(zip(panels, sides)):
        axes.axvline(50, color=INK, linewidth=1.0, linestyle="--")
        for row, candidate in enumerate(tested):
            for number, shares in enumerate(candidate.shares):
                share, at = shares[place], row * apart + number
                look = {"color": SERIES[number % len(SERIES)], "linewidth": 1.8}
                axes.plot([100 * share.low, 100 * share.high], [at, at], **look)
                named = {"label": agents[number]} if row == 0 else {}
                axes.plot([100 * share.rate], [at], marker="o", markersize=4.5, **look, **named)
        dress(axes, "", Word("heading_share_of", {"side": side}))
        axes.grid(axis="y", visible=False)
    middle = [row * apart + (apart - 2) / 2 for row in range(len(tested))]
    names = ["\n".join(textwrap.wrap(candidate.name, WRAP)) for candidate in tested]
    panels[0].set_yticks(middle, names, color=INK, fontsize=8)
    panels[0].set_ylim(apart * len(tested) - 1.2, -0.8)
    for axes in panels:
        axes.tick_params(axis="y", length=0)
        axes.axvspan(45, 55, color=FAINT, alpha=0.08, linewidth=0)
    handles, labels = panels[0].get_legend_handles_labels()
    legend(figure, handles, labels, loc="lower center", ncols=min(4, len(agents)))
    head(figure, title)
    figure.tight_layout(rect=(0, 0.5 / figure.get_figheight(), 1, 1))
    save(figure, path)
