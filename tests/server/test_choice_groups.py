"""Choices on the wire: in groups, nothing lost, and what is at its default left out."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import httpx
import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core import view as core
from boardwright.server import choice_groups, presentation, schemas
from boardwright.server.choice_groups import grouped, groups
from boardwright.server.log import Heading, Seat
from boardwright.server.matches import LiveMatch

from .choices import Choice, expanded
from .harness import sit

MOVES = 12


def plain(choice: core.Choice, label: str) -> Choice:
    fields = {name: getattr(choice, name) for name in Choice._fields if name != "label"}
    return Choice(**fields, label=label)


def over_the_wire(found: list[schemas.ChoiceGroup]) -> list[Choice]:
    sent = [group.model_dump_json(exclude_defaults=True) for group in found]
    return expanded(schemas.ChoiceGroup.model_validate_json(text) for text in sent)


def views(name: str) -> Iterator[core.View]:
    """The views of the player to move, over some random moves."""
    game, dice = registry.load(name, tiered=True), random.Random(name)
    state = game.new()
    for _ in range(MOVES):
        mover = int(state["to_move"][0])
        if mover < 0:
            return
        view = game.view(state, mover)
        yield view
        action = dice.choice(view.choices).action
        state = game.apply(state, action, int(game.inspect(state, [action]).draws(np.array([dice.getrandbits(60)]))[0]))


@pytest.mark.parametrize("name", registry.names())
def test_the_choices_of_every_game_come_back_as_they_were(name: str) -> None:
    for view in views(name):
        labels = [choice.text if choice.label is None else repr(choice.label) for choice in view.choices]
        shown = groups(grouped(choice, label) for choice, label in zip(view.choices, labels))
        assert over_the_wire(shown) == [plain(choice, label) for choice, label in zip(view.choices, labels)]


@pytest.mark.parametrize(
    "label", ["", "#", "##7#", "007", "Row 10, 0.05 of 1", "٣ 3", "a1b22", "Ab3 c4d", "e10h", "1234567890123"]
)
def test_any_sentence_comes_back_as_it_was(label: str) -> None:
    choice = core.Choice(action=3, semantic={"kind": "go"}, text=f"{label} 4", cells=())
    assert over_the_wire(groups([grouped(choice, label)])) == [plain(choice, label)]


def test_choices_that_differ_in_numbers_are_one_group() -> None:
    chosen = [
        core.Choice(action=n, semantic={"kind": "put", "cell": n}, text=f"put {n}", cells=(n, 9), sides=((n, 9),))
        for n in range(3)
    ]
    (group,) = groups(grouped(choice, f"Put on {choice.action + 1}") for choice in chosen)
    assert json.loads(group.model_dump_json(exclude_defaults=True)) == {
        "label": "Put on #",
        "text": "put #",
        "actions": [0, 1, 2],
        "cells": [[0, 1, 2], [9, 9, 9]],
        "sides": [[[0, 9], [1, 9], [2, 9]]],
        "values": [[1, 2, 3], [0, 1, 2]],
        "kind": "put",
        "fields": {"cell": [0, 1, 2]},
    }


def test_a_number_that_is_not_written_again_as_it_was_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: `007` would come back as `7`."""
    monkeypatch.setattr(choice_groups, "VALUE", re.compile("#|[0-9]+"))
    choice = core.Choice(action=3, semantic={"kind": "go"}, text="go", cells=())
    assert over_the_wire(groups([grouped(choice, "007")])) != [plain(choice, "007")]


@pytest.mark.parametrize("name", ["tic_tac_toe", "quoridor", "minesweeper"])
def test_a_match_is_read_back_by_its_model(name: str) -> None:
    game = registry.load(name, tiered=True)
    heading = Heading("m", name, game.version, "standard", game.config, (Seat("person"),) * game.players, 0)
    match = LiveMatch(heading, game, b"key")
    body = presentation.body(match, 0, "en", None, 0)
    shown = presentation.show(match, 0, "en")
    assert schemas.Match.model_validate_json(body) == shown
    sent = json.loads(body)["view"]["board"]
    assert "edges" not in sent
    assert all({"row", "col"} <= cell.keys() and "" not in cell.values() for cell in sent["cells"])


def test_an_object_of_a_group_names_its_action(client: httpx.Client) -> None:
    first, second = sit(client, "quoridor", "person", "friend")
    last = first.read()["view"]["choices"][-1]
    first.plays(last["semantic"])
    (moved,) = second.read()["history"]
    assert {name: moved[name] for name in ("semantic", "text", "label")} == {
        name: last[name] for name in ("semantic", "text", "label")
    }
