"""Fences between cells: each covers two sides in line, none may cover a side twice or cross another.

Who puts up the last one wins. Cell 0 is at the bottom left, and rows and columns have names.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Files, Layout
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.core.view import Board, Cell, Edge, Scene

NOBODY = 0


class Reason(IntEnum):
    COVERED = 1
    CROSSED = 2


class Configuration(Settings):
    size: int


@dataclass(frozen=True)
class Fence:
    """Around the corner above and to the right of a cell: `upright` 0 lies between two rows, 1 between two columns."""

    row: int
    col: int
    upright: int


def layout(config):
    corners = config.size - 1
    fences = ("u1", (corners, corners, 2))
    return Layout(
        params={"corners": corners},
        trace={"last": "i4"},
        position={"fences": fences},
        observation={"own": fences, "other": fences},
        max_plies=corners * corners,
    )


def reset(p: Record, s: Record) -> None:
    s.last = -1


def check(p: Record, s: Record, action: int) -> int:
    upright = action % 2
    row, col = action // 2 // int(p.corners), action // 2 % int(p.corners)
    # Along itself, where the next fence would share a side with it.
    down, right = upright, 1 - upright
    for step in range(-1, 2):
        at_row, at_col = row + step * down, col + step * right
        if 0 <= at_row < p.corners and 0 <= at_col < p.corners and s.fences[at_row, at_col, upright] != NOBODY:
            return Reason.COVERED
    return OK if s.fences[row, col, 1 - upright] == NOBODY else Reason.CROSSED


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    player = int(s.to_move)
    s.fences[action // 2 // int(p.corners), action // 2 % int(p.corners), action % 2] = player + 1
    s.last = action
    for other in range(2 * int(p.corners) * int(p.corners)):
        if check(p, s, other) == OK:
            s.to_move = 1 - player
            return
    s.returns[player] = 1.0
    s.returns[1 - player] = -1.0
    s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    for row in range(s.fences.shape[0]):
        for col in range(s.fences.shape[1]):
            for upright in range(2):
                o.own[row, col, upright] = s.fences[row, col, upright] == player + 1
                o.other[row, col, upright] = s.fences[row, col, upright] == 2 - player


def sides(size, row, col, upright):
    """The two sides that a fence covers, each as its two cells."""
    here = row * size + col
    above, right = here + size, here + 1
    return ((here, right), (above, above + 1)) if upright else ((here, above), (right, right + size))


def scene(game, state, player):
    size = game.configs[0].size
    corners = [(row, col, way) for row in range(size - 1) for col in range(size - 1) for way in range(2)]
    covered = {action: sides(size, *corner) for action, corner in enumerate(corners)}
    last = int(state["last"][0])
    edges = tuple(
        Edge(
            sides=covered[action],
            kind="fence",
            owner=int(owner) - 1,
            marks=("last",) if action == last else (),
        )
        for action, owner in enumerate(state["fences"][0].ravel())
        if owner != NOBODY
    )
    board = Board(
        kind="square",
        rows=size,
        cols=size,
        cells=tuple(Cell(row=size - 1 - cell // size, col=cell % size) for cell in range(size * size)),
        edges=edges,
        row_labels=tuple(str(size - row) for row in range(size)),
        col_labels=tuple("abcdefghi"[:size]),
    )
    return Scene(board=board, targets={}, sides=covered)


def actions(config):
    corners = config.size - 1
    return Actions([Group(Fence, {"row": corners, "col": corners, "upright": 2})])


DEFINITION = Definition(
    name="fences",
    version=1,
    players=2,
    rules=sys.modules[__name__],
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    files=Files(configs=Path("configs") / "fences"),
)
