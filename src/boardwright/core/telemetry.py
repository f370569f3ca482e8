"""What a game wants told of whoever learns it: figures, histograms and tables, gathered step by step beside a learner.

A trainer makes one watcher for each set of rows that it steps. In every step it calls

    before(...), then steps the rows, then refused(...) where actions were refused, then after(...);

or `fault(error)` instead of the last two, where the rules reached a dead end and the error left the step. It writes
`row()` down and calls `clear()` as often as it tells of itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from boardwright.core.errors import RuleFault
from boardwright.core.record import Array


class Watcher(Protocol):
    """Watches the rows of one learner. It is shown all that happens, keeps what it needs, and changes nothing."""

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
