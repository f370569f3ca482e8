"""The actions. Indices are those of the specification: all reveals, then all flags; chords are for people only."""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.core.actions import Actions, Group
from boardwright.games.minesweeper.config import Configuration
from boardwright.games.minesweeper.rules import check_chord, check_flag, check_reveal


@dataclass(frozen=True)
class Reveal:
    """Reveal a cell; rows and columns count from 0 at the top left."""

    row: int
    col: int


@dataclass(frozen=True)
class Flag:
    """Flag a cell as a mine, or lift its flag."""

    row: int
    col: int


@dataclass(frozen=True)
class Chord:
    """Reveal the hidden cells without a flag around a number whose mines are flagged."""

    row: int
    col: int


def actions(config: Configuration) -> Actions:
    """Return the action space: one action a cell for each kind, row by row."""
    sizes = {"row": config.H, "col": config.W}
    return Actions(
        [Group(Reveal, sizes, check=check_reveal), Group(Flag, sizes, check=check_flag)],
        people=[Group(Chord, sizes, check=check_chord)],
    )
