"""People-only actions out of turn, events, phases and a dead end: two players place units on one row of cells."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core.actions import Actions, Group
from boardwright.core.compiled.contract import emit
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout
from boardwright.core.errors import DeploymentDeadlockError
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Piece, Scene

NOWHERE = 255
DEADLOCK = 1


class Reason(IntEnum):
    NOT_YOURS = 1
    OCCUPIED = 2
    CAN_PLACE = 3
    NOT_PLACED = 4
    OFF_BOARD = 5


class Event(IntEnum):
    PLACED = 1
    LIFTED = 2


class Configuration(Settings):
    cells: int
    units: int
    blocked: int


@dataclass(frozen=True)
class DeployUnit:
    unit: int
    cell: int


@dataclass(frozen=True)
class PassDeployment:
    pass


@dataclass(frozen=True)
class UndeployUnit:
    unit: int


def layout(config):
    return Layout(
        params={"blocked": config.blocked},
        position={"cell": ("u1", (2 * config.units,)), "taken": ("u1", (config.cells,)), "lifts": ("u1", (2,))},
        observation={"taken": ("u1", (config.cells,)), "own": ("u1", (config.units,))},
        max_plies=4 * config.units + 2,
        tally=("units_placed",),
        events=2,
    )


def reset(p: Record, s: Record) -> None:
    for unit in range(s.cell.shape[0]):
        s.cell[unit] = NOWHERE
    for cell in range(int(p.blocked)):
        s.taken[cell] = 1


def check(p: Record, s: Record, action: int) -> int:
    units, cells = s.cell.shape[0], s.taken.shape[0]
    if action < units * cells:
        return check_deploy(p, s, action // cells, action % cells)
    if action == units * cells:
        return Reason.CAN_PLACE if free_cells(s) > 0 else OK
    return check_undeploy(p, s, action - units * cells - 1)


def check_deploy(p: Record, s: Record, unit: int, cell: int) -> int:
    if cell < 0 or cell >= s.taken.shape[0]:
        return Reason.OFF_BOARD
    if unit < 0 or unit >= s.cell.shape[0] or unit % 2 != s.to_move or s.cell[unit] != NOWHERE:
        return Reason.NOT_YOURS
    return Reason.OCCUPIED if s.taken[cell] == 1 else OK


def check_undeploy(p: Record, s: Record, unit: int) -> int:
    if s.cell[unit] == NOWHERE:
        return Reason.NOT_PLACED
    return Reason.NOT_YOURS if s.lifts[unit % 2] == 1 else OK


def actor(p: Record, s: Record, action: int) -> int:
    undeploy = action - s.cell.shape[0] * s.taken.shape[0] - 1
    return undeploy % 2 if undeploy >= 0 else int(s.to_move)


def free_cells(s: Record) -> int:
    free = 0
    for cell in range(s.taken.shape[0]):
        free += 1 - int(s.taken[cell])
    return free


def waiting(s: Record, player: int) -> int:
    count = 0
    for unit in range(s.cell.shape[0]):
        if unit % 2 == player and s.cell[unit] == NOWHERE:
            count += 1
    return count


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    units, cells = s.cell.shape[0], s.taken.shape[0]
    if action == units * cells:
        s.fault = DEADLOCK
        s.to_move = TERMINAL
        return
    if action > units * cells:
        lifted = action - units * cells - 1
        emit(s, Event.LIFTED, lifted, int(s.cell[lifted]), 0)
        s.taken[s.cell[lifted]] = 0
        s.cell[lifted] = NOWHERE
        s.lifts[lifted % 2] = 1
        return
    unit, cell = action // cells, action % cells
    s.cell[unit] = cell
    s.taken[cell] = 1
    s.tally[unit % 2, 0] += 1
    emit(s, Event.PLACED, unit, cell, 0)
    if waiting(s, 0) + waiting(s, 1) == 0:
        s.phase = 1
        s.to_move = TERMINAL
    elif waiting(s, 1 - unit % 2) > 0:
        s.to_move = 1 - unit % 2


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    for cell in range(s.taken.shape[0]):
        o.taken[cell] = s.taken[cell]
    for slot in range(o.own.shape[0]):
        o.own[slot] = s.cell[2 * slot + player]


def deadlock(game, state):
    waiting_units = [unit for unit, cell in enumerate(state["cell"][0]) if cell == NOWHERE]
    return DeploymentDeadlockError("rule_fault", game=game.name, fault=DEADLOCK, units=waiting_units)


def scene(game, state, player):
    cells = tuple(Cell(row=0, col=i) for i in range(game.config["cells"]))
    pieces = tuple(
        Piece(cell=int(cell), kind="unit", owner=unit % 2, symbol=str(unit))
        for unit, cell in enumerate(state["cell"][0])
        if cell != NOWHERE
    )
    board = Board(kind="square", rows=1, cols=len(cells), cells=cells, pieces=pieces)
    units = 2 * game.config["units"]
    targets = {unit * len(cells) + i: (i,) for unit in range(units) for i in range(len(cells))}
    return Scene(board=board, targets=targets)


def actions(config):
    units = 2 * config.units
    return Actions(
        [
            Group(DeployUnit, {"unit": units, "cell": config.cells}, check=check_deploy),
            Group(PassDeployment, {}),
        ],
        people=[Group(UndeployUnit, {"unit": units})],
    )


DEFINITION = Definition(
    name="deploy",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    phases=("deployment", "done"),
    events={Event.PLACED: ("unit", "cell"), Event.LIFTED: ("unit", "cell")},
    faults={DEADLOCK: deadlock},
    files=Files(configs=Path("configs") / "deploy", preset="crowded"),
)
