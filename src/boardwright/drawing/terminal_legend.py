"""The legend of a board in the terminal: the signs that are on it, and what they mean."""

from __future__ import annotations

from collections.abc import Collection

from boardwright.core.view import Board
from boardwright.core.words import Word
from boardwright.drawing.canvas import Segment
from boardwright.drawing.terminal import AROUND, MARKS, REACH, colour, inner_marks, outer_mark

PIECES = {"flag": "flagged", "mine": "mine"}
"""The mark that explains a piece without a label, by kind."""


def legend(board: Board, last: Collection[int] = ()) -> list[tuple[Segment, str]]:
    """Return each sign of the board with its meaning: marks of cells, then pieces that have a name."""
    cells = range(len(board.cells))
    marks = {
        mark
        for number in cells
        for mark in (*inner_marks(board, number), outer_mark(board, number))
        if mark is not None
    }
    marks |= {"last"} if last else set()
    # An open cell is blank, which needs no explanation.
    signs = {mark: segment for mark, segment in {**MARKS, **REACH}.items() if segment[0].strip()}
    signs |= {mark: (f"{before} {after}", "bold") for mark, (before, after) in AROUND.items()}
    lines = [(segment, meaning(mark)) for mark, segment in signs.items() if mark in marks]
    for piece in board.pieces:
        says = piece.label or (meaning(PIECES[piece.kind]) if piece.kind in PIECES else "")
        line = (piece.symbol, colour(piece)), says
        if says and line not in lines:
            lines.append(line)
    return lines


def meaning(mark: str) -> str:
    """The meaning of a mark that clients know, in the reader's language."""
    return str(Word(f"mark_{mark}"))
