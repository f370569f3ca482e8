"""The actions and their text form."""

from dataclasses import dataclass

from boardwright.core.actions import Actions, Group
from royal_ur.config import Configuration


@dataclass(frozen=True)
class Enter:
    """Bring a waiting piece onto the board."""


@dataclass(frozen=True)
class Move:
    """Move the piece on a square, counted from 1 along its player's path."""

    square: int


@dataclass(frozen=True)
class Pass:
    """Hand the dice over: the throw moves nothing."""


@dataclass(frozen=True)
class Throw:
    """Throw the dice to open the game."""


def actions(config: Configuration) -> Actions:
    """The index of a move is its square, 0 for entering."""
    last = config.entry + config.shared + config.exit
    moves = Group(
        Move,
        count=last,
        encode=lambda move: move.square - 1 if 1 <= move.square <= last else None,
        decode=lambda rank: Move(rank + 1),
    )
    return Actions([Group(Enter, {}), moves, Group(Pass, {}), Group(Throw, {})])
