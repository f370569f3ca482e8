"""Training telemetry of a game: figures, histograms and tables, collected step by step beside a learner.

A trainer makes one watcher for each set of rows that it steps. In every step it calls

    before(...), then steps the rows, then refused(...) where actions were refused, then after(...);

or `fault(error)` instead of the last two, where the rules reached a dead end and the step raised. At each report it
writes `row()` and calls `clear()`. At its end it calls `pictures(...)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from boardwright.core.errors import RuleFault
from boardwright.core.record import Array

if TYPE_CHECKING:
    from boardwright.core.view import Board
    from boardwright.core.words import Word


class Charts(Protocol):
    """Chart style and tools, passed in by a trainer: games import none. Figures are Matplotlib's."""

    ink: str
    """The colour of primary text."""

    faint: str
    """The colour of secondary text."""

    series: Sequence[str]
    """The colours of lines and bars, in order."""

    def figure(self, width: float, height: float) -> Any:
        """An empty figure, its size in inches. Raises AgentError where Matplotlib is not installed."""

    def head(self, figure: Any, title: Word | str) -> None:
        """Give a figure its title."""

    def dress(self, axes: Any, title: Word | str = "", across: Word | str = "", up: Word | str = "") -> None:
        """Give axes a title, labels, and the common style."""

    def legend(self, artist: Any, *entries: Any, **choices: Any) -> None:
        """Give axes or a figure a legend."""

    def spread(self, axes: Any, board: Board, shares: Mapping[int, float]) -> None:
        """Draw a board's cells on axes, some of them coloured by a share from 0 to 1."""

    def crop(self, axes: Any, board: Board, cells: Sequence[int]) -> None:
        """Crop the axes to these cells of a board, with a margin."""

    def scale(self, figure: Any, place: Any, most: float, label: Word) -> None:
        """Draw the colour bar of `spread`, from 0 to the share `most`, on its own axes."""

    def save(self, figure: Any, path: Path) -> None:
        """Write a figure to a file whose ending says the format."""


class Watcher(Protocol):
    """Collects telemetry from the rows of one learner, and changes nothing.

    A game's watcher inherits from this class; by default it draws no pictures.
    """

    def before(self, states: Array, seats: Array, actions: Array) -> None:
        """The rows before a step, the learner's seat and its action in each, [N] each. Every row is a decision."""

    def after(self, states: Array, seats: Array, ended: Array, final: Array, final_seats: Array) -> None:
        """The rows after that step. Where `ended`, `final` and `final_seats` are its end, and `states` is a new game.

        A row whose action was refused is unchanged.
        """

    def refused(self, rows: Array | int) -> None:
        """The refused actions of the last `before`: a mask [N], row numbers, or a count where rows are unknown."""

    def fault(self, error: RuleFault) -> None:
        """The fault that the step raised. Called before the error propagates, so that it is always counted."""

    def row(self) -> dict[str, float]:
        """The figures since the last `clear`. Figures without observations are omitted."""

    def histograms(self) -> dict[str, Array]:
        """Counts of choices since the last `clear`, by name, [choices] each."""

    def tables(self) -> dict[str, Array]:
        """The data of the pictures, by name: counts since the last `clear`, and constants."""

    def pictures(self, folder: Path, name: str, charts: Charts) -> dict[str, Path]:
        """Draw the telemetry since the last `clear` into files of a folder, by name. None by default."""
        return {}

    def clear(self) -> None:
        """Reset the counts. Unfinished games go on, and so do figures of the whole run."""

    def snapshot(self) -> dict[str, Array]:
        """A copy of the watcher's state between two steps, by name."""

    def restore(self, saved: Mapping[str, Array]) -> None:
        """Continue from a snapshot of a watcher of the same game. The arrays may be plain bytes."""


def correlation(at: Array, count: Array, total: Array, squares: Array) -> float | None:
    """Pearson correlation of `at` with outcomes, from their count, sum and sum of squares at each number.

    The arrays have one shape, or `at` is broadcast to the others'. None where all numbers or all outcomes are the
    same. Whole numbers and halves are summed exactly, so no rounding looks like a difference.
    """
    n, x, y = float(count.sum()), float((count * at).sum()), float(total.sum())
    wide, high = n * float((count * at * at).sum()) - x * x, n * float(squares.sum()) - y * y
    if wide <= 0 or high <= 0:
        return None
    return float((n * float((total * at).sum()) - x * y) / (wide**0.5 * high**0.5))
