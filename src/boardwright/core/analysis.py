"""What a game can tell of a position beside its rules: numbers over the cells, facts, and what is wrong with it.

Also the ways in which positions are written in files, and puzzles: positions made to be solved by some reasoning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from boardwright.core.record import Array
from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.core.game import Game


@dataclass(frozen=True)
class Overlay:
    """A number for some of the cells, drawn over the board; `title` says what is measured.

    With `share` the numbers go from 0 to 1 and are shown in percent; else they are shown as they are. With `signed`
    they are differences of shares, from -1 to 1, shown in points of percent with their sign.
    """

    title: Word
    values: Mapping[int, float]
    share: bool = True
    signed: bool = False

    def shown(self, cell: int) -> str:
        """A cell's number as people read it. A share that is not certain never looks so."""
        value = self.values[cell]
        if not self.share:
            return f"{value:g}"
        percent = round(100 * value)
        if self.signed:
            # A minus sign as wide as the plus: a hyphen is lost beside it.
            return f"{percent:+d}".replace("-", "\N{MINUS SIGN}") if percent else "0"
        if 0 < value < 1:
            percent = min(max(percent, 1), 99)
        return str(percent)


def difference(title: Word, one: Overlay, other: Overlay) -> Overlay:
    """By how much one overlay's shares are above another's, in the cells that both have."""
    values = {cell: value - other.values[cell] for cell, value in one.values.items() if cell in other.values}
    return Overlay(title, values, signed=True)


@dataclass(frozen=True)
class Analysis:
    """What can be told of a position from what its player sees. A position with `problems` cannot come about."""

    overlay: Overlay | None = None
    facts: tuple[Word, ...] = ()
    problems: tuple[Word, ...] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)
    """The same for programs: plain data under names of the game's own."""


class ReadPosition(NamedTuple):
    """A position that was read: the configuration it is for, and the fields of its state that differ from the start.

    `whole` says that it tells all there is, what players cannot see included.
    """

    config: Mapping[str, Any]
    fields: Mapping[str, Any]
    whole: bool = False


class Format(NamedTuple):
    """A way to write positions: the ending of its files, and how they are read and written.

    `read` takes the file's bytes and the configuration that holds where the file says nothing. `write` may refuse a
    position that the format cannot hold.
    """

    ending: str
    read: Callable[[bytes, Mapping[str, Any]], ReadPosition]
    write: Callable[[Game, Array], bytes]


class Puzzle(NamedTuple):
    """A position that is known to be solved by some reasoning: how it begins as [action, draw], and what it took."""

    history: tuple[tuple[int, int], ...]
    tries: int
    facts: tuple[Word, ...]
    numbers: Mapping[str, Any]


class Puzzles(NamedTuple):
    """The kinds of puzzle a game can make, by name, and what makes one.

    `make(game, level, (row, col), seed, number)` begins at that cell. The same arguments give the same puzzle.
    """

    levels: tuple[str, ...]
    make: Callable[[Game, str, tuple[int, int], int, int], Puzzle]
