"""Games of folders: packages that are not installed, by their path."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import boardwright
import distributions
from boardwright.cli import completion, new_game
from boardwright.core import discovery, game_folders, registry
from boardwright.core.errors import ConfigError
from boardwright.core.words import Word
from saying import refused, told

NAME = "folder_steps"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of a new game, not installed."""
    monkeypatch.setenv(game_folders.VARIABLE, "")
    monkeypatch.setattr(sys, "path", list(sys.path))
    new_game.write(NAME, tmp_path / NAME)
    yield tmp_path / NAME
    monkeypatch.undo()
    discovery.offers.cache_clear()
    for module in [module for module in sys.modules if module.partition(".")[0] == NAME]:
        del sys.modules[module]


def test_a_path_is_told_from_a_name() -> None:
    texts = ("stones", "./stones", "games/stones", ".", "..", "tic_tac_toe")
    assert [game_folders.is_folder(text) for text in texts] == [False, True, True, True, True, False]


def test_the_game_of_a_folder_is_offered_here_and_to_children(folder: Path) -> None:
    assert discovery.add_folder(str(folder)) == NAME
    assert discovery.add_folder(str(folder)) == NAME  # twice is once
    assert os.environ[game_folders.VARIABLE] == str(folder)
    assert NAME in boardwright.names()
    assert registry.packages(NAME) == ["boardwright-folder-steps"]
    assert Path(str(boardwright.load(NAME).definition.rules.__file__)).is_relative_to(folder)


def test_a_folder_replaces_its_installed_package(folder: Path, tmp_path: Path) -> None:
    distributions.install(tmp_path, "boardwright-folder-steps", {NAME: f"{NAME}:DEFINITION"})
    (tmp_path / f"{NAME}.py").write_text("raise ImportError", encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    discovery.add_folder(str(folder))
    assert registry.packages(NAME) == ["boardwright-folder-steps"]
    assert boardwright.load(NAME).name == NAME
    assert sys.path.index(str(folder / "src")) < sys.path.index(str(tmp_path))


def test_modules_may_stand_beside_the_project(folder: Path) -> None:
    (folder / "src" / NAME).rename(folder / NAME)
    (folder / "src").rmdir()
    discovery.add_folder(str(folder))
    assert boardwright.load(NAME).name == NAME


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        (None, "folder_no_project", {}),
        ("[project", "folder_toml", {}),
        ('[project]\nname = "none"', "folder_games", {"count": 0}),
        ('[project.entry-points."boardwright.games"]\na = "a:A"\nb = "b:B"', "folder_games", {"count": 2}),
    ],
)
def test_a_folder_without_one_game_is_refused(
    folder: Path, text: str | None, code: str, params: dict[str, int]
) -> None:
    file = folder / "pyproject.toml"
    file.unlink()
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with refused(ConfigError, code, **params):
        discovery.add_folder(str(folder))
    assert os.environ[game_folders.VARIABLE] == ""


def test_the_shell_completes_folders(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert completion.games("./fold") == [f"./{NAME}"]
    assert completion.games(f"{folder.parent}/") == [str(folder)]
    assert "tic_tac_toe" in completion.games("tic")


def test_the_name_of_a_folder_that_is_not_installed_is_told_apart(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from typer.main import get_command

    from boardwright.cli import app

    commands = get_command(app).commands  # type: ignore[attr-defined]
    monkeypatch.chdir(folder.parent)
    with pytest.raises(ConfigError) as caught:
        commands["check"].make_context("check", [NAME])
    assert caught.value.params["advice"] == Word("unknown_game_folder", {"folder": f"./{NAME}"})
    told(caught.value.word, "unknown_game")
    (folder.parent / "service").mkdir()
    (folder.parent / "service" / "pyproject.toml").write_text('[project]\nname = "service"\n', encoding="utf-8")
    assert commands["bench"].make_context("bench", ["service"]).params["game"] == "service"


def test_every_command_takes_a_folder(folder: Path) -> None:
    from typer.main import get_command

    from boardwright.cli import app

    commands = get_command(app).commands  # type: ignore[attr-defined]
    given = [
        param
        for command in commands.values()
        for param in command.params
        if param.param_type_name == "argument" and "game" in str(param.name)
    ]
    assert len(given) > 15
    assert all(param.callback is not None for param in given)
    context = commands["check"].make_context("check", [str(folder)])
    assert context.params["game"] == NAME
    context = commands["warmup"].make_context("warmup", [str(folder), "tic_tac_toe"])
    assert list(context.params["games"]) == [NAME, "tic_tac_toe"]
