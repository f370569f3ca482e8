"""The learning curves of a sweep's trials, in one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from boardwright.core.words import Word
from boardwright.drawing.charts import FAINT, SERIES, dress, figure_of, head, legend, save

Curve = Sequence[tuple[float, float]]
"""CPU minutes and the share of points won, measurement by measurement."""

WIDTH, HEIGHT = 7.2, 4.4


def draw(curves: Mapping[int, Curve], first: int, best: int, path: Path, title: Word) -> None:
    """Draw all trials by their numbers: thin lines, the recipe as it is (`first`) dashed, and the best one bold."""
    figure = figure_of(WIDTH, HEIGHT)
    axes = figure.add_subplot()
    named = {
        first: {"color": SERIES[1], "linestyle": "--", "linewidth": 1.8, "label": str(Word("sweep_first"))},
        best: {"color": SERIES[0], "linewidth": 2.6, "label": str(Word("sweep_best", {"trial": best}))},
    }
    plain = {"color": FAINT, "linewidth": 0.9, "alpha": 0.55}
    for number, curve in sorted(curves.items(), key=lambda pair: pair[0] in named):
        look = named.get(number, plain)
        axes.plot([at for at, _ in curve], [100 * rate for _, rate in curve], marker="o", markersize=3, **look)
    dress(axes, "", Word("curves_cpu"), Word("curves_win_rate"))
    axes.set_xlim(left=0)
    legend(axes)
    head(figure, title)
    figure.tight_layout()
    save(figure, path)
