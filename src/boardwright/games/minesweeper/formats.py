"""File formats for positions: text that people type, and MBF, in which other programs store mine layouts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from boardwright.core.analysis import Format, ReadPosition
from boardwright.core.errors import FormatError
from boardwright.core.game import Game
from boardwright.core.grids import SquareGrid
from boardwright.core.record import TERMINAL, Array
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN
from boardwright.games.minesweeper.config import MOST_CELLS
from boardwright.games.minesweeper.difficulty import numbers_of

HEADER = re.compile(r"mines:?\s+(\d{1,5})|(\d{1,5})\s+mines", re.IGNORECASE)
CODES = {**{str(number): number for number in range(9)}, "#": HIDDEN, ".": HIDDEN, "F": FLAGGED, "f": FLAGGED}
MINE = "*"
WIDEST = 255
"""MBF stores each side length in one byte."""


def read_text(data: bytes, given: Mapping[str, Any]) -> ReadPosition:
    """Read one line a row: a number from 0 to 8, `#` or `.` for a hidden cell, F for a flag. Blanks are ignored.

    A first line `mines 10` sets the mine count; without it, it comes from `given`. With `*` for mines the text is a
    layout, in which every other cell is `.`.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError("minesweeper.text_encoding") from None
    lines = [line.strip() for line in re.split(r"[\n/]", text) if line.strip()]
    header = HEADER.fullmatch(lines[0]) if lines else None
    rows = ["".join(line.split()) for line in lines[1 if header else 0 :]]
    if not rows:
        raise FormatError("minesweeper.text_empty")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise FormatError("minesweeper.text_ragged", row=number, cells=len(row), wanted=len(rows[0]))
        for col, sign in enumerate(row):
            if sign not in CODES and sign != MINE:
                raise FormatError("minesweeper.text_sign", sign=sign, row=number, col=col)
    signs = set("".join(rows))
    size = _size(len(rows), len(rows[0]))
    if size != {**size, **{key: given[key] for key in size if key in given}}:
        raise FormatError("minesweeper.text_size", **size, rows=given.get("H", "?"), cols=given.get("W", "?"))
    declared = int(header[1] or header[2]) if header else None
    if MINE in signs:
        return _layout_text(rows, signs, declared)
    if {"#", "."} <= signs:
        raise FormatError("minesweeper.text_hidden")
    mines = given.get("mine_count") if declared is None else declared
    if mines is None:
        raise FormatError("minesweeper.text_mines")
    shown = np.array([CODES[sign] for row in rows for sign in row], np.uint8)
    left = shown.size - int(mines) - int((shown < HIDDEN).sum())
    if left == 0:
        # Every safe cell is revealed, so the hidden cells are the mines.
        mine = (shown >= HIDDEN).astype(np.uint8)
        near = SquareGrid(size["H"], size["W"]).neighbours()
        if (numbers_of(mine, near)[mine == 0] == shown[mine == 0]).all():
            return _whole(size, mine, shown)
    fields = {
        "shown": shown,
        "flagged": int((shown == FLAGGED).sum()),
        "safe_left": max(left, 0),
        "laid": int((shown < HIDDEN).any()),
    }
    return ReadPosition({**size, "mine_count": int(mines)}, fields)


def write_text(game: Game, state: Array) -> bytes:
    """Write the visible board under a line with the mine count; the layout if the game is over."""
    rows, cols, mines = (int(game.params[name][0]) for name in ("rows", "cols", "mines"))
    if state["to_move"][0] == TERMINAL and state["laid"][0]:
        signs = [MINE if mine else "." for mine in state["mine"][0]]
    else:
        signs = ["012345678#F"[shown] for shown in state["shown"][0]]
    lines = ["".join(signs[row * cols : (row + 1) * cols]) for row in range(rows)]
    return "\n".join([f"mines {mines}", *lines, ""]).encode()


def read_mbf(data: bytes, given: Mapping[str, Any]) -> ReadPosition:
    """Read width, height, the mine count as two bytes, big-endian, and the column and row of each mine."""
    if len(data) < 4:
        raise FormatError("minesweeper.mbf_short", found=len(data))
    width, height, mines = data[0], data[1], int.from_bytes(data[2:4], "big")
    if width == 0 or height == 0:
        raise FormatError("minesweeper.mbf_size", width=width, height=height)
    if len(data) != 4 + 2 * mines:
        raise FormatError("minesweeper.mbf_length", mines=mines, wanted=4 + 2 * mines, found=len(data))
    size = _size(height, width)
    mine = np.zeros((height, width), np.uint8)
    for number, (x, y) in enumerate(zip(data[4::2], data[5::2]), 1):
        if x >= width or y >= height:
            raise FormatError("minesweeper.mbf_off_board", number=number, x=x, y=y, width=width, height=height)
        if mine[y, x]:
            raise FormatError("minesweeper.mbf_twice", number=number, x=x, y=y)
        mine[y, x] = 1
    return _whole(size, mine.reshape(-1))


def write_mbf(game: Game, state: Array) -> bytes:
    """Write the layout. Refused before mines are laid, and if a side is longer than 255."""
    rows, cols = int(game.params["rows"][0]), int(game.params["cols"][0])
    if not state["laid"][0]:
        raise FormatError("minesweeper.mbf_unlaid")
    if max(rows, cols) > WIDEST:
        raise FormatError("minesweeper.mbf_large", rows=rows, cols=cols, most=WIDEST)
    cells = np.flatnonzero(state["mine"][0])
    pairs = b"".join(bytes([cell % cols, cell // cols]) for cell in cells.tolist())
    return bytes([cols, rows]) + len(cells).to_bytes(2, "big") + pairs


def _size(rows: int, cols: int) -> dict[str, int]:
    if rows * cols > MOST_CELLS:
        raise FormatError("minesweeper.board_large", rows=rows, cols=cols, most=MOST_CELLS)
    return {"H": rows, "W": cols}


def _layout_text(rows: list[str], signs: set[str], declared: int | None) -> ReadPosition:
    if not signs <= {MINE, ".", "#"}:
        raise FormatError("minesweeper.text_layout")
    mine = np.array([sign == MINE for row in rows for sign in row], np.uint8)
    if declared not in {None, int(mine.sum())}:
        raise FormatError("minesweeper.text_count", told=declared, found=int(mine.sum()))
    return _whole({"H": len(rows), "W": len(rows[0])}, mine)


def _whole(size: Mapping[str, int], mine: Array, shown: Array | None = None) -> ReadPosition:
    """Return a fully known board, as after a win."""
    if shown is None:
        near = SquareGrid(size["H"], size["W"]).neighbours()
        shown = np.where(mine == 0, numbers_of(mine, near), HIDDEN).astype(np.uint8)
    fields = {
        "mine": mine,
        "shown": shown,
        "laid": 1,
        "flagged": int((shown == FLAGGED).sum()),
        "safe_left": 0,
        "to_move": TERMINAL,
        "returns": [1.0],
    }
    return ReadPosition({**size, "mine_count": int(mine.sum())}, fields, whole=True)


FORMATS = {
    "text": Format(".txt", read_text, write_text),
    "mbf": Format(".mbf", read_mbf, write_mbf),
}
