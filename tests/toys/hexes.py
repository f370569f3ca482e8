"""Stones on a board of hexes with a corner missing: a player who puts one beside two of their own wins."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout
from boardwright.core.grids import HexGrid
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Piece, Scene

EMPTY = 0


class Reason(IntEnum):
    TAKEN = 1


class Configuration(Settings):
    cols: int
    rows: int


@dataclass(frozen=True)
class Place:
    cell: int


def grid(config):
    return HexGrid(config.cols, config.rows, missing=frozenset({(0, 0)}))


def layout(config):
    cells = grid(config).cells
    return Layout(
        params={"around": grid(config).neighbours()},
        position={"stones": ("u1", (cells,))},
        observation={"own": ("u1", (cells,)), "other": ("u1", (cells,))},
        max_plies=cells,
    )


def reset(p: Record, s: Record) -> None:
    pass


def check(p: Record, s: Record, action: int) -> int:
    return OK if s.stones[action] == EMPTY else Reason.TAKEN


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    player = int(s.to_move)
    s.stones[action] = player + 1
    beside = 0
    for side in range(p.around.shape[1]):
        cell = p.around[action, side]
        if cell >= 0 and s.stones[cell] == player + 1:
            beside += 1
    if beside >= 2:
        s.returns[player] = 1.0
        s.returns[1 - player] = -1.0
        s.to_move = TERMINAL
    elif int(s.ply) == s.stones.shape[0]:
        s.to_move = TERMINAL
    else:
        s.to_move = 1 - player


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    for cell in range(s.stones.shape[0]):
        o.own[cell] = s.stones[cell] == player + 1
        o.other[cell] = s.stones[cell] == 2 - player


def scene(game, state, player):
    config = game.configs[0]
    places = grid(config).places
    pieces = tuple(
        Piece(cell=cell, kind="stone", owner=int(stone) - 1, symbol="ab"[stone - 1])
        for cell, stone in enumerate(state["stones"][0])
        if stone
    )
    cells = tuple(Cell(row=row, col=col) for col, row in places)
    board = Board(kind="hex", rows=config.rows, cols=config.cols, cells=cells, pieces=pieces)
    return Scene(board=board, targets={cell: (cell,) for cell in range(len(places))})


DEFINITION = Definition(
    name="hexes",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions([Group(Place, {"cell": grid(config).cells})]),
    scene=scene,
    files=Files(configs=Path("configs") / "hexes"),
)
