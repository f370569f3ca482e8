"""The registry: games by name, from entry points or registered here, loaded once for each configuration."""

from __future__ import annotations

import pytest

import boardwright
from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.words import Word
from saying import told

from . import burrow as burrow_package


def test_tic_tac_toe_comes_in_by_its_entry_point() -> None:
    assert "tic_tac_toe" in boardwright.names()
    assert registry.definition("tic_tac_toe").name == "tic_tac_toe"


def test_a_game_is_loaded_once_for_each_configuration(game: Game) -> None:
    assert boardwright.load("tic_tac_toe") is game
    assert boardwright.load("tic_tac_toe", "standard") is game
    assert boardwright.load("tic_tac_toe", size=3) is game
    assert boardwright.load("tic_tac_toe", config={"in_a_row": 3, "size": 3}) is game
    assert boardwright.load("tic_tac_toe", size=4) is not game


def test_a_registered_game_can_be_loaded_until_it_is_forgotten(burrow: Game) -> None:
    assert "burrow" in boardwright.names()
    assert boardwright.load("burrow") is burrow
    assert registry.presets("burrow") == ["long", "standard"]
    assert boardwright.load("burrow", "long").config == {"goal": 30, "limit": 30}
    boardwright.register(burrow_package.DEFINITION)
    assert boardwright.load("burrow") is not burrow
    registry.forget("burrow")
    with pytest.raises(ConfigError):
        boardwright.load("burrow")


def test_the_nearest_name_is_proposed_else_all() -> None:
    with pytest.raises(ConfigError) as caught:
        boardwright.load("tictactoe")
    assert caught.value.params["advice"] == Word("unknown_game_near", {"known": ["tic_tac_toe"]})
    with pytest.raises(ConfigError) as caught:
        boardwright.load("backgammon")
    assert caught.value.params["advice"] == Word("unknown_game_far", {"known": boardwright.names()})
    told(caught.value.word, "unknown_game", name="backgammon")


def test_configuration_keys_of_several_types_are_refused_in_words() -> None:
    with pytest.raises(ConfigError):
        boardwright.load("tic_tac_toe", config={1: 2, "size": 3})  # type: ignore[dict-item]
