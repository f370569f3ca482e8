"""Configuration in files of one's own, by a plain path: presets, weights and recipes."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardwright
from boardwright.core import config, registry
from boardwright.core.errors import ConfigError
from saying import refused


@pytest.mark.parametrize("name", ["mine.yaml", "mine.yml", "standard.yaml"])
def test_a_preset_may_be_a_file_that_extends_one_of_the_game(tmp_path: Path, monkeypatch, name) -> None:
    (tmp_path / name).write_text("extends: standard\nwalls: 4\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    definition = registry.definition("quoridor")
    expected = {**registry.preset_of(definition, "standard"), "walls": 4}
    for path in (name, f"./{name}", str(tmp_path / name)):
        assert registry.preset_of(definition, path) == expected
    assert boardwright.load("quoridor", f"./{name}").config["walls"] == 4


def test_a_file_includes_files_beside_it_and_of_the_game(tmp_path: Path) -> None:
    shipped = registry.definition("skirmish").files.configs
    (tmp_path / "mine.json").write_text('{"name": "mine"}', encoding="utf-8")
    text = "extends: small\nscenario: !file mine.json\ntypes: !file unit_types.json\n"
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    data, small = config.read(shipped, str(tmp_path / "mine.yaml")), config.read(shipped, "small")
    assert data["types"] == config.read(shipped, "large")["types"] != small["types"]
    assert data["board"] == small["board"]
    assert data["scenario"]["name"] == "mine"


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with refused(ConfigError, "config_no_file", path=str(tmp_path / "none.yaml")):
        registry.preset_of(registry.definition("quoridor"), str(tmp_path / "none.yaml"))
    (tmp_path / "mine.yaml").write_text("extends: nothing\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        registry.preset_of(registry.definition("quoridor"), str(tmp_path / "mine.yaml"))
    assert caught.value.code == "config_absent"
    assert {"mine", "small", "standard"} <= set(caught.value.params["known"])


def test_a_file_that_extends_itself_is_a_circle(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: mine\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        registry.preset_of(registry.definition("quoridor"), str(tmp_path / "mine.yaml"))
    assert (caught.value.code, caught.value.params["chain"]) == ("config_circle", ["mine", "mine"])


def test_weights_may_be_a_file(tmp_path: Path) -> None:
    game = boardwright.load("quoridor", "small")
    shipped = config.names(game.definition.files.configs / "weights")[0]
    (tmp_path / "mine.yaml").write_text(f"extends: {shipped}\n", encoding="utf-8")
    assert (game.weights(str(tmp_path / "mine.yaml")) == game.weights(shipped)).all()


def test_a_recipe_may_be_a_file(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from boardwright.learning import recipes

    (tmp_path / "mine.yaml").write_text("extends: small\nseed: 77\n", encoding="utf-8")
    recipe = recipes.read("minesweeper", str(tmp_path / "mine.yaml"))
    assert recipe.seed == 77
    assert recipe.ppo == recipes.read("minesweeper", "small").ppo
