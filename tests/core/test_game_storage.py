"""Game: states as plain data, and games and states through pickle."""

from __future__ import annotations

import json
import pickle

import pytest

from boardwright import Position, load
from boardwright.core import registry
from boardwright.core.errors import BoardwrightError, ConfigError, HistoryError
from boardwright.core.game import Game

from .states import played


@pytest.mark.parametrize("name", ["game", "burrow"])
def test_a_state_survives_plain_data(name: str, request: pytest.FixtureRequest) -> None:
    game: Game = request.getfixturevalue(name)
    states = played(game, (2, 0), (3, 0))
    assert game.from_dict(json.loads(json.dumps(game.to_dict(states)))).tobytes() == states.tobytes()


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"version": 9}, HistoryError),
        ({"game": "chess"}, HistoryError),
        ({"state": {}}, ConfigError),
        ({"state": None}, BoardwrightError),
    ],
    ids=["version", "game", "missing field", "no state"],
)
def test_a_state_of_something_else_is_refused(game: Game, changed: dict[str, object], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        game.from_dict({**game.to_dict(game.new()), **changed})


def test_a_state_with_an_unknown_field_is_refused(game: Game) -> None:
    data = game.to_dict(game.new())
    data["state"]["colour"] = 3
    with pytest.raises(ConfigError) as caught:
        game.from_dict(data)
    assert (caught.value.code, caught.value.path) == ("config_unknown", "state.colour")


def test_a_game_survives_pickle(game: Game, burrow: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game
    assert pickle.loads(pickle.dumps(load("burrow", goal=20))).config["goal"] == 20
    mixed = registry.mix(burrow, load("burrow", "long"))
    again = pickle.loads(pickle.dumps(mixed))
    assert again.params.tobytes() == mixed.params.tobytes()


def test_a_position_of_a_variant_is_recorded_with_its_own_configuration(burrow: Game) -> None:
    mixed = registry.mix(burrow, load("burrow", "long"))
    position = Position(mixed, variant=1)
    position.push(2)
    assert position.to_dict()["config"]["goal"] == 30
    again = Position.from_dict(position.to_dict())
    assert again.game.config["goal"] == 30
    assert again.history == position.history
