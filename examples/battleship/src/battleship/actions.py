"""The actions and their text form: `b3` shoots, `b3 right` and `b3 down` place a ship from its first cell."""

import re
from dataclasses import dataclass
from string import ascii_lowercase

from battleship.config import Configuration
from battleship.rules import check_place, check_shoot
from boardwright.core.actions import Actions, Group, Notation

WAYS = ("right", "down")


@dataclass(frozen=True)
class Place:
    """Place the next ship from its first cell to the right, or down. Rows and columns count from 0."""

    row: int
    col: int
    down: int


@dataclass(frozen=True)
class Shoot:
    """Shoot at a cell of the other player."""

    row: int
    col: int


def actions(config: Configuration) -> Actions:
    """Placements to the right, then down, then shots. Everybody sees a shot, nobody else a placement."""
    rows, cols = config.rows, config.cols
    cells = rows * cols
    place = Group(
        Place,
        count=2 * cells,
        encode=lambda place: _spot(place, rows, cols),
        decode=lambda rank: Place(rank % cells // cols, rank % cols, rank // cells),
        check=check_place,
        strays=(Place(rows, 0, 0), Place(0, 0, 2)),
    )
    shoot = Group(Shoot, {"row": rows, "col": cols}, check=check_shoot, strays=(Shoot(0, cols),), public=True)
    return Actions([place, shoot], notation=Notation(write, read))


def name(row: int, col: int) -> str:
    """The name of a cell: its column as a letter, its row from 1."""
    return f"{ascii_lowercase[col]}{row + 1}"


def write(action: Place | Shoot) -> str:
    """Write an action."""
    cell = name(action.row, action.col)
    return f"{cell} {WAYS[action.down]}" if isinstance(action, Place) else cell


def read(text: str) -> Place | Shoot | None:
    """Read an action, None if it is not in this notation."""
    match = re.fullmatch(r"([a-z])([1-9]\d?)(?: +(right|down))?", text)
    if match is None:
        return None
    row, col = int(match[2]) - 1, ascii_lowercase.index(match[1])
    return Place(row, col, WAYS.index(match[3])) if match[3] else Shoot(row, col)


def _spot(place: Place, rows: int, cols: int) -> int | None:
    inside = 0 <= place.row < rows and 0 <= place.col < cols and 0 <= place.down <= 1
    return (place.down * rows + place.row) * cols + place.col if inside else None
