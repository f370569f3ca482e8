"""Numbers of a preset that people choose for a match: listed, checked, kept in the log, and compiled for no more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import pytest

from boardwright.core import registry
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.words import Word
from boardwright.server.catalogue import Catalogue
from boardwright.server.options import options_between
from saying import told

from .harness import Player, refusal

MINES = {"key": "mine_count", "title": "Mines", "low": 1, "high": 55, "value": 10}


def test_presets_list_their_numbers(client: httpx.Client) -> None:
    listed = {game["name"]: game for game in client.get("/games").json()}
    assert [preset["options"] for preset in listed["minesweeper"]["presets"] if preset["name"] == "small"] == [[MINES]]
    assert [preset["options"] for preset in listed["quoridor"]["presets"]] == [[], []]


def test_a_match_has_the_number_that_was_chosen(client: httpx.Client) -> None:
    body = {"game": "minesweeper", "preset": "small", "seats": ["person"], "options": {"mine_count": 20}}
    made = client.post("/matches", json=body).json()
    player = Player(client, made["id"], made["token"], 0)
    match = player.read()
    assert (match["preset"], match["options"]) == ("small", {"mine_count": 20})
    assert match["view"]["panels"][0]["rows"] == [["20", "44", "0"]]
    player.plays(27)
    assert player.read()["view"]["panels"][0]["rows"][0][0] == "20"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"options": {"mine_count": 0}}, "config_value"),
        ({"options": {"mine_count": 56}}, "config_value"),
        ({"options": {"H": 9}}, "config_unknown"),
        ({"options": {"mine_count": 1.5}}, "request_invalid"),
        ({"options": {"mine_count": True}}, "request_invalid"),
        ({"game": "tic_tac_toe", "preset": "standard", "options": {"size": 4}}, "config_no_keys"),
    ],
)
def test_numbers_that_cannot_be_chosen(client: httpx.Client, changes: dict[str, Any], code: str) -> None:
    body = {"game": "minesweeper", "preset": "small", "seats": ["person"], **changes}
    if body["game"] == "tic_tac_toe":
        body["seats"] = ["person", "friend"]
    assert refusal(client.post("/matches", json=body)) == (400, code)


def test_a_game_with_a_chosen_number_is_found_again_and_lives_as_long_as_its_matches() -> None:
    catalogue = Catalogue({})
    game = catalogue.game("minesweeper", "small", {"mine_count": 20})
    assert catalogue.game_of("minesweeper", game.config) is game
    assert catalogue.game_with("minesweeper", game.config) == (game, "small")
    plain = catalogue.game("minesweeper", "small", {"mine_count": 10})
    assert plain is catalogue.game("minesweeper", "small")
    assert catalogue.game_of("minesweeper", plain.config).config == plain.config
    assert len(catalogue._chosen) == 1
    del game
    assert len(catalogue._chosen) == 0


@pytest.mark.parametrize(
    "change", [{"H": 9}, {"mine_count": 60}, {"mine_count": "12"}, {"win_reward": 2.0}, {"new": 1}]
)
def test_a_record_with_other_settings_is_refused(change: dict[str, Any]) -> None:
    catalogue = Catalogue({})
    config = catalogue.game("minesweeper", "small").config
    assert options_between(registry.definition("minesweeper"), config, {**config, **change}) is None
    with pytest.raises(ConfigError) as error:
        catalogue.game_with("minesweeper", {**config, **change})
    assert error.value.code == "config_unlisted"


def compiled_again(definition: Definition) -> list[str]:
    """The options whose range leads to records of another layout: machine code would be made for each value."""
    found = []
    for preset in registry.presets(definition.name):
        config = registry.preset_of(definition, preset)
        plain = Game(definition, [config], tiered=True)
        for key, bounds in definition.people.options.items():
            for value in bounds(plain.configs[0]):
                other = Game(definition, [{**config, key: value}], tiered=True)
                same = (other.state_dtype, other.params.dtype) == (plain.state_dtype, plain.params.dtype)
                if not same or other.actions.count != plain.actions.count:
                    found.append(key)
    return sorted({*found})


@pytest.mark.parametrize("name", registry.names())
def test_no_option_of_a_game_compiles_anything(name: str) -> None:
    assert compiled_again(registry.definition(name)) == []


def test_an_option_that_compiles_is_found() -> None:
    plain = registry.definition("tic_tac_toe")
    planted = replace(plain, people=replace(plain.people, options={"size": lambda config: (3, 5)}))
    assert compiled_again(planted) == ["size"]


def test_every_option_and_agent_of_minesweeper_has_a_title() -> None:
    definition = registry.definition("minesweeper")
    titles = [f"minesweeper.option.{key}" for key in definition.people.options]
    titles += [f"minesweeper.level.{agent}" for agent in definition.agents]
    for code in titles:
        told(Word(code), code)
