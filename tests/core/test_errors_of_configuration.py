"""Every configuration, game and agent that cannot be used is refused in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardwright import Game, agent, load, register
from boardwright.core import config, registry
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.record import plain_record
from boardwright.core.symmetry import Symmetry
from boardwright.core.words import Word
from boardwright.games.tic_tac_toe import DEFINITION
from boardwright.games.tic_tac_toe.config import layout

from . import burrow
from .provocations import Case, assert_refused

STANDARD = {"size": 3, "in_a_row": 3}


def read(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    config.read(folder, next(iter(files)))


def laid_out(**changed: Any) -> Game:
    """Tic-tac-toe with a changed layout."""
    return Game(replace(DEFINITION, layout=lambda settings: replace(layout(settings), **changed)), [STANDARD])


def mirrored(actions: Any) -> Game:
    """Tic-tac-toe with one symmetry, which has these images of actions."""
    return Game(replace(DEFINITION, symmetries=lambda settings: (Symmetry("Mirror", actions=actions),)), [STANDARD])


def race() -> Game:
    register(burrow.DEFINITION)
    return load("burrow")


CASES = [
    Case(
        "config_missing",
        ConfigError,
        lambda _: load("tic_tac_toe", config={"size": 3}),
        {"path": "in_a_row"},
    ),
    Case(
        "config_missing",
        ConfigError,
        lambda _: race().weights("empty"),
        {"path": "weights.empty.lead"},
    ),
    Case(
        "config_unknown",
        ConfigError,
        lambda _: load("tic_tac_toe", sise=4),
        {"path": "sise", "known": ["in_a_row", "size"]},
    ),
    Case(
        "config_unknown",
        ConfigError,
        lambda _: race().weights("excessive"),
        {"path": "weights.excessive.lag", "known": ["lead"]},
    ),
    Case(
        "config_unknown",
        ConfigError,
        lambda _: agent("perfect", load("tic_tac_toe"), depth=3),
        {"path": "depth", "known": ["any_size", "states"]},
    ),
    Case(
        "config_value",
        ConfigError,
        lambda _: load("tic_tac_toe", size=7),
        {"path": "size", "value": "7", "expected": "<= 6"},
    ),
    Case(
        "config_absent",
        ConfigError,
        lambda _: load("tic_tac_toe", "giant"),
        {"path": "giant", "known": ["standard"]},
    ),
    Case(
        "config_circle",
        ConfigError,
        lambda folder: read(folder, small="extends: large", large="extends: small"),
        {"path": "extends", "chain": ["small", "large", "small"]},
    ),
    Case(
        "unknown_game",
        ConfigError,
        lambda _: load("tic_tac_tow"),
        {"path": "game", "name": "tic_tac_tow", "advice": Word("unknown_game_near", {"known": ["tic_tac_toe"]})},
    ),
    Case(
        "no_such_variant",
        ConfigError,
        lambda _: load("tic_tac_toe").new(variant=1),
        {"path": "variant", "found": 1, "last": 0},
    ),
    Case(
        "config_no_keys",
        ConfigError,
        lambda _: agent("random", load("tic_tac_toe"), luck=3),
        {"path": "luck", "known": []},
    ),
    Case(
        "field_name",
        ConfigError,
        lambda _: plain_record("tag", {"flags": "u1"}),
        {"path": "flags", "field": "flags"},
    ),
    Case(
        "field_taken",
        ConfigError,
        lambda _: laid_out(position={"cells": ("u1", (9,)), "ply": "u1"}),
        {"path": "ply", "field": "ply"},
    ),
    Case(
        "field_taken",
        ConfigError,
        lambda _: laid_out(trace={"cells": "u1"}),
        {"path": "cells", "field": "cells"},
    ),
    Case(
        "field_type",
        ConfigError,
        lambda _: laid_out(params={"lines": np.ones(9, np.bool_)}),
        {"path": "lines", "field": "lines", "found": "bool"},
    ),
    Case(
        "symmetry_actions",
        ConfigError,
        lambda _: mirrored(np.arange(8)),
        {
            "path": "symmetries.Mirror.actions",
            "game": "tic_tac_toe",
            "last": 8,
            "symmetry": "Mirror",
            "found": 8,
            "actions": 9,
        },
    ),
    Case(
        "variants_differ",
        ConfigError,
        lambda _: registry.mix(load("tic_tac_toe", size=4), load("tic_tac_toe", size=4, in_a_row=4)),
        {"path": "lines"},
    ),
    Case(
        "too_many_plies",
        ConfigError,
        lambda _: laid_out(max_plies=70_000),
        {"path": "max_plies", "found": 70000, "most": 65535},
    ),
    Case(
        "unknown_agent",
        AgentError,
        lambda _: agent("perfekt", load("tic_tac_toe")),
        {
            "name": "perfekt",
            "known": [
                "alphabeta",
                "expectimax",
                "mcts",
                "perfect",
                "random",
                "ranking",
                "easy",
                "normal",
                "hard",
                "expert",
                "chat",
                "descent",
                "model",
                "openspiel",
            ],
        },
    ),
    Case(
        "agent_needs_no_chance",
        AgentError,
        lambda _: agent("alphabeta", race()),
        {"agent": "alphabeta", "game": "burrow"},
    ),
    Case(
        "agent_needs_everything",
        AgentError,
        lambda _: agent("perfect", Game(replace(DEFINITION, perfect_information=False), [STANDARD])),
        {"agent": "perfect", "game": "tic_tac_toe"},
    ),
    Case(
        "agent_needs_two",
        AgentError,
        lambda _: agent("perfect", Game(replace(DEFINITION, zero_sum=False), [STANDARD])),
        {"agent": "perfect", "game": "tic_tac_toe"},
    ),
    Case(
        "agent_needs_one_or_two",
        AgentError,
        lambda _: agent("expectimax", Game(replace(DEFINITION, zero_sum=False), [STANDARD])),
        {"agent": "expectimax", "game": "tic_tac_toe"},
    ),
    Case(
        "agent_depth",
        AgentError,
        lambda _: agent("alphabeta", load("tic_tac_toe"), depth=3).search(load("tic_tac_toe").new(), 4),
        {"agent": "alphabeta", "depth": 4, "most": 3},
    ),
    Case(
        "agent_too_large",
        AgentError,
        lambda _: agent("perfect", load("tic_tac_toe"), states=10),
        {"agent": "perfect", "game": "tic_tac_toe", "max_states": 6046, "states": 10},
    ),
    Case(
        "agent_size_unknown",
        AgentError,
        lambda _: agent("perfect", laid_out(max_states=None)),
        {"agent": "perfect", "game": "tic_tac_toe"},
    ),
    Case(
        "position_too_large",
        AgentError,
        lambda _: agent("perfect", load("tic_tac_toe"), states=10, any_size=True).value(load("tic_tac_toe").new()),
        {"agent": "perfect", "game": "tic_tac_toe", "states": 10},
    ),
    Case(
        "config_yaml",
        ConfigError,
        lambda folder: read(folder, mine="size: 3\nin_a_row: [3"),
        {"line": 2},
        varying=("path",),
    ),
    Case(
        "config_not_mapping",
        ConfigError,
        lambda folder: read(folder, mine="- 3\n- 3\n"),
        varying=("path",),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.code)
def test_what_cannot_be_used_is_refused_in_words(case: Case, tmp_path: Path) -> None:
    assert_refused(case, tmp_path)
