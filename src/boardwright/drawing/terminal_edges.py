"""Edges between the cells of a board, for the terminal: bars in the colour of their owner."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.board_text import bars
from boardwright.core.view import Board, Edge

LAST = {"━": "═", "┃": "║", "╋": "╬"}
"""The glyphs of the last move, doubled: colour alone is invisible on many screens."""


def spread(board: Board) -> bool:
    """Whether the board has gaps between its cells."""
    return board.kind == "square" and (board.gaps or bool(board.edges))


def drawn(board: Board, wide: int) -> Iterator[tuple[int, int, str, Edge]]:
    """Yield the bars in parts: line, column, text, edge. Cells are `wide` + 2 characters, with one more between them.

    The first cell begins at (0, 0), and every second line is between two rows.
    """
    for (line, column), (glyph, edge) in bars(board).items():
        drawn_as = LAST[glyph] if "last" in edge.marks else glyph
        left = column // 2 * (wide + 3)
        if column & 1:
            yield line, left + wide + 2, drawn_as, edge
        else:
            yield line, left, drawn_as * (wide + 2), edge
