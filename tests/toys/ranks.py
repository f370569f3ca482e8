"""Known cells with hidden ranks: each player puts ranks on the cells of a row, then pieces attack the other row."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np

from boardwright.core import dice
from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Scene

PLACING, FIGHTING = 0, 1
FLAG = 1


class Reason(IntEnum):
    NOT_NOW = 1
    TAKEN = 2
    NO_PIECE = 3
    FLAGS_STAY = 4
    NOTHING_THERE = 5


class Configuration(Settings):
    pieces: int


@dataclass(frozen=True)
class Place:
    cell: int


@dataclass(frozen=True)
class Attack:
    cell: int
    target: int


def layout(config):
    shape = (2, config.pieces)
    return Layout(
        params={"pieces": config.pieces},
        position={"rank": ("u1", shape), "shown": ("u1", shape), "lost": ("u1", (2, config.pieces + 1))},
        observation={"rank": ("u1", shape), "lost": ("u1", (2, config.pieces + 1))},
        max_plies=4 * config.pieces,
    )


def reset(p: Record, s: Record) -> None:
    pass


def check(p: Record, s: Record, action: int) -> int:
    n, player = int(p.pieces), int(s.to_move)
    if (action < n) != (s.phase == PLACING):
        return Reason.NOT_NOW
    if action < n:
        return Reason.TAKEN if s.rank[player, action] != 0 else OK
    cell, target = (action - n) // n, (action - n) % n
    if s.rank[player, cell] == 0:
        return Reason.NO_PIECE
    if s.rank[player, cell] == FLAG:
        return Reason.FLAGS_STAY
    return Reason.NOTHING_THERE if s.rank[1 - player, target] == 0 else OK


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    n, player = int(p.pieces), int(s.to_move)
    other = 1 - player
    s.to_move = other
    if action < n:
        s.rank[player, action] = placed(s, player) + 1
        if placed(s, other) == n:
            s.phase = FIGHTING
        return
    cell, target = (action - n) // n, (action - n) % n
    mine, theirs = int(s.rank[player, cell]), int(s.rank[other, target])
    s.shown[player, cell] = s.shown[other, target] = 1
    if mine >= theirs:
        s.rank[other, target] = 0
        s.lost[other, theirs] = 1
    if mine <= theirs:
        s.rank[player, cell] = 0
        s.lost[player, mine] = 1
    if theirs == FLAG or not can_attack(s, other):
        s.returns[player] = 1.0
        s.returns[other] = -1.0
        s.to_move = TERMINAL


def placed(s: Record, player: int) -> int:
    count = 0
    for cell in range(s.rank.shape[1]):
        count += int(s.rank[player, cell] != 0)
    return count


def can_attack(s: Record, player: int) -> bool:
    highest = 0
    for cell in range(s.rank.shape[1]):
        highest = max(highest, int(s.rank[player, cell]))
    return highest > FLAG


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    hidden = int(p.pieces) + 1
    for seat in range(2):
        for cell in range(s.rank.shape[1]):
            secret = seat != player and s.rank[seat, cell] != 0 and s.shown[seat, cell] == 0
            o.rank[seat, cell] = hidden if secret else s.rank[seat, cell]
        for rank in range(s.lost.shape[1]):
            o.lost[seat, rank] = s.lost[seat, rank]


def resample(p: Record, s: Record, player: int, draw: int) -> bool:
    if s.to_move == TERMINAL:
        return True
    other = 1 - player
    ranks = np.zeros(s.rank.shape[1], np.int64)
    # In the order of ranks, whatever cells they are on: nothing of the truth is in it.
    count = 0
    for rank in range(1, s.rank.shape[1] + 1):
        for cell in range(s.rank.shape[1]):
            if s.rank[other, cell] == rank and s.shown[other, cell] == 0:
                ranks[count] = rank
                count += 1
    for cell in range(s.rank.shape[1]):
        if s.rank[other, cell] != 0 and s.shown[other, cell] == 0:
            draw = dice.mix(draw)
            chosen = dice.below(draw, count)
            s.rank[other, cell] = ranks[chosen]
            count -= 1
            ranks[chosen] = ranks[count]
    return True


def scene(game, state, player):
    rank, shown, over = state["rank"][0], state["shown"][0], state["to_move"][0] == TERMINAL
    n, cells = game.config["pieces"], []
    for seat in range(2):
        for cell in range(n):
            known = seat == player or over or shown[seat, cell]
            text = str(rank[seat, cell]) if known else "?"
            cells.append(Cell(row=seat, col=cell, text=text if rank[seat, cell] else "."))
    targets = {cell: (player * n + cell,) for cell in range(n)}
    for cell in range(n):
        for target in range(n):
            targets[n + cell * n + target] = (player * n + cell, (1 - player) * n + target)
    return Scene(board=Board(kind="square", rows=2, cols=n, cells=tuple(cells)), targets=targets)


DEFINITION = Definition(
    name="ranks",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=lambda config: Actions(
        [
            Group(Place, {"cell": config.pieces}),
            Group(Attack, {"cell": config.pieces, "target": config.pieces}, public=True),
        ]
    ),
    scene=scene,
    phases=("placing", "fighting"),
    perfect_information=False,
    files=Files(configs=Path("configs") / "ranks"),
)
