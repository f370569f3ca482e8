"""The one action of tic-tac-toe."""

from __future__ import annotations

from dataclasses import dataclass

from boardwright.core.actions import Actions, Group
from boardwright.games.tic_tac_toe.config import Configuration
from boardwright.games.tic_tac_toe.rules import check_mark


@dataclass(frozen=True)
class Mark:
    """Mark a cell, numbered row by row from 0."""

    cell: int


def actions(config: Configuration) -> Actions:
    """Return the action space: the index of a mark is its cell."""
    return Actions([Group(Mark, {"cell": config.size**2}, check=check_mark)])
