"""Three players take stones in turn, two each; the more they weigh, the better. Ties are common.

The returns are what a player's stones weigh above the mean, so that a game has a first, a second and a third.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np

from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.symmetry import Symmetry
from boardwright.core.view import Board, Cell, Piece, Scene

PLAYERS, STONES = 3, 6
MEAN = 2
"""What two stones weigh on average: those of the pairs 0-1, 2-3 and 4-5 weigh 0, 1 and 2."""


class Reason(IntEnum):
    TAKEN = 1


class Configuration(Settings):
    pass


@dataclass(frozen=True)
class Take:
    stone: int


def layout(config):
    return Layout(
        params={"stones": STONES},
        position={"owners": ("u1", (STONES,))},
        observation={"owners": ("u1", (STONES,))},
        max_plies=STONES,
        bounds={"owners": (0, PLAYERS)},
    )


def reset(p: Record, s: Record) -> None:
    pass


def check(p: Record, s: Record, action: int) -> int:
    return Reason.TAKEN if s.owners[action] else OK


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    player = int(s.to_move)
    s.owners[action] = player + 1
    if s.ply < STONES:
        s.to_move = (player + 1) % PLAYERS
        return
    s.to_move = TERMINAL
    for seat in range(PLAYERS):
        weight = 0
        for stone in range(STONES):
            if s.owners[stone] == seat + 1:
                weight += stone // 2
        s.returns[seat] = (weight - MEAN) / 2.0


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    for stone in range(STONES):
        owner = int(s.owners[stone])
        o.owners[stone] = (owner - 1 - player) % PLAYERS + 1 if owner else 0


def scene(game, state, player):
    owners = state["owners"][0]
    cells = tuple(Cell(row=0, col=stone, text=str(stone // 2)) for stone in range(STONES))
    pieces = tuple(
        Piece(cell=stone, kind="stone", owner=int(owner) - 1, symbol="abc"[owner - 1])
        for stone, owner in enumerate(owners)
        if owner
    )
    board = Board(kind="square", rows=1, cols=STONES, cells=cells, pieces=pieces)
    return Scene(board=board, targets={stone: (stone,) for stone in range(STONES)})


def symmetries(config):
    here = np.arange(STONES)
    turned = {"players": (1, 2, 0), "values": {"owners": np.array([0, 2, 3, 1])}}
    return Symmetry("Identity", actions=here), Symmetry("Turned", actions=here, **turned)


DEFINITION = Definition(
    name="gather",
    version=1,
    players=PLAYERS,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions([Group(Take, {"stone": STONES})]),
    scene=scene,
    symmetries=symmetries,
    files=Files(configs=Path("configs") / "gather"),
)
