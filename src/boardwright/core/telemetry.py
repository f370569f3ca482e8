"""What a game wants told of whoever learns it: figures, histograms and tables, gathered step by step beside a learner.

A trainer makes one watcher for each set of rows that it steps. In every step it calls

    before(...), then steps the rows, then refused(...) where actions were refused, then after(...);

or `fault(error)` instead of the last two, where the rules reached a dead end and the error left the step. It writes
`row()` down and calls `clear()` as often as it tells of itself. At its end it asks for `pictures(...)`.
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
    """The style and the tools of charts, which a trainer lends: games import none. Figures are Matplotlib's."""

    ink: str
    """The colour of letters that matter."""

    faint: str
    """The colour of the others."""

    series: Sequence[str]
    """The colours of lines and bars, in order."""

    def figure(self, width: float, height: float) -> Any:
        """An empty figure of so many inches. Raises AgentError where Matplotlib is not installed."""

    def head(self, figure: Any, title: Word | str) -> None:
        """Give a figure its title."""

    def dress(self, axes: Any, title: Word | str = "", across: Word | str = "", up: Word | str = "") -> None:
        """Give axes a title, labels, and the common style."""

    def legend(self, artist: Any, *entries: Any, **choices: Any) -> None:
        """Give axes or a figure a legend."""

    def spread(self, axes: Any, board: Board, shares: Mapping[int, float]) -> None:
        """Draw a board's cells on axes, some of them coloured by a share from 0 to 1."""

    def crop(self, axes: Any, board: Board, cells: Sequence[int]) -> None:
        """Show no more of a board than these cells and a little around them."""

    def scale(self, figure: Any, place: Any, most: float, label: Word) -> None:
        """Draw the colours of `spread` from 0 to `most`, a share, on axes of their own."""

    def save(self, figure: Any, path: Path) -> None:
        """Write a figure to a file whose ending says the format."""


class Watcher(Protocol):
    """Watches the rows of one learner. It is shown all that happens, keeps what it needs, and changes nothing.

    A game's own inherits from this one, and so draws nothing unless it says how.
    """

    def before(self, states: Array, seats: Array, actions: Array) -> None:
        """The rows as they are, where the learner sits in each, and what it chose, [N] each, all of it decisions."""

    def after(self, states: Array, seats: Array, ended: Array, final: Array, final_seats: Array) -> None:
        """The rows after that step. Where `ended`, `final` and `final_seats` are how it ended; `states` is a new game.

        A row whose action was refused is as it was before.
        """

    def refused(self, rows: Array | int) -> None:
        """Actions of the last `before` that the rules refused: True a row [N], or the rows' numbers.

        Or how many there were, where nobody knows which.
        """

    def fault(self, error: RuleFault) -> None:
        """The dead end that left the step. Called before the error goes on, so that it is counted whatever follows."""

    def row(self) -> dict[str, float]:
        """The figures of everything since the last `clear`. A figure that nothing was seen of is left out."""

    def histograms(self) -> dict[str, Array]:
        """How often each of some choices was made since the last `clear`, by name, [choices] each."""

    def tables(self) -> dict[str, Array]:
        """What pictures are drawn from, by name: counts since the last `clear`, and what never changes."""

    def pictures(self, folder: Path, name: str, charts: Charts) -> dict[str, Path]:
        """Draw what was seen of a learner since the last `clear` into files of a folder, by name. None by default."""
        return {}

    def clear(self) -> None:
        """Begin to count again. Games that are under way go on, and so do figures of the whole run."""

    def snapshot(self) -> dict[str, Array]:
        """All that is kept between two steps, copied, by name."""

    def restore(self, saved: Mapping[str, Array]) -> None:
        """Go on from a snapshot of a watcher of the same game. The arrays may come as plain bytes."""


def correlation(at: Array, count: Array, total: Array, squares: Array) -> float | None:
    """Pearson's, of a number with outcomes that are summed up by it: how many, their sum, and their sum of squares.

    The arrays are of one shape, or `at` of one that is spread over the others'. None where all numbers or all outcomes
    are the same. Whole numbers and halves are summed exactly, so no rounding looks like a difference.
    """
    n, x, y = float(count.sum()), float((count * at).sum()), float(total.sum())
    wide, high = n * float((count * at * at).sum()) - x * x, n * float(squares.sum()) - y * y
    if wide <= 0 or high <= 0:
        return None
    return float((n * float((total * at).sum()) - x * y) / (wide**0.5 * high**0.5))
