"""Every mistake that a player or a caller can make in play is refused in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardwright import Batch, Game, Position, load, register
from boardwright.core.actions import Actions, Group
from boardwright.core.agent import Turn
from boardwright.core.errors import (
    AgentError,
    BatchError,
    DeploymentDeadlockError,
    HiddenInformation,
    HistoryError,
    IllegalAction,
    MalformedAction,
    RuleFault,
)
from boardwright.core.words import Word
from boardwright.games.tic_tac_toe import DEFINITION
from boardwright.games.tic_tac_toe.actions import Mark

from . import burrow
from .provocations import Case, assert_refused


def played(*actions: int) -> Position:
    position = Position(load("tic_tac_toe"))
    for action in actions:
        position.push(action)
    return position


def race(seed: int | None = None) -> Position:
    register(burrow.DEFINITION)
    return Position(load("burrow"), seed=seed)


def read(data: Any) -> Any:
    return load("tic_tac_toe").actions.from_dict(data)


def recorded(**changed: Any) -> Position:
    return Position.from_dict({**played(4, 0).to_dict(), **changed})


def unchecked(_: Path) -> None:
    """A game whose group has no check of the parts, for an action without an index."""
    definition = replace(DEFINITION, actions=lambda config: Actions([Group(Mark, {"cell": 9})]))
    Position(Game(definition, [{"size": 3, "in_a_row": 3}])).push(Mark(12))


def rows(n: int = 2) -> Any:
    return load("tic_tac_toe").new(n)


def frozen() -> Any:
    states = rows()
    states.flags.writeable = False
    return states


def sunk(_: Path) -> None:
    """A dead end of the second mole, for which the game defines no error."""
    position = race()
    for action, draw in ((0, 0), (0, 0), (2, 0), (6, 0)):
        position.push(action, draw)


def collapsed(_: Path) -> None:
    position = race()
    for action, draw in ((0, 0), (2, 0), (6, 0)):
        position.push(action, draw)


CASES = [
    Case(
        "no_such_action",
        MalformedAction,
        lambda _: played().push(9),
        {"index": 9, "last": 8},
    ),
    Case(
        "tic_tac_toe.taken",
        IllegalAction,
        lambda _: played(4).push(4),
        {"cell": 4},
    ),
    Case(
        "tic_tac_toe.off_board",
        IllegalAction,
        lambda _: played().push(Mark(12)),
        {"cell": 12},
    ),
    Case(
        "game_over",
        IllegalAction,
        lambda _: played(0, 3, 1, 4, 2).push(5),
        {"cell": 5},
    ),
    Case(
        "unknown_action",
        MalformedAction,
        lambda _: race().push_text("fly 4"),
        {"found": "fly", "known": ["roll", "hide", "flag", "collapse", "resign"]},
    ),
    Case(
        "unknown_action",
        MalformedAction,
        lambda _: played().push(4.0),
        {"found": "float", "known": ["mark"]},
    ),
    Case(
        "action_not_object",
        MalformedAction,
        lambda _: read([4]),
        {},
    ),
    Case(
        "action_field_missing",
        MalformedAction,
        lambda _: read({"kind": "mark"}),
        {"kind": "mark", "field": "cell"},
    ),
    Case(
        "action_field_unknown",
        MalformedAction,
        lambda _: read({"kind": "mark", "cell": 4, "col": 1}),
        {"kind": "mark", "field": "col", "known": ["cell"]},
    ),
    Case(
        "action_field_type",
        MalformedAction,
        lambda _: played().push_text("centre"),
        {"kind": "mark", "field": "cell", "value": "centre", "wanted": "int"},
    ),
    Case(
        "action_empty",
        MalformedAction,
        lambda _: played().push_text("  "),
        {"known": ["mark"]},
    ),
    Case(
        "action_words",
        MalformedAction,
        lambda _: race().push_text("flag 1"),
        {"kind": "flag", "fields": ["row", "col"], "found": 1},
    ),
    Case(
        "action_without_index",
        MalformedAction,
        unchecked,
        {"action": "Mark(cell=12)"},
    ),
    Case(
        "draw_missing",
        MalformedAction,
        lambda _: race().push_text("roll"),
        {"action": 0},
    ),
    Case(
        "one_a_row",
        MalformedAction,
        lambda _: load("tic_tac_toe").step(rows(2), [0, 1, 2]),
        {"found": [3], "rows": 2},
    ),
    Case(
        "nothing_to_undo",
        HistoryError,
        lambda _: played().pop(),
        {},
    ),
    Case(
        "history_version",
        HistoryError,
        lambda _: recorded(version=2),
        {"found": "tic_tac_toe 2", "wanted": "tic_tac_toe 1"},
    ),
    Case(
        "history_broken",
        HistoryError,
        lambda _: recorded(history=[[4, 0], [4, 0]]),
        {"ply": 1, "action": 4},
    ),
    Case(
        "history_key",
        HistoryError,
        lambda _: Position.from_dict({"game": "tic_tac_toe"}),
        {"key": "version"},
    ),
    Case(
        "batch_not_rows",
        BatchError,
        lambda _: load("tic_tac_toe").legal_mask(rows(4).reshape(2, 2)),
        {"what": Word("noun_states")},
    ),
    Case(
        "batch_dtype",
        BatchError,
        lambda _: load("tic_tac_toe", size=4).legal_mask(rows()),
        {"what": Word("noun_states")},
    ),
    Case(
        "batch_not_contiguous",
        BatchError,
        lambda _: load("tic_tac_toe").legal_mask(rows(4)[::2]),
        {"what": Word("noun_states")},
    ),
    Case(
        "batch_read_only",
        BatchError,
        lambda _: load("tic_tac_toe").step(frozen(), [0, 0]),
        {"what": Word("noun_states")},
    ),
    Case(
        "seed",
        BatchError,
        lambda _: Batch(load("tic_tac_toe"), 3, seed=1 << 63),
        {"found": 9223372036854775808},
    ),
    Case(
        "not_integers",
        MalformedAction,
        lambda _: Batch(load("tic_tac_toe"), 2, seed=0).step([1.5, 2]),
        {"found": 1.5},
    ),
    Case(
        "bad_draw",
        MalformedAction,
        lambda _: race(1).push(0, 99),
        {"action": 0, "draw": 99},
    ),
    Case(
        "no_such_player",
        MalformedAction,
        lambda _: load("tic_tac_toe").view(rows(1), 2),
        {"last": 1},
    ),
    Case(
        "no_such_symmetry",
        MalformedAction,
        lambda _: load("tic_tac_toe").transform(rows(1), 8),
        {
            "game": "tic_tac_toe",
            "known": ["Identity", "Rot90", "Rot180", "Rot270", "FlipH", "FlipV", "Diagonal", "AntiDiagonal"],
        },
    ),
    Case(
        "turn_over",
        AgentError,
        lambda _: Turn(load("tic_tac_toe"), played(0, 3, 1, 4, 2).state, 0, np.random.default_rng(0)),
        {},
    ),
    Case(
        "threads",
        BatchError,
        lambda _: Batch(load("tic_tac_toe"), 3, seed=0, threads=0),
        {"found": 0},
        varying=("most",),
    ),
    Case(
        "rule_fault",
        RuleFault,
        sunk,
        {"game": "burrow", "fault": 2},
    ),
    Case(
        "rule_fault",
        DeploymentDeadlockError,
        collapsed,
        {"game": "burrow", "fault": 1},
    ),
    Case(
        "hidden_information",
        HiddenInformation,
        lambda _: Turn(race().game, race().state, 0, np.random.default_rng(0)).position,
        {"game": "burrow"},
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_a_mistake_in_play_is_refused_in_words(case: Case, tmp_path: Path) -> None:
    assert_refused(case, tmp_path)
