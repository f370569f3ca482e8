"""The crosstable as a picture, and what pictures share. Matplotlib is an extra, imported only when it is needed."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.arena.ratings import defaults
from boardwright.arena.tournament import Tournament
from boardwright.core.errors import AgentError, HistoryError
from boardwright.core.words import Word

INK, PAPER, FAINT, NOBODY = "#22262b", "#ffffff", "#6b7280", "#fafafa"
LOST, EVEN, WON = "#c8553d", "#f4f1ea", "#2f7f79"
"""Told apart by people who do not tell red from green."""


def crosstable(found: Tournament, path: Path) -> None:
    """Draw who took how much from whom, the strongest first, and write it to a file whose ending says the format."""
    rows = found.standings()
    count = len(rows)
    shares = np.full((count, count), np.nan)
    figure = figure_of(3.6 + 1.25 * count, 2.0 + 0.95 * count)
    axes = figure.add_subplot()
    for i, row in enumerate(rows):
        for j, column in enumerate(rows):
            if i == j:
                continue
            tally = found.between(row.agent, column.agent)
            if tally.games:
                shares[i, j] = tally.points / tally.games
                _cell(axes, j, i, shares[i, j], f"{tally.wins} · {tally.draws} · {tally.losses}")
    scale = colours_of("result", [LOST, EVEN, WON]).with_extremes(bad=NOBODY)
    axes.imshow(np.ma.masked_invalid(shares), cmap=scale, vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(count), [_broken(row.agent) for row in rows], color=INK, fontsize=9)
    axes.set_yticks(
        range(count), [f"{_broken(row.agent)}\n{_rating(row.rating)}" for row in rows], color=INK, fontsize=9
    )
    axes.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False, pad=7)
    # White lines between the cells, and no frame around them.
    axes.set_xticks(np.arange(count + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(count + 1) - 0.5, minor=True)
    axes.grid(which="minor", color=PAPER, linewidth=3)
    axes.tick_params(which="minor", length=0)
    axes.spines[:].set_visible(False)
    games = sum(pairing.tally.games for pairing in found.pairings)
    title = Word("crosstable_title", {"game": found.game.name, "games": games, "seed": found.seed})
    axes.set_title(str(title), loc="left", color=INK, fontsize=12, fontweight="bold", pad=16)
    note = Word("crosstable_note", {"percent": f"{100 * defaults().confidence:g}"})
    figure.text(0.02, 0.02, str(note), color=FAINT, fontsize=7, wrap=True)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    save(figure, path)


def figure_of(width: float, height: float) -> Any:
    """An empty figure of so many inches."""
    figure_class, canvas_class, _ = _matplotlib()
    figure = figure_class(figsize=(width, height), dpi=144, facecolor=PAPER)
    canvas_class(figure)
    return figure


def colours_of(name: str, colours: list[str]) -> Any:
    """A scale from the first colour to the last."""
    return _matplotlib()[2].LinearSegmentedColormap.from_list(name, colours)


def save(figure: Any, path: Path) -> None:
    """Write a figure to a file whose ending says the format."""
    try:
        figure.savefig(path)
    except OSError as error:
        raise HistoryError("file_unwritable", path=path, detail=error.strerror) from None


def require(path: Path) -> None:
    """Refuse a picture that cannot be drawn before anything is played rather than after."""
    _, canvas_class, _ = _matplotlib()
    known = canvas_class.get_supported_filetypes()
    if path.suffix.removeprefix(".") not in known:
        raise HistoryError("file_unwritable", path=path, detail=", ".join(f".{ending}" for ending in known))
    if not path.parent.is_dir():
        raise HistoryError("file_unwritable", path=path, detail=os.strerror(errno.ENOENT))


def _cell(axes: Any, x: int, y: int, share: float, detail: str) -> None:
    # Dark cells need light letters.
    colour = PAPER if abs(share - 0.5) > 0.42 else INK
    axes.text(
        x, y - 0.08, f"{100 * share:.0f} %", ha="center", va="center", color=colour, fontsize=13, fontweight="bold"
    )
    axes.text(x, y + 0.24, detail, ha="center", va="center", color=colour, fontsize=7.5)


def _rating(rating: Any) -> str:
    # A minus sign as wide as the plus: a hyphen is lost beside it.
    return f"{rating.elo:+.0f} ± {(rating.high - rating.low) / 2:.0f}".replace("-", "\N{MINUS SIGN}")


def _broken(text: str) -> str:
    """An agent's name with each option on a line of its own."""
    return text.replace(":", ":\n").replace(",", ",\n")


def _matplotlib() -> tuple[Any, Any, Any]:
    try:
        from matplotlib import colors
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise AgentError("plots_absent") from None
    return Figure, FigureCanvasAgg, colors
