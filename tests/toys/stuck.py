"""A game with a fault: one player moves alone, and after a while is to move without a legal action."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Scene, square_board


class Reason(IntEnum):
    TIRED = 1


class Configuration(Settings):
    breath: int
    ends: int


@dataclass(frozen=True)
class Walk:
    way: int


def layout(config):
    return Layout(
        params={"breath": config.breath, "ends": config.ends},
        position={"walked": "u1"},
        observation={"walked": "u1"},
        max_plies=config.ends,
    )


def reset(p: Record, s: Record) -> None:
    pass


def check(p: Record, s: Record, action: int) -> int:
    return Reason.TIRED if s.walked >= p.breath else OK


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    s.walked = int(s.walked) + 1
    if s.ply == p.ends:
        s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    o.walked = s.walked


def scene(game, state, player):
    return Scene(board=square_board(1, 1), targets={})


DEFINITION = Definition(
    name="stuck",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions([Group(Walk, {"way": 2})]),
    scene=scene,
    files=Files(configs=Path("configs") / "stuck"),
)
