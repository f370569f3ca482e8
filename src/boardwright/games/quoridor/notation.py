"""A strict reader and a writer of positions as one line of text, `e4 e6 8 8 a1v,c6v 1`, the form of `view.text_key`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from boardwright.core import config as configuration
from boardwright.core.analysis import Format, ReadPosition
from boardwright.core.config import SHIPPED
from boardwright.core.errors import FormatError
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.core.words import Word
from boardwright.games.quoridor.actions import SQUARE, WAYS, square
from boardwright.games.quoridor.bitboard import WIDE, has, high_bit, low_bit
from boardwright.games.quoridor.config import PRESET, Configuration, layout
from boardwright.games.quoridor.rules import HORIZONTAL, Reason, check_wall
from boardwright.games.quoridor.view import text_key

NUMBER = re.compile(r"0|[1-9]\d{0,2}")
NOTHING = "-"

CLOSING = {int(Reason.CLOSES_OWN_PATH): 0, int(Reason.CLOSES_OTHER_PATH): 1}
"""The player whom a wall of player 1 leaves without a path, by the rules' Reason."""


def read_line(data: bytes, given: Mapping[str, Any]) -> ReadPosition:
    """Read both pawns, both stocks, the walls joined by commas or `-`, and the player to move: 1 or 2.

    The size of the board and the limit on walls in hand come from the configuration. The line has no history, so the
    position counts as its first occurrence.
    """
    try:
        parts = data.decode("utf-8").split()
    except UnicodeDecodeError:
        raise FormatError("quoridor.position_encoding") from None
    if len(parts) != 6:
        raise FormatError("quoridor.position_parts", found=len(parts))
    shipped = configuration.read(SHIPPED / "quoridor", PRESET)
    config = configuration.validate(Configuration, {**shipped, **given})
    pawns = [_cell(text, config) for text in parts[:2]]
    stocks = [_stock(player, text, config.walls) for player, text in enumerate(parts[2:4])]
    if parts[5] not in {"1", "2"}:
        raise FormatError("quoridor.position_mover", found=parts[5])
    if pawns[0] == pawns[1]:
        raise FormatError("quoridor.position_same_square", square=parts[0])
    p = SimpleNamespace(**layout(config).params, last=square(config.wide - 2, config.tall - 2))
    # As if player 1 had every wall in hand: the line states the stocks separately from the walls.
    s = SimpleNamespace(h=[0, 0], v=[0, 0], pawns=pawns, stock=[1, 1], to_move=0)
    _require_open(p, pawns)
    _put_walls(parts[4], p, s)
    seen = np.zeros((2, config.max_plies + 1), np.uint8)
    seen[:, 0] = [cell + 1 for cell in pawns]
    fields = {"h": s.h, "v": s.v, "pawns": pawns, "stock": stocks, "to_move": int(parts[5]) - 1, "seen": seen}
    return ReadPosition({}, fields, whole=True)


def write_line(game: Game, state: Array) -> bytes:
    """Write the position as one line. Refused once the game is over: no player is to move then."""
    if state["to_move"][0] == TERMINAL:
        raise FormatError("quoridor.position_over")
    return f"{text_key(game, state)}\n".encode()


def _cell(text: str, config: Configuration) -> int:
    match = SQUARE.fullmatch(text)
    col, row = (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else (WIDE, WIDE)
    if col >= config.wide or row >= config.tall:
        raise FormatError("quoridor.position_square", found=text, last=square(config.wide - 1, config.tall - 1))
    return WIDE * row + col


def _stock(player: int, text: str, most: int) -> int:
    if not NUMBER.fullmatch(text) or int(text) > most:
        raise FormatError("quoridor.position_stock", player=player, found=text, most=most)
    return int(text)


def _require_open(p: Any, pawns: list[int]) -> None:
    """Require that no pawn is on its goal row."""
    for player, cell in enumerate(pawns):
        if has(int(p.goal[player, 0]), int(p.goal[player, 1]), cell):
            raise FormatError("quoridor.position_goal", player=player, square=square(cell % WIDE, cell // WIDE))


def _put_walls(text: str, p: Any, s: Any) -> None:
    """Place the walls one after another, each checked by the rules as a wall of player 1."""
    for name in text.split(",") if text != NOTHING else ():
        match = SQUARE.fullmatch(name[:-1])
        way = WAYS.find(name[-1:]) if name else -1
        col, row = (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else (WIDE, WIDE)
        refused = check_wall(p, s, col, row, way) if way >= 0 else Reason.OFF_BOARD
        if refused == Reason.OFF_BOARD:
            raise FormatError("quoridor.position_wall", found=name, last=p.last)
        if refused in CLOSING:
            raise FormatError("quoridor.position_no_path", player=CLOSING[refused])
        if refused != OK:
            problem = Word(f"quoridor.{Reason(refused).name.lower()}", {"square": name[:-1], "way": name[-1]})
            raise FormatError("quoridor.position_walls", wall=name, problem=problem)
        cell = WIDE * row + col
        walls = s.h if way == HORIZONTAL else s.v
        walls[0], walls[1] = walls[0] | low_bit(cell), walls[1] | high_bit(cell)


FORMATS = {"line": Format(".qdr", read_line, write_line)}
