"""A position as one line of text, `e4 e6 8 8 a1v,c6v 1`: what `view.text_key` writes, read strictly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from boardwright.core import config as configuration
from boardwright.core.analysis import Format, Setup
from boardwright.core.config import SHIPPED
from boardwright.core.errors import FormatError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.quoridor.actions import SQUARE, WAYS, square
from boardwright.games.quoridor.bits import LOW, LOW_CELLS, WIDE, has, passages
from boardwright.games.quoridor.config import PRESET, Configuration, layout
from boardwright.games.quoridor.paths import NO_PATH, distance
from boardwright.games.quoridor.rules import HORIZONTAL, VERTICAL
from boardwright.games.quoridor.view import text_key

NUMBER = re.compile(r"0|[1-9]\d{0,2}")
NOTHING = "-"

Placed = tuple[int, int, int]
"""A wall on the board: its column, its row, and its way."""


def read_line(data: bytes, given: Mapping[str, Any]) -> Setup:
    """Both pawns, both stocks, the walls joined by commas or `-`, and who is to move: 1 or 2.

    The size of the board and the most walls in hand are those of the configuration. What came before is not told, so
    that the position counts as come for the first time.
    """
    try:
        parts = data.decode("utf-8").split()
    except UnicodeDecodeError:
        raise FormatError("quoridor.position_encoding") from None
    if len(parts) != 6:
        raise FormatError("quoridor.position_parts", found=len(parts))
    shipped = configuration.read(SHIPPED / "quoridor", PRESET)
    config = configuration.validate(Configuration, {**shipped, **given})
    pawns = [_cell(text, config.size) for text in parts[:2]]
    stocks = [_stock(player, text, config.walls) for player, text in enumerate(parts[2:4], 1)]
    walls = _walls(parts[4], config.size)
    if parts[5] not in {"1", "2"}:
        raise FormatError("quoridor.position_mover", found=parts[5])
    if pawns[0] == pawns[1]:
        raise FormatError("quoridor.position_same_square", square=parts[0])
    h, v = (_words(walls, way) for way in (HORIZONTAL, VERTICAL))
    _require_open(config, pawns, h, v)
    seen = np.zeros((2, config.max_plies + 1), np.uint8)
    seen[:, 0] = [cell + 1 for cell in pawns]
    fields = {"h": h, "v": v, "pawns": pawns, "stock": stocks, "to_move": int(parts[5]) - 1, "seen": seen}
    return Setup({}, fields, whole=True)


def write_line(game: Game, state: Array) -> bytes:
    """The position on a line of its own. Refused once the game is over: then nobody is to move."""
    if state["to_move"][0] == TERMINAL:
        raise FormatError("quoridor.position_over")
    return f"{text_key(game, state)}\n".encode()


def _cell(text: str, size: int) -> int:
    found = SQUARE.fullmatch(text)
    col, row = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else (size, size)
    if col >= size or row >= size:
        raise FormatError("quoridor.position_square", found=text, last=square(size - 1, size - 1))
    return WIDE * row + col


def _stock(player: int, text: str, most: int) -> int:
    if not NUMBER.fullmatch(text) or int(text) > most:
        raise FormatError("quoridor.position_stock", player=player, found=text, most=most)
    return int(text)


def _walls(text: str, size: int) -> set[Placed]:
    placed: dict[Placed, str] = {}
    for name in text.split(",") if text != NOTHING else ():
        found = SQUARE.fullmatch(name[:-1])
        way = WAYS.find(name[-1:]) if name else -1
        col, row = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else (size, size)
        if way < 0 or col >= size - 1 or row >= size - 1:
            raise FormatError("quoridor.position_wall", found=name, last=square(size - 2, size - 2))
        along = ((1, 0), (0, 1))[way]
        for code, other in (
            ("twice", (col, row, way)),
            ("crosses", (col, row, 1 - way)),
            ("overlaps", (col - along[0], row - along[1], way)),
            ("overlaps", (col + along[0], row + along[1], way)),
        ):
            if other in placed:
                raise FormatError(f"quoridor.position_{code}", wall=name, other=placed[other])
        placed[col, row, way] = name
    return set(placed)


def _words(walls: set[Placed], way: int) -> list[int]:
    bits = sum(1 << (WIDE * row + col) for col, row, each in walls if each == way)
    return [bits & LOW, bits >> LOW_CELLS]


def _require_open(config: Configuration, pawns: list[int], h: list[int], v: list[int]) -> None:
    """Nobody has arrived, and everybody can."""
    p = SimpleNamespace(**layout(config).params)
    open_ways = passages(p, *h, *v)
    for player, cell in enumerate(pawns):
        low, high = (int(word) for word in p.goal[player])
        if has(low, high, cell):
            raise FormatError("quoridor.position_goal", player=player + 1, square=square(cell % WIDE, cell // WIDE))
        if distance(cell, low, high, *open_ways) == NO_PATH:
            raise FormatError("quoridor.position_no_path", player=player + 1)


FORMATS = {"line": Format(".qdr", read_line, write_line)}
