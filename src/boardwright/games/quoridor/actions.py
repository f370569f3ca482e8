"""A pawn's move and a wall, as players write them: `e2`, `e3h`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from boardwright.core.actions import Actions, Group, Notation
from boardwright.core.errors import MalformedAction
from boardwright.core.record import Record
from boardwright.games.quoridor.bitboard import WIDE
from boardwright.games.quoridor.config import Configuration
from boardwright.games.quoridor.rules import CELLS, SLOTS, SLOTS_WIDE, check_move, check_wall

WAYS = "hv"
SQUARE = re.compile(r"([a-z])([1-9]\d?)")
WRITTEN = re.compile(r"([a-z][1-9]\d?)([hv]?)")
PREFIXED = re.compile(r"([hv])([a-z][1-9]\d?)")


@dataclass(frozen=True)
class Move:
    """Move the pawn to a square: columns are a to i from the first player's left, rows 1 to 9 from that player."""

    square: str


@dataclass(frozen=True)
class Wall:
    """Put a wall, two squares long, above (`h`) or to the right (`v`) of the square that is nearest to a1."""

    square: str
    way: str


def actions(config: Configuration) -> Actions:
    """Return the action space: 81 squares, then 64 horizontal and 64 vertical walls, for every size of board."""
    return Actions(
        [
            Group(Move, count=CELLS, encode=_encode_move, decode=_decode_move, check=_check_move),
            Group(Wall, count=2 * SLOTS, encode=_encode_wall, decode=_decode_wall, check=_check_wall),
        ],
        notation=Notation(write, read),
    )


def square(col: int, row: int) -> str:
    """Return a square's name, from its column and row counted from 0."""
    return f"{chr(ord('a') + col)}{row + 1}"


def place(text: str) -> tuple[int, int]:
    """Return the column and row of a square, on the board or not."""
    match = SQUARE.fullmatch(text)
    if match is None:
        raise MalformedAction("quoridor.not_a_square", found=text)
    return ord(match[1]) - ord("a"), int(match[2]) - 1


def write(action: Any) -> str:
    """Write an action as `e2` or `e3h`."""
    return str(action.square) + (action.way if isinstance(action, Wall) else "")


def read(text: str) -> Move | Wall | None:
    """Read `e2` or `e3h`, also in capitals or with the way first (`He3`). None for anything else."""
    text = text.lower()
    match = WRITTEN.fullmatch(text)
    if match is not None:
        return Wall(match[1], match[2]) if match[2] else Move(match[1])
    match = PREFIXED.fullmatch(text)
    return Wall(match[2], match[1]) if match is not None else None


def _encode_move(action: Move) -> int | None:
    col, row = place(action.square)
    return WIDE * row + col if col < WIDE and row < WIDE else None


def _decode_move(rank: int) -> Move:
    return Move(square(rank % WIDE, rank // WIDE))


def _encode_wall(action: Wall) -> int | None:
    col, row = place(action.square)
    way = _way(action.way)
    return SLOTS * way + SLOTS_WIDE * row + col if col < SLOTS_WIDE and row < SLOTS_WIDE else None


def _decode_wall(rank: int) -> Wall:
    slot = rank % SLOTS
    return Wall(square(slot % SLOTS_WIDE, slot // SLOTS_WIDE), WAYS[rank // SLOTS])


def _check_move(p: Record, s: Record, to: str) -> int:
    return check_move(p, s, *place(to))


def _check_wall(p: Record, s: Record, at: str, way: str) -> int:
    return check_wall(p, s, *place(at), _way(way))


def _way(way: str) -> int:
    if way not in WAYS or len(way) != 1:
        raise MalformedAction("quoridor.not_a_way", found=way)
    return WAYS.index(way)
