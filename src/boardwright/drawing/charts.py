"""Charts: one style for all of them, and the crosstable.

Matplotlib is an extra, imported only when it is needed.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from boardwright.core.errors import AgentError, HistoryError
from boardwright.core.words import Word
from boardwright.drawing import colours

INK, FAINT = colours.INK, colours.MUTED
PAPER, GRID, NOBODY = "#ffffff", "#e6e9ed", "#fafafa"
SERIES = ("#2f7f79", "#c8553d", "#6d675b", "#8f6bb3")
"""The colours of lines and bars, in order; the first two differ for red-green colour-blind readers, too."""

DPI = 144


def figure_of(width: float, height: float, dpi: float = DPI) -> Any:
    """Return an empty figure; sizes are in inches."""
    figure_class, canvas_class, _ = _matplotlib()
    figure = figure_class(figsize=(width, height), dpi=dpi, facecolor=PAPER)
    canvas_class(figure)
    return figure


def colours_of(name: str, scale: Sequence[str]) -> Any:
    """Return a colour map from the first colour to the last."""
    return _matplotlib()[2].LinearSegmentedColormap.from_list(name, list(scale))


def dress(axes: Any, title: Word | str = "", across: Word | str = "", up: Word | str = "") -> None:
    """Set the common style of axes, with a title and labels."""
    axes.set_title(str(title), loc="left", color=INK, fontsize=10)
    axes.set_xlabel(str(across), color=FAINT, fontsize=9)
    axes.set_ylabel(str(up), color=FAINT, fontsize=9)
    axes.tick_params(labelsize=8, colors=FAINT)
    axes.set_axisbelow(True)
    axes.grid(color=GRID, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(FAINT)


def head(figure: Any, title: Word | str) -> None:
    """Set the title of a figure."""
    figure.suptitle(str(title), x=0.015, ha="left", color=INK, fontsize=13, fontweight="bold")


def legend(artist: Any, *entries: Any, **choices: Any) -> None:
    """Add a legend without a frame to axes or a figure."""
    artist.legend(*entries, **{"frameon": False, "fontsize": 8, "labelcolor": INK, **choices})


def colour_bar(figure: Any, place: Any, scale: Any, most: float, label: Word) -> None:
    """Add a horizontal colour bar from 0 to `most`, a share, in percent."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    bar = figure.colorbar(ScalarMappable(Normalize(0, 100 * most), scale), cax=place, orientation="horizontal")
    bar.set_label(str(label), color=FAINT, fontsize=8)
    bar.ax.tick_params(labelsize=7, colors=FAINT, length=2)
    bar.outline.set_visible(False)


def save(figure: Any, path: Path) -> None:
    """Write a figure to a file in the format of its suffix."""
    from matplotlib import rc_context

    try:
        # Neither a date nor random names: the same figure is the same file.
        with rc_context({"svg.hashsalt": "boardwright"}):
            figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    except OSError as error:
        raise HistoryError("file_unwritable", path=path, detail=error.strerror) from None


def require(path: Path) -> None:
    """Raise HistoryError for a file that cannot be written, before any game is played."""
    _, canvas_class, _ = _matplotlib()
    known = canvas_class.get_supported_filetypes()
    if path.suffix.removeprefix(".") not in known:
        raise HistoryError("file_unwritable", path=path, detail=", ".join(f".{ending}" for ending in known))
    if not path.parent.is_dir():
        raise HistoryError("file_unwritable", path=path, detail=os.strerror(errno.ENOENT))


class Entrant(NamedTuple):
    """An agent of a crosstable. `against`: its share of the points, wins, draws and losses, by the opponent's place."""

    name: str
    rating: str
    against: Mapping[int, tuple[float, int, int, int]]


def crosstable(entrants: Sequence[Entrant], path: Path, title: Word, note: Word) -> None:
    """Draw the points of each entrant against each other, in order, and write them to a file."""
    count = len(entrants)
    shares = np.full((count, count), np.nan)
    figure = figure_of(3.6 + 1.25 * count, 2.0 + 0.95 * count)
    axes = figure.add_subplot()
    for row, entrant in enumerate(entrants):
        for column, (share, wins, draws, losses) in entrant.against.items():
            shares[row, column] = share
            _result(axes, column, row, share, f"{wins} · {draws} · {losses}")
    scale = colours_of("result", colours.RESULT).with_extremes(bad=NOBODY)
    axes.imshow(np.ma.masked_invalid(shares), cmap=scale, vmin=0, vmax=1, aspect="auto")
    names = [_broken(entrant.name) for entrant in entrants]
    rated = [f"{name}\n{entrant.rating}" for name, entrant in zip(names, entrants)]
    axes.set_xticks(range(count), names, color=INK, fontsize=9)
    axes.set_yticks(range(count), rated, color=INK, fontsize=9)
    axes.tick_params(length=0, top=False, bottom=False, labeltop=True, labelbottom=False, pad=7)
    # White lines between the cells, and no frame around them.
    axes.set_xticks(np.arange(count + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(count + 1) - 0.5, minor=True)
    axes.grid(which="minor", color=PAPER, linewidth=3)
    axes.tick_params(which="minor", length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(str(title), loc="left", color=INK, fontsize=13, fontweight="bold", pad=16)
    figure.text(0.02, 0.02, str(note), color=FAINT, fontsize=7, wrap=True)
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    save(figure, path)


def _result(axes: Any, x: int, y: int, share: float, detail: str) -> None:
    # Dark cells need light letters.
    colour = PAPER if abs(share - 0.5) > 0.42 else INK
    axes.text(
        x, y - 0.08, f"{100 * share:.0f} %", ha="center", va="center", color=colour, fontsize=13, fontweight="bold"
    )
    axes.text(x, y + 0.24, detail, ha="center", va="center", color=colour, fontsize=7.5)


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
