"""Analysis of positions beside the rules: numbers over the cells, facts, and contradictions.

Also file formats for positions, and puzzles: positions that a given reasoning solves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from boardwright.core.record import Array
from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.core.game import Game


@dataclass(frozen=True)
class Overlay:
    """A number for some of the cells, drawn over the board; `title` names the measure.

    With `share` the numbers go from 0 to 1 and are shown in percent; else they are shown unchanged. With `signed` they
    are differences of shares, from -1 to 1, shown in percentage points with their sign. `ends` has the plies to a
    proven win of the player, or less than 0 to a proven loss, 0 for a proven draw: they are shown instead of numbers,
    as `#3`, `#-3` and `=`. `good` says that more is better for the player to move.
    """

    title: Word
    values: Mapping[int, float]
    share: bool = True
    signed: bool = False
    ends: Mapping[int, int] = field(default_factory=dict)
    good: bool = False

    def shown(self, cell: int) -> str:
        """The text of a cell's number. A share below 1 is never rounded to 100, nor one above 0 to 0."""
        value = self.values[cell]
        if cell in self.ends:
            return _minus(f"#{self.ends[cell]}") if self.ends[cell] else "="
        if not self.share:
            return _minus(f"{value + 0.0:.3g}")  # a negative zero is a zero
        percent = round(100 * value)
        if self.signed:
            return _minus(f"{percent:+d}") if percent else "0"
        if 0 < value < 1:
            percent = min(max(percent, 1), 99)
        return str(percent)


def _minus(text: str) -> str:
    # A minus sign as wide as the plus: a hyphen is lost beside it.
    return text.replace("-", "\N{MINUS SIGN}")


def difference(title: Word, one: Overlay, other: Overlay) -> Overlay:
    """One overlay's shares minus another's, in the cells that both have."""
    values = {cell: value - other.values[cell] for cell, value in one.values.items() if cell in other.values}
    return Overlay(title, values, signed=True)


class Route(NamedTuple):
    """A player's way over the board, as cells from the first to the last, and its description."""

    player: int
    cells: tuple[int, ...]
    title: Word


@dataclass(frozen=True)
class Analysis:
    """The analysis of a position from its player's observation. A position with `problems` is impossible."""

    overlay: Overlay | None = None
    facts: tuple[Word, ...] = ()
    problems: tuple[Word, ...] = ()
    numbers: Mapping[str, Any] = field(default_factory=dict)
    """The same for programs: plain data under the game's own names."""
    routes: tuple[Route, ...] = ()
    """Ways over the board, for pictures."""


class ReadPosition(NamedTuple):
    """A position read from a file: its configuration, and the fields of its state that differ from the start.

    `whole` says that it includes the parts that players cannot see.
    """

    config: Mapping[str, Any]
    fields: Mapping[str, Any]
    whole: bool = False


class Format(NamedTuple):
    """A file format for positions: the ending of its files, a reader and a writer.

    `read` takes the file's bytes and the configuration for keys that the file does not set. `write` may refuse a
    position that the format cannot hold.
    """

    ending: str
    read: Callable[[bytes, Mapping[str, Any]], ReadPosition]
    write: Callable[[Game, Array], bytes]


class Puzzle(NamedTuple):
    """A position that a given reasoning solves: its history as [action, draw], and the number of tries to make it."""

    history: tuple[tuple[int, int], ...]
    tries: int
    facts: tuple[Word, ...]
    numbers: Mapping[str, Any]


class Puzzles(NamedTuple):
    """A game's puzzle levels by name, and the function that makes a puzzle.

    `make(game, level, (row, col), seed, number)` begins at that cell. The same arguments give the same puzzle.

    `presets` are variants that the server offers: each a name, the preset that it is played with, and the level that
    solves it. The first random move, an action with `row` and `col`, begins a puzzle of one move. It is made as plain
    Python, in a thread of the server: it must take a moment only. The title is the word `<game>.preset.<name>`.
    """

    levels: tuple[str, ...]
    make: Callable[[Game, str, tuple[int, int], int, int], Puzzle]
    presets: Mapping[str, tuple[str, str]] = MappingProxyType({})
