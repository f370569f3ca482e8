"""Secrets of two players: each hides nuts in holes of their own, then they dig in each other's holes in turn."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core import dice
from boardwright.core.actions import Actions, Group
from boardwright.core.compiled.contract import emit
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout, Private
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Panel, Scene, Text

HIDING, DIGGING = 0, 1
UNKNOWN, NOTHING, NUT = 0, 1, 2


class Reason(IntEnum):
    NOT_NOW = 1
    NUT_THERE = 2
    DUG_ALREADY = 3


class Event(IntEnum):
    HID = 1
    FOUND = 2


class Configuration(Settings):
    holes: int
    nuts: int


@dataclass(frozen=True)
class Hide:
    hole: int


@dataclass(frozen=True)
class Dig:
    hole: int


def layout(config):
    return Layout(
        params={"nuts": config.nuts},
        position={"nut": ("u1", (2, config.holes)), "dug": ("u1", (2, config.holes)), "hidden": ("u1", (2,))},
        observation={"own": ("u1", (config.holes,)), "dug": ("u1", (2, config.holes)), "hidden": ("u1", (2,))},
        max_plies=2 * config.nuts + 2 * config.holes,
        tally=("found",),
        events=2,
    )


def reset(p: Record, s: Record) -> None:
    pass


def check(p: Record, s: Record, action: int) -> int:
    holes, player = s.nut.shape[1], int(s.to_move)
    if (action < holes) != (s.phase == HIDING):
        return Reason.NOT_NOW
    if action < holes:
        return Reason.NUT_THERE if s.nut[player, action] == 1 else OK
    return Reason.DUG_ALREADY if s.dug[1 - player, action - holes] != UNKNOWN else OK


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    holes, player = s.nut.shape[1], int(s.to_move)
    other = 1 - player
    if action < holes:
        s.nut[player, action] = 1
        s.hidden[player] = int(s.hidden[player]) + 1
        emit(s, Event.HID, player, action, 0)
        if s.hidden[1] == p.nuts:
            s.phase = DIGGING
        s.to_move = other
        return
    hole = action - holes
    if s.nut[other, hole] == 1:
        s.dug[other, hole] = NUT
        s.tally[player, 0] += 1
        emit(s, Event.FOUND, player, hole, 0)
        if s.tally[player, 0] == p.nuts:
            s.returns[player] = 1.0
            s.returns[other] = -1.0
            s.to_move = TERMINAL
            return
    else:
        s.dug[other, hole] = NOTHING
    s.to_move = other


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    for hole in range(s.nut.shape[1]):
        o.own[hole] = s.nut[player, hole]
        for seat in range(2):
            o.dug[seat, hole] = s.dug[seat, hole]
    for seat in range(2):
        o.hidden[seat] = s.hidden[seat]


def resample(p: Record, s: Record, player: int, draw: int) -> bool:
    other, left = 1 - player, int(s.hidden[1 - player])
    for hole in range(s.nut.shape[1]):
        s.nut[other, hole] = s.dug[other, hole] == NUT
        left -= int(s.dug[other, hole] == NUT)
    while left > 0:
        draw = dice.mix(draw)
        hole = dice.below(draw, s.nut.shape[1])
        if s.nut[other, hole] == 0 and s.dug[other, hole] == UNKNOWN:
            s.nut[other, hole] = 1
            left -= 1
    return True


def scene(game, state, player):
    holes = game.config["holes"]
    dug, nut, over = state["dug"][0], state["nut"][0], state["to_move"][0] == TERMINAL
    cells = []
    for seat in range(2):
        for hole in range(holes):
            known = seat == player or over or dug[seat, hole] == NUT
            text = "n" if known and nut[seat, hole] else "x" if dug[seat, hole] else "."
            cells.append(Cell(row=seat, col=hole, text=text))
    board = Board(kind="square", rows=2, cols=holes, cells=tuple(cells))
    row = tuple(str(state["hidden"][0][seat]) for seat in range(2))
    panel = Panel(title=Text(code="hide.title"), columns=(Text(code="hide.title"),) * 2, rows=(row,))
    targets = {hole: (player * holes + hole,) for hole in range(holes)}
    targets |= {holes + hole: ((1 - player) * holes + hole,) for hole in range(holes)}
    return Scene(board=board, panels=(panel,), targets=targets)


DEFINITION = Definition(
    name="hide",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions(
        [Group(Hide, {"hole": config.holes}), Group(Dig, {"hole": config.holes}, public=True)]
    ),
    scene=scene,
    phases=("hiding", "digging"),
    events={Event.HID: Private("player", "hole"), Event.FOUND: ("player", "hole")},
    perfect_information=False,
    files=Files(configs=Path("configs") / "hide"),
)
