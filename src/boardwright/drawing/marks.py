"""The marks of cells in pictures, as on the page: the face and the ring that they give, and what they draw besides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from boardwright.core.view import Board
from boardwright.drawing import colours

Look = TypeVar("Look")

Ring = tuple[str, float, str]
"""Colour, width and style: `line`, `dashes` or `dots`."""

RINGS: Mapping[str, Ring] = {
    "hidden": (colours.HIDDEN_EDGE, 1.0, "line"),
    "flagged": (colours.HIDDEN_EDGE, 1.0, "line"),
    "goal": (colours.GOAL, 2.0, "dashes"),
    "goal0": (colours.GOAL_RINGS[0], 1.2, "line"),
    "goal1": (colours.GOAL_RINGS[1], 1.8, "dots"),
    "held0": (colours.OWNERS[0], 2.0, "line"),
    "held1": (colours.OWNERS[1], 2.6, "dots"),
    "last": (colours.LAST_RING, 1.5, "line"),
    "target": (colours.DANGER, 2.6, "line"),
    "active": (colours.ACCENT, 3.0, "line"),
    "line": (colours.LINE_RING, 3.0, "line"),
}
"""The ring in a cell by its marks; of several, the last in this table. Goals differ in style, not in colour alone."""

HEX_RINGS: Mapping[str, Ring] = {**RINGS, "goal": (colours.GOAL, 1.2, "line")}
"""The same on hexes: a whole thin line, which stays readable on small ones."""

RAISED = ("hidden", "flagged")

DOTS = ("reach", "far")
"""Marks with a dot, filled or hollow, in the middle of the cell."""

CROSSED = "wrong"
"""The mark of a cell that is crossed out."""

UNCOVERED = "mine"
"""The mark of a cell that the end of a game uncovers: nobody moved there, and it is not shown as the last step."""

KNOWN = frozenset({*colours.FACES, *RINGS, *DOTS, CROSSED, UNCOVERED})
"""Every mark of a cell that pictures show."""


def face(board: Board, marks: Collection[str]) -> str:
    """The colour of a cell."""
    table = colours.HEX_FACES if board.kind == "hex" else colours.FACES
    return _last(table, marks) or colours.FACE


def ring(board: Board, marks: Collection[str], painted: bool) -> Ring | None:
    """The ring in a cell. A painted cell has no raised ring: its colour carries a number."""
    table = HEX_RINGS if board.kind == "hex" else RINGS
    return _last(table, [mark for mark in marks if not (painted and mark in RAISED)])


def _last(table: Mapping[str, Look], marks: Collection[str]) -> Look | None:
    looks = [look for mark, look in table.items() if mark in marks and not (mark == "last" and UNCOVERED in marks)]
    return looks[-1] if looks else None
