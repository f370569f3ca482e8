"""Games of installed packages: real distributions on the path, sound and broken."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import boardwright
import distributions
import saying
from boardwright.core import discovery, registry
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, where distributions are found."""
    monkeypatch.syspath_prepend(str(tmp_path))
    discovery.offers.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    discovery.offers.cache_clear()


def refused(game: str, code: str, **params: Any) -> dict[str, Any]:
    """Assert that loading a game is refused so, and return all parameters of the error."""
    with saying.refused(ConfigError, code, **params) as caught:
        boardwright.load(game)
    return caught.value.params


def test_a_sound_package_is_offered_and_loaded(path: Path) -> None:
    distributions.install_broken(path)
    assert {"noughts", "tic_tac_toe", *distributions.BROKEN} <= set(boardwright.names())
    assert boardwright.load("noughts").name == "noughts"
    assert registry.packages("noughts") == ["noughts"]


def test_a_package_that_fails_to_import_is_named_with_the_cause_and_its_place(path: Path) -> None:
    distributions.install_broken(path)
    cause = "ModuleNotFoundError: No module named 'no_such_module'"
    refused("absent", "game_broken", name="absent", packages=["boardwright-absent"], detail=cause)
    refused("crash", "game_broken", detail=f"RuntimeError: two lines, {path / 'crash.py'}:2")
    refused("leaver", "game_broken", detail=f"SystemExit: 3, {path / 'leaver.py'}:2")


@pytest.mark.parametrize(("name", "value"), [("number", "number:NUMBER"), ("other_name", "number:DEFINITION")])
def test_an_entry_point_must_be_a_definition_of_that_name(path: Path, name: str, value: str) -> None:
    distributions.install_broken(path)
    refused(name, "not_a_definition", name=name, path=value, package="boardwright-number")


def test_two_packages_with_one_name_are_both_named_and_neither_is_loaded(path: Path) -> None:
    distributions.install_broken(path)
    packages = refused("halma", "game_twice", name="halma")["packages"]
    assert sorted(packages) == ["boardwright-halma", "halma-deluxe"]


def test_a_shipped_game_is_not_replaced_by_another_package(path: Path) -> None:
    module = distributions.NOUGHTS.format(name="tic_tac_toe")
    distributions.install(path, "rival", {"tic_tac_toe": "rival:DEFINITION"}, rival=module)
    refused("tic_tac_toe", "game_twice")
    assert sorted(registry.packages("tic_tac_toe")) == ["boardwright", "rival"]


def test_a_package_that_says_the_same_twice_is_no_rival_of_itself(path: Path) -> None:
    distributions.install(path, "twin", {"twin": "twin:DEFINITION"}, twin=distributions.NOUGHTS.format(name="twin"))
    points = path / "twin-1.0.dist-info" / "entry_points.txt"
    points.write_text(points.read_text(encoding="utf-8") + "twin = twin:DEFINITION\n", encoding="utf-8")
    assert boardwright.load("twin").name == "twin"


def test_metadata_without_a_name_is_named_by_its_module(path: Path) -> None:
    distributions.install(path, "nameless", {"nameless": "no_such_module:DEFINITION"})
    (path / "nameless-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\n", encoding="utf-8")
    refused("nameless", "game_broken", packages=["no_such_module"])


def test_work_on_every_game_goes_on_after_one_that_fails(path: Path) -> None:
    distributions.install_broken(path)
    (path / "noughts.py").write_text(distributions.NOUGHTS.format(name="noughts"), encoding="utf-8")

    def work(definition: Definition) -> str:
        if definition.name == "noughts":
            registry.preset_of(definition, "huge")
        return definition.name

    done, broken = registry.for_each(work)
    assert done == [name for name in registry.names() if name not in {"noughts", *distributions.BROKEN}]
    errors: dict[str, Any] = {game.name: game for game in broken}
    for name, (package, code) in distributions.BROKEN.items():
        assert (errors[name].error.code, package in errors[name].packages) == (code, True)
    # An error of ours is the cause, in the reader's language.
    told = errors["noughts"].error
    saying.told(told.params["detail"], "config_absent", path="huge", known=["standard"])
    assert errors["noughts"].to_dict()["message"] == str(told)


def test_a_process_without_files_blames_no_game() -> None:
    def work(definition: Definition) -> None:
        raise OSError(errno.EMFILE, "Too many open files", definition.name)

    with pytest.raises(OSError, match="Too many open files"):
        registry.for_each(work)


def test_ctrl_c_is_the_readers_own(path: Path) -> None:
    distributions.install(path, "slow", {"slow": "slow:DEFINITION"}, slow="raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        registry.for_each(lambda definition: definition)


def test_a_registered_game_is_its_packages(toy: Any) -> None:
    toy("pig")
    assert registry.packages("pig") == ["toys"]


def test_no_game_at_all_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(discovery, "offers", dict)
    with pytest.raises(ConfigError) as caught:
        registry.definition("ludo")
    assert caught.value.params["advice"].code == "unknown_game_none"
    refused("ludo", "unknown_game")
