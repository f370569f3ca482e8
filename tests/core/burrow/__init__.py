"""A race of two moles, for the tests of the core: it uses all of the contract."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from boardwright.core.actions import Actions, Group
from boardwright.core.config import Settings
from boardwright.core.definition import Definition, Layout, Search
from boardwright.core.errors import DeploymentDeadlockError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.symmetry import Symmetry
from boardwright.core.view import Board, Cell, Panel, Piece, Scene, Text

from . import rules
from .actions import Collapse, Flag, Hide, Resign, Roll


class Configuration(Settings):
    """The first mole at `goal` wins; after `limit` plies nobody does."""

    goal: Annotated[int, Field(ge=2, le=40)]
    limit: int


def layout(config: Configuration) -> Layout:
    return Layout(
        params={"goal": config.goal, "limit": config.limit},
        position={"posts": ("u1", (2, 2)), "at": ("u2", (2,)), "secret": ("u1", (2,))},
        observation={"at": ("u2", (2,)), "secret": "u1", "posts": ("u1", (2, 2))},
        max_plies=config.limit,
        trace={"last": "i2"},
        tally=("steps", "flags"),
        events=2,
    )


def actions(config: Configuration) -> Actions:
    flag = Group(Flag, {"row": 2, "col": 2}, check=rules.check_flag)
    return Actions([Group(Roll, {}), Group(Hide, {}), flag, Group(Collapse, {})], people=[Group(Resign, {})])


def symmetries(config: Configuration) -> tuple[Symmetry, ...]:
    same, swapped = np.arange(8), np.array([1, 0])
    return (
        Symmetry("Identity", actions=same),
        Symmetry(
            "Swap",
            actions=same,
            moves={"at": swapped, "secret": swapped},
            values={"posts": np.array([0, 2, 1])},
            players=(1, 0),
        ),
    )


def scene(game: Game, state: Array, player: int) -> Scene:
    posts = state["posts"][0].reshape(-1)
    cells = tuple(Cell(row=cell // 2, col=cell % 2, text=str(cell)) for cell in range(4))
    pieces = tuple(
        Piece(cell=cell, kind="flag", owner=int(owner) - 1, symbol="AB"[owner - 1])
        for cell, owner in enumerate(posts)
        if owner
    )
    secret = Panel(title=Text(code="burrow.secret"), columns=(), rows=((str(state["secret"][0][player]),),))
    board = Board(kind="hex", rows=2, cols=2, cells=cells, pieces=pieces)
    return Scene(board=board, panels=(secret,), targets={2 + cell: (cell,) for cell in range(4)})


def deadlock(game: Game, state: Array) -> DeploymentDeadlockError:
    return DeploymentDeadlockError("rule_fault", game=game.name, fault=int(rules.Fault.COLLAPSED))


DEFINITION = Definition(
    name="burrow",
    version=3,
    players=2,
    rules=rules,
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    symmetries=symmetries,
    phases=("dawn", "dusk"),
    events={rules.Event.ROLLED: ("player", "steps"), rules.Event.FLAGGED: ("player", "row", "col")},
    faults={int(rules.Fault.COLLAPSED): deadlock},
    perfect_information=False,
    search=Search(weights=("lead",)),
)
