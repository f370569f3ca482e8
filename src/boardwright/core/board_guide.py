"""The guide on a board to what a person types: a number in each cell, one above each column, or rulers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from boardwright.core.view import Board, Choice

Guide = Literal["cells", "columns", "rulers"]
"""The guide to what a person types: a number in each cell, one above each column, or rows and columns at the side."""

WIDEST = 3
"""The length of a move's text that still fits in a cell, such as `a11`."""


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
    # Cells of exactly one action, whose text is a number, or short as `a1` is.
    touched = Counter(cell for choice in choices for cell in choice.cells)
    alone = [choice for choice in choices if len(choice.cells) == 1 and _is_label(choice.text)]
    return {choice.cells[0]: choice.text for choice in alone if touched[choice.cells[0]] == 1}


def _by_number(choices: Sequence[Choice]) -> bool:
    # Whether people name the target cell of an action by its number: in a game's own notation it may have another name.
    aimed = [choice for choice in choices if choice.cells]
    return bool(aimed) and all(_names(choice, choice.cells[-1]) for choice in aimed)


def _names(choice: Choice, cell: int) -> bool:
    return cell in choice.semantic.values() and str(cell) in choice.text.split()


def _is_label(text: str) -> bool:
    return text.isdigit() or (len(text) <= WIDEST and text.isalnum())
