"""A player who moves twice: after the first stone both put down two at a time; two neighbours of one's own win.

It has a symmetry that swaps players, a `legal` of its own, and candidates, order, suggestions and weights for search.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np

from boardwright.core import dice
from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout, Search
from boardwright.core.record import OK, TERMINAL, Array, Record
from boardwright.core.symmetry import Symmetry
from boardwright.core.view import Board, Cell, Piece, Scene

EMPTY = 0


class Reason(IntEnum):
    OFF_BOARD = 1
    TAKEN = 2


class Configuration(Settings):
    places: int


@dataclass(frozen=True)
class Put:
    place: int


def layout(config):
    return Layout(
        params={"places": config.places},
        position={"stones": ("u1", (config.places,)), "left": "u1"},
        observation={"own": ("u1", (config.places,)), "other": ("u1", (config.places,)), "left": "u1"},
        max_plies=config.places,
        max_states=3**config.places,
        bounds={"own": (0, 1), "other": (0, 1), "left": (0, 2)},
    )


def reset(p: Record, s: Record) -> None:
    s.left = 2


def check(p: Record, s: Record, action: int) -> int:
    return check_put(p, s, action)


def check_put(p: Record, s: Record, place: int) -> int:
    if place < 0 or place >= p.places:
        return Reason.OFF_BOARD
    if s.stones[place] != EMPTY:
        return Reason.TAKEN
    return OK


def legal(p: Record, s: Record, out: Array) -> None:
    for place in range(out.shape[0]):
        if s.stones[place] == EMPTY:
            out[place] = True


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    player = int(s.to_move)
    s.stones[action] = player + 1
    s.left = int(s.left) - 1
    if has_pair(p, s, action):
        s.returns[player] = 1.0
        s.returns[1 - player] = -1.0
        s.to_move = TERMINAL
    elif s.ply == p.places:
        s.to_move = TERMINAL
    elif s.left == 0:
        s.left = 2
        s.to_move = 1 - player


def has_pair(p: Record, s: Record, place: int) -> bool:
    own = s.stones[place]
    before = place > 0 and s.stones[place - 1] == own
    return before or (place + 1 < p.places and s.stones[place + 1] == own)


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    for place in range(s.stones.shape[0]):
        o.own[place] = s.stones[place] == player + 1
        o.other[place] = s.stones[place] == 2 - player
    o.left = s.left


def candidates(p: Record, w: Record, s: Record, out: Array) -> int:
    count = 0
    for place in range(p.places):
        if s.stones[place] == EMPTY:
            out[count] = place
            count += 1
    return count


def order(p: Record, s: Record, action: int) -> int:
    return -abs(2 * action - int(p.places))


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    value = 0.0
    for place in range(p.places):
        if s.stones[place] == player + 1:
            value += w.stone
        elif s.stones[place] != EMPTY:
            value -= w.stone
    return value


def suggest(p: Record, w: Record, s: Record, draw: int) -> int:
    # Beside a stone of one's own where there is room, else the next empty place from one drawn at random.
    first = dice.below(draw, int(p.places))
    chosen = -1
    for step in range(p.places):
        place = (first + step) % int(p.places)
        if s.stones[place] == EMPTY:
            if chosen < 0:
                chosen = place
            before = place > 0 and s.stones[place - 1] == s.to_move + 1
            if before or (place + 1 < p.places and s.stones[place + 1] == s.to_move + 1):
                return place
    return chosen


def symmetries(config):
    here = np.arange(config.places)
    swap = {"values": {"stones": np.array([0, 2, 1])}, "players": (1, 0)}
    return (
        Symmetry("Identity", actions=here),
        Symmetry("Mirror", actions=here[::-1].copy(), moves={"stones": here[::-1].copy()}),
        Symmetry("Swap", actions=here, **swap),
    )


def scene(game, state, player):
    stones = state["stones"][0]
    cells = tuple(Cell(row=0, col=place) for place in range(len(stones)))
    pieces = tuple(
        Piece(cell=place, kind="stone", owner=int(stone) - 1, symbol="ab"[stone - 1])
        for place, stone in enumerate(stones)
        if stone
    )
    board = Board(kind="hex", rows=1, cols=len(stones), cells=cells, pieces=pieces)
    return Scene(board=board, targets={place: (place,) for place in range(len(stones))})


DEFINITION = Definition(
    name="pairs",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions([Group(Put, {"place": config.places}, check=check_put)]),
    scene=scene,
    symmetries=symmetries,
    files=Files(configs=Path("configs") / "pairs"),
    search=Search(weights=("stone",)),
)
