"""A board in plain text, for `str(position)`, playthroughs and `ansi` environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boardwright.core.board_guide import Guide, cell_labels
from boardwright.core.view import Board, Choice, Edge, Side

SIGNS: Mapping[str, str] = {"hidden": "#", "wall": "#", "goal": "*", "zone0": ",", "zone1": "'"}
"""The character of an empty cell, by its marks."""


def bars(board: Board) -> dict[tuple[int, int], tuple[str, Edge]]:
    """The edges of a square board on a grid twice as fine: the glyph at each point, `━`, `┃`, or `╋`, and its edge.

    There a cell is at (2 row, 2 col), a side half-way between its two cells, and a corner of four cells, with both
    numbers odd, is covered where the same edge goes on beyond it.
    """
    glyphs: dict[tuple[int, int], tuple[str, Edge]] = {}
    for edge in board.edges:
        middles = {_middle(board, side) for side in edge.sides}
        for point in middles:
            glyphs[point] = "━" if point[0] & 1 else "┃", edge
        for corner in {near for point in middles for near in _around(point) if near[0] & near[1] & 1}:
            ends = {glyphs[end][0] for end in _around(corner) & middles}
            if len(_around(corner) & middles) > 1:
                glyphs[corner] = ends.pop() if len(ends) == 1 and corner not in glyphs else "╋", edge
    return glyphs


def text_board(board: Board) -> str:
    """A board in plain text, one line a row; hexes in odd columns stand half a line lower.

    A cell marked `hidden` differs from an empty one. Edges are bars in gaps between squares; row labels are at the
    left, column labels below.
    """
    symbols = {piece.cell: piece.symbol for piece in board.pieces}
    texts = [
        symbols.get(number) or cell.text or next((SIGNS[mark] for mark in cell.marks if mark in SIGNS), ".")
        for number, cell in enumerate(board.cells)
    ]
    apart = board.kind == "square" and (board.gaps or bool(board.edges))
    width = max(map(len, [*texts, *board.col_labels]), default=1)
    step = width + (3 if apart else 1)
    tall = 2 if board.kind == "hex" or apart else 1
    height = board.rows * tall + (-1 if apart else tall - 1)
    named = max(map(len, board.row_labels), default=-1) + 1
    # A bar is a letter longer at both ends than the cells beside it.
    left = named + apart
    lines = [[" "] * (left + board.cols * step) for _ in range(height + bool(board.col_labels))]

    def put(line: int, column: int, text: str) -> None:
        lines[line][left + column : left + column + len(text)] = text

    for cell, text in zip(board.cells, texts):
        put(cell.row * tall + (cell.col & 1 if board.kind == "hex" else 0), cell.col * step, text.rjust(width))
    for (line, column), (glyph, _) in bars(board).items() if apart else ():
        if column & 1:
            put(line, column // 2 * step + width + 1, glyph)
        else:
            put(line, column // 2 * step - 1, glyph * (width + 2))
    for row, label in enumerate(board.row_labels):
        put(row * tall, -left, label.rjust(named - 1))
    for col, label in enumerate(board.col_labels):
        put(height, col * step, label.rjust(width))
    return "\n".join("".join(line).rstrip() for line in lines)


def guided(board: Board, choices: Sequence[Choice], how: Guide) -> Board:
    """The board with the guide to what a player types: in free cells, or as labels of rows and columns."""
    if how == "cells":
        labels, taken = cell_labels(board, choices), {piece.cell for piece in board.pieces}
        cells = [
            cell.model_copy(update={"text": f"{cell.text} {labels[number]}".strip()})
            if number in labels and number not in taken
            else cell
            for number, cell in enumerate(board.cells)
        ]
        return board.model_copy(update={"cells": tuple(cells)})
    rows = board.row_labels or tuple(map(str, range(board.rows))) if how == "rulers" else ()
    cols = board.col_labels or tuple(map(str, range(board.cols)))
    return board.model_copy(update={"row_labels": rows, "col_labels": cols})


def _middle(board: Board, side: Side) -> tuple[int, int]:
    one, other = board.cells[side[0]], board.cells[side[1]]
    return one.row + other.row, one.col + other.col


def _around(point: tuple[int, int]) -> set[tuple[int, int]]:
    line, column = point
    return {(line - 1, column), (line + 1, column), (line, column - 1), (line, column + 1)}
