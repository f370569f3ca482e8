"""Laws about what a game declares: presets, weights, words, the action codec, the first view.

They are static: they need no random game.
"""

from __future__ import annotations

import json

import numpy as np

from boardwright.core import config, words
from boardwright.core.game import Game
from boardwright.core.presentation import picture
from boardwright.core.registry import preset_of
from boardwright.testing.cases import Case, Cases
from boardwright.testing.laws.law import STATIC, law, require
from boardwright.testing.laws.people import require_drawable


@law("configs", "layout", "reset", phases=(STATIC,))
def presets_can_be_loaded(game: Game, cases: Cases) -> int:
    """Every preset has all keys of the configuration, and gives records and a start position."""
    definition = game.definition
    presets = config.names(definition.files.configs)
    for name in presets:
        # The constructor raises for a wrong key, a record that cannot be made, and a `reset` that stops.
        Game(definition, [preset_of(definition, name)], interpreted=True)
    return len(presets)


@law("configs/weights", phases=(STATIC,))
def weights_are_complete(game: Game, cases: Cases) -> int:
    """Every profile has a finite number for each weight of the evaluation, and no others."""
    profiles = config.names(game.definition.files.configs / "weights") if game.definition.search.weights else []
    for profile in dict.fromkeys(["standard", *profiles]):
        weights = game.weights(profile)
        for name in game.definition.search.weights:
            require(np.isfinite(weights[name][0]), None, profile=profile, weight=name, value=weights[name][0])
    return 1 + len(profiles)


@law("words.yaml", phases=(STATIC,))
def everything_can_be_said(game: Game, cases: Cases) -> int:
    """The game has a title, every Reason and event a sentence, with known parameters and players counted from 1."""
    catalogue = words.codes(game.name)
    given = {field for group in game.actions.groups for field in group.fields}
    needed: dict[str, set[str]] = {f"{game.name}.title": set()}
    needed |= {game.definition.reason_code(int(reason)): given for reason in game.definition.reasons if reason}
    events = {f"{game.name}.event.{kind.name.lower()}": set(names) for kind, names in game.definition.events.items()}
    needed |= events
    if game.definition.people.label is None:  # its own function may say anything
        labels = {f"{game.name}.action.{group.name}": set(group.fields) for group in game.actions.groups}
        needed |= {code: fields for code, fields in labels.items() if code in catalogue}
    missing = [code for code in needed if code not in catalogue]
    require(not missing, None, no_sentence_for=missing)
    # An event's number stands in its sentence as it is, unless the game translates the numbers itself.
    plain = set() if game.definition.people.event_value else {"player"}
    for code, params in needed.items():
        for language, sentence in catalogue[code].items():
            parameters = words.parameters(sentence)
            require(parameters <= params, None, code=code, language=language, unknown=sorted(parameters - params))
            indices = plain & words.parameters(sentence, seats=False) if code in events else set()
            require(not indices, None, code=code, language=language, index=sorted(indices), instead="{player:seat}")
    return sum(len(catalogue[code]) for code in needed)


@law("actions", phases=(STATIC,))
def actions_have_two_faces(game: Game, cases: Cases) -> int:
    """Index, dataclass, JSON and text name the same action."""
    table = game.actions
    for player in range(game.players):
        for index in range(table.count):
            action = table.decode(index, player)
            if table.encode(action, player) is None:
                continue  # an empty slot: an index without an action
            require(table.encode(action, player) == index, None, index=index, action=action)
            data = table.to_dict(index, player)
            require(table.from_dict(json.loads(json.dumps(data))) == action, None, index=index, json=data)
            text = table.to_text(index, player)
            require(table.from_text(text) == action, None, index=index, text=text)
    return table.count * game.players


@law("scene", phases=(STATIC,))
def start_can_be_drawn(game: Game, cases: Cases) -> int:
    """The view of a start position fits its schema, as `views_can_be_drawn` requires of every view.

    The moves of the game's picture are legal.
    """
    for variant in range(len(game.configs)):
        start = Case(game.new(variant=variant), ())
        for player in range(game.players):
            require_drawable(game, start, player, cases.legal(start.state))
    standard = preset_of(game.definition, game.definition.files.preset)
    if game.config == config.validate(game.definition.configuration, standard).model_dump():
        picture(game)
    return len(game.configs) * game.players
