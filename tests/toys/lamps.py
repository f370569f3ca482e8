"""One lamp of several is lit: press it. A pressed place is used up. The game that every learner must solve."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout, Learning
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Scene

DARK, LIT, USED = 0, 1, 2


class Reason(IntEnum):
    USED_UP = 1


class Configuration(Settings):
    rows: int
    cols: int
    presses: int


@dataclass(frozen=True)
class Press:
    cell: int


def layout(config):
    return Layout(
        params={"presses": config.presses},
        position={"cells": ("u1", (config.rows * config.cols,)), "right": "u1", "pressed": "u1"},
        observation={"cells": ("u1", (config.rows, config.cols))},
        max_plies=config.presses,
        tally=("right",),
    )


def reset(p: Record, s: Record) -> None:
    s.cells[0] = LIT


def check(p: Record, s: Record, action: int) -> int:
    return Reason.USED_UP if s.cells[action] == USED else OK


def chance(p: Record, s: Record, action: int) -> int:
    return s.cells.shape[0] - int(s.pressed) - 1


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    if s.cells[action] == LIT:
        s.right = int(s.right) + 1
        s.tally[0, 0] += 1
    s.pressed = int(s.pressed) + 1
    for cell in range(s.cells.shape[0]):
        if s.cells[cell] == LIT:
            s.cells[cell] = DARK
    s.cells[action] = USED
    if s.pressed == p.presses:
        s.returns[0] = 1.0 if s.right == p.presses else -1.0
        s.to_move = TERMINAL
        return
    for cell in range(s.cells.shape[0]):
        if s.cells[cell] == DARK:
            if draw == 0:
                s.cells[cell] = LIT
            draw -= 1


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    seen = o.cells.reshape(s.cells.shape[0])
    for cell in range(s.cells.shape[0]):
        seen[cell] = s.cells[cell]


def scene(game, state, player):
    config = game.config
    cells = tuple(
        Cell(row=i // config["cols"], col=i % config["cols"], text=".*x"[value])
        for i, value in enumerate(state["cells"][0])
    )
    board = Board(kind="square", rows=config["rows"], cols=config["cols"], cells=cells)
    return Scene(board=board, targets={i: (i,) for i in range(len(cells))})


DEFINITION = Definition(
    name="lamps",
    version=1,
    players=1,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions([Group(Press, {"cell": config.rows * config.cols})]),
    scene=scene,
    zero_sum=False,
    files=Files(configs=Path("configs") / "lamps"),
    learning=Learning(rewards=lambda config: {"returns": 0.0, "tally": {"right": 1.0}, "illegal": -1.0}),
)
