"""The registry: games by name, from entry points or registered here, loaded once for each configuration."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import boardwright
from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.words import say

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
    assert caught.value.params["known"] == ["tic_tac_toe"]
    with pytest.raises(ConfigError) as caught:
        boardwright.load("backgammon")
    assert caught.value.params["known"] == boardwright.names()


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed package with wrong entry points."""
    (tmp_path / "stranger.py").write_text(
        "from boardwright.games.tic_tac_toe import DEFINITION\nNUMBER = 3\n", encoding="utf-8"
    )
    metadata = tmp_path / "stranger-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n", encoding="utf-8")
    points = "[boardwright.games]\nnumber = stranger:NUMBER\nnoughts = stranger:DEFINITION\n"
    (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._entry_points.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    registry._entry_points.cache_clear()


@pytest.mark.parametrize(("name", "path"), [("number", "stranger:NUMBER"), ("noughts", "stranger:DEFINITION")])
@pytest.mark.usefixtures("stranger")
def test_an_entry_point_must_be_a_definition_of_that_name(name: str, path: str) -> None:
    with pytest.raises(ConfigError) as caught:
        boardwright.load(name)
    assert caught.value.code == "not_a_definition"
    assert str(caught.value) == (
        f"The entry point {path} must be a Definition whose name is {name}: correct it in the package's pyproject.toml."
    )
    assert say(caught.value.word, "fr") == (
        f"Le point d'entrée {path} doit être une Definition nommée {name} : "
        "corrigez-le dans le pyproject.toml du paquet."
    )


def test_configuration_keys_of_several_types_are_refused_in_words() -> None:
    with pytest.raises(ConfigError):
        boardwright.load("tic_tac_toe", config={1: 2, "size": 3})  # type: ignore[dict-item]
