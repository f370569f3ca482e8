"""The guide on a board to what a person types: a number in each cell, one above each column, or rulers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from boardwright.core.view import Board, Choice

Guide = Literal["cells", "columns", "rulers"]
"""The guide to what a person types: a number in each cell, one above each column, or rows and columns at the side."""


def guide(board: Board, choices: Sequence[Choice]) -> Guide:
    """Return the guide for a board. Call it at the start of a game, when most actions are legal, and keep it."""
    if board.row_labels or board.col_labels:
        return "rulers"
    singles = _singles(choices)
    if singles and all(text == str(board.cells[cell].col) for cell, text in singles.items()):
        return "columns"
    return "cells" if singles or _by_number(choices) else "rulers"


def cell_labels(board: Board, choices: Sequence[Choice]) -> Mapping[int, str]:
    """Return the text of each cell that stands for a move, with the guide `cells`."""
    singles = _singles(choices)
    if not singles and _by_number(choices):
        return {number: str(number) for number in range(len(board.cells))}
    return singles


def _singles(choices: Sequence[Choice]) -> dict[int, str]:
    # Cells of exactly one action, whose text is a number.
    touched = Counter(cell for choice in choices for cell in choice.cells)
    alone = [choice for choice in choices if len(choice.cells) == 1 and choice.text.isdigit()]
    return {choice.cells[0]: choice.text for choice in alone if touched[choice.cells[0]] == 1}


def _by_number(choices: Sequence[Choice]) -> bool:
    # Whether actions name their target cell by its number.
    aimed = [choice for choice in choices if choice.cells]
    return bool(aimed) and all(choice.cells[-1] in choice.semantic.values() for choice in aimed)
