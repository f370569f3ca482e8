"""The marks of cells and edges that every client of a view knows how to draw."""

from __future__ import annotations

from boardwright.core.view import Board

CELL_MARKS = frozenset(
    {"last", "wall", "goal", "hidden", "open", "flagged", "mine", "struck", "line", "wrong", "zone0", "zone1", "goal0"}
    | {"goal1", "held0", "held1", "active", "reach", "far", "target"}
)
"""Every mark of a cell that clients know."""

EDGE_MARKS = frozenset({"last"})
"""Every mark of an edge that clients know."""


def unknown_marks(board: Board) -> set[str]:
    """The marks of a board that clients do not know."""
    cells = {mark for cell in board.cells for mark in cell.marks} - CELL_MARKS
    return cells | ({mark for edge in board.edges for mark in edge.marks} - EDGE_MARKS)
