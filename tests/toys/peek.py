"""Hidden cells and raw bits, for one player: the first look lays the mines, and a mine ends the game."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core import dice
from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Scene

HIDDEN = 9


class Reason(IntEnum):
    OPEN_ALREADY = 1


class Configuration(Settings):
    cells: int
    mines: int


@dataclass(frozen=True)
class Open:
    cell: int


def layout(config):
    return Layout(
        params={"mines": config.mines},
        position={"mine": ("u1", (config.cells,)), "open": ("u1", (config.cells,)), "laid": "u1"},
        observation={"cells": ("u1", (config.cells,))},
        max_plies=config.cells,
        tally=("opened",),
    )


def reset(p: Record, s: Record) -> None:
    pass


def check(p: Record, s: Record, action: int) -> int:
    return Reason.OPEN_ALREADY if s.open[action] == 1 else OK


def chance(p: Record, s: Record, action: int) -> int:
    return 1 if s.laid == 1 else 0


def lay(p: Record, s: Record, keep: int, bits: int) -> None:
    # Mines on cells that are neither open nor the one to keep clear.
    for cell in range(s.mine.shape[0]):
        s.mine[cell] = 0
    left = int(p.mines)
    while left > 0:
        bits = dice.mix(bits)
        cell = dice.below(bits, s.mine.shape[0])
        if s.mine[cell] == 0 and s.open[cell] == 0 and cell != keep:
            s.mine[cell] = 1
            left -= 1


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    if s.laid == 0:
        lay(p, s, action, draw)
        s.laid = 1
    s.open[action] = 1
    s.tally[0, 0] += 1
    closed = 0
    for cell in range(s.open.shape[0]):
        closed += 1 - int(s.open[cell])
    if s.mine[action] == 1:
        s.returns[0] = -1.0
        s.to_move = TERMINAL
    elif closed == p.mines:
        s.returns[0] = 1.0
        s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    for cell in range(s.open.shape[0]):
        o.cells[cell] = s.mine[cell] if s.open[cell] == 1 else HIDDEN


def resample(p: Record, s: Record, player: int, draw: int) -> bool:
    # A mine that was opened ended the game, so every mine is still hidden.
    if s.laid == 1 and s.to_move != TERMINAL:
        lay(p, s, -1, draw)
    return True


def scene(game, state, player):
    opened, mines = state["open"][0], state["mine"][0]
    cells = tuple(Cell(row=0, col=i, text=str(mines[i]) if opened[i] else "?") for i in range(len(opened)))
    board = Board(kind="square", rows=1, cols=len(cells), cells=cells)
    return Scene(board=board, targets={i: (i,) for i in range(len(cells))})


DEFINITION = Definition(
    name="peek",
    version=1,
    players=1,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions([Group(Open, {"cell": config.cells})]),
    scene=scene,
    perfect_information=False,
    zero_sum=False,
    files=Files(configs=Path("configs") / "peek"),
)
