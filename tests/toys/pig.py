"""Dice, and a player who goes on moving: roll and add, or hold and pass. A one loses the turn's points."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Panel, Scene, Text

ROLL, HOLD = 0, 1


class Reason(IntEnum):
    TOO_GREEDY = 1


class Configuration(Settings):
    goal: int
    sides: int
    limit: int


@dataclass(frozen=True)
class Choose:
    hold: int


def layout(config):
    return Layout(
        params={"goal": config.goal, "sides": config.sides, "limit": config.limit},
        position={"points": ("u1", (2,)), "turn": "u1"},
        observation={"points": ("u1", (2,)), "turn": "u1"},
        max_plies=config.limit,
        tally=("banked", "lost"),
    )


def reset(p: Record, s: Record) -> None:
    pass


def check(p: Record, s: Record, action: int) -> int:
    if action == HOLD and s.turn == 0:
        return Reason.TOO_GREEDY
    return OK


def chance(p: Record, s: Record, action: int) -> int:
    return int(p.sides) if action == ROLL else 1


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    player = int(s.to_move)
    if action == HOLD:
        s.points[player] = int(s.points[player]) + int(s.turn)
        s.tally[player, 0] += s.turn
        s.turn = 0
        if int(s.points[player]) >= p.goal:
            s.returns[player] = 1.0
            s.returns[1 - player] = -1.0
            s.to_move = TERMINAL
        else:
            s.to_move = 1 - player
    elif draw == 0:
        s.tally[player, 1] += s.turn
        s.turn = 0
        s.to_move = 1 - player
    else:
        s.turn = min(int(s.turn) + draw + 1, int(p.goal))
    if s.ply == p.limit and s.to_move != TERMINAL:
        s.to_move = TERMINAL
        s.truncated = 1


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    o.points[0] = s.points[player]
    o.points[1] = s.points[1 - player]
    o.turn = s.turn


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    return float(s.points[player]) - float(s.points[1 - player])


def scene(game, state, player):
    points = state["points"][0]
    panel = Panel(
        title=Text(code="pig.too_greedy"),
        columns=(Text(code="pig.too_greedy"),),
        rows=tuple((str(value),) for value in points),
    )
    board = Board(kind="square", rows=1, cols=1, cells=(Cell(row=0, col=0, text=str(state["turn"][0])),))
    return Scene(board=board, panels=(panel,), targets={ROLL: (0,), HOLD: (0,)})


DEFINITION = Definition(
    name="pig",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions([Group(Choose, {"hold": 2})]),
    scene=scene,
    files=Files(configs=Path("configs") / "pig"),
)
