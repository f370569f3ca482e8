"""The move notation of the Quoridor Text Protocol (QTP): `E8`, and `E8 h` for a wall.

White is at e1 and black at e9, and a wall is named after the square to the upper left of its middle. See
http://quoridor.di.uoa.gr/qtp/qtp.html.
"""

from __future__ import annotations

import re

from boardwright.core.actions import Notation
from boardwright.games.quoridor.actions import Move, Wall, place, square

WRITTEN = re.compile(r"([a-z])([1-9]\d?)(?:\s+(h|horizontal|v|vertical))?")


def notation_of(rows: int, *, far: bool) -> Notation:
    """Return the notation of a game whose first player starts at e9 (`far`), as black in QTP, or at e1 as here."""

    def turned(row: int, wall: bool) -> int:
        # Upside down, the square above a wall's middle becomes the one below it, after which we name a wall.
        return rows + 1 - row if far else row - int(wall)

    def write(action: Move | Wall) -> str:
        col, row = place(action.square)
        if isinstance(action, Wall):
            row = rows - 1 - row if far else row + 1
            return f"{square(col, row).upper()} {action.way}"
        return square(col, rows - 1 - row if far else row).upper()

    def read(text: str) -> Move | Wall | None:
        match = WRITTEN.fullmatch(text.lower())
        if match is None:
            return None
        row = turned(int(match[2]), wall=match[3] is not None)
        if row < 1:
            return None
        name = f"{match[1]}{row}"
        return Move(name) if match[3] is None else Wall(name, match[3][0])

    return Notation(write, read)
