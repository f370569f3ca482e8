"""Configuration: files that extend one another, nested keys merged, the nearest file last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pydantic
import pytest

from boardwright.core import config, search_space
from boardwright.core.config import SHIPPED, Settings
from boardwright.core.errors import ConfigError
from saying import refused


class Rewards(Settings):
    win: float
    step: float


class Training(Settings):
    rewards: Rewards
    seed: int


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_the_nearest_file_wins_key_by_key(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        base="rewards: {win: 1.0, step: 0.0}\nseed: 1\ntags: [a, b]\n",
        middle="extends: base\nrewards: {step: -0.5}\nseed: 2\n",
        near="extends: middle\nseed: 3\ntags: [c]\n",
    )
    assert config.read(folder, "near") == {"rewards": {"win": 1.0, "step": -0.5}, "seed": 3, "tags": ["c"]}
    assert config.read(folder, "middle")["seed"] == 2
    assert config.names(folder) == ["base", "middle", "near"]


def test_merging_changes_no_file(tmp_path: Path) -> None:
    folder = write(tmp_path, base="rewards: {win: 1.0, step: 0.0}\n", near="extends: base\nrewards: {win: 2.0}\n")
    config.read(folder, "near")["rewards"]["step"] = 9
    assert config.read(folder, "base") == {"rewards": {"win": 1.0, "step": 0.0}}


def test_a_value_may_give_way_to_keys_and_keys_to_a_value(tmp_path: Path) -> None:
    folder = write(tmp_path, base="a: 1\nb: {c: 2}\n", near="extends: base\na: {d: 3}\nb: none\n")
    assert config.read(folder, "near") == {"a": {"d": 3}, "b": "none"}


def test_an_empty_file_is_no_keys(tmp_path: Path) -> None:
    assert config.read(write(tmp_path, empty="# nothing\n"), "empty") == {}


def test_a_file_cannot_extend_itself(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        config.read(write(tmp_path, own="extends: own\n"), "own")
    assert (caught.value.code, caught.value.params["chain"]) == ("config_circle", ["own", "own"])


def test_a_base_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        config.read(write(tmp_path, near="extends: far\n"), "near")
    assert (caught.value.code, caught.value.path) == ("config_absent", "far")


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        ({"seed": 1}, "config_missing", "rewards"),
        ({"seed": 1, "rewards": {"win": 1.0}}, "config_missing", "rewards.step"),
        ({"seed": 1, "rewards": {"win": 1.0, "step": 0.0, "lose": 2.0}}, "config_unknown", "rewards.lose"),
        ({"seed": "1", "rewards": {"win": 1.0, "step": 0.0}}, "config_value", "seed"),
        ({"seed": 1.5, "rewards": {"win": 1.0, "step": 0.0}}, "config_value", "seed"),
        ({"seed": True, "rewards": {"win": 1.0, "step": 0.0}}, "config_value", "seed"),
        ({"seed": 1, "rewards": 3}, "config_value", "rewards"),
    ],
)
def test_the_first_wrong_key_is_said_with_its_path(data: Any, code: str, path: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config.validate(Training, data)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_the_known_keys_are_those_of_the_place_where_the_unknown_one_stands() -> None:
    with pytest.raises(ConfigError) as caught:
        config.validate(Training, {"seed": 1, "rewards": {"win": 1.0, "step": 0.0, "lose": 2.0}})
    assert caught.value.params["known"] == ["step", "win"]


def test_text_in_the_place_of_a_number_is_shown_as_text() -> None:
    with refused(ConfigError, "config_value", path="seed", value="'3'", expected="int"):
        config.validate(Training, {"seed": "3", "rewards": {"win": 1.0, "step": 0.0}})


def test_settings_cannot_be_changed() -> None:
    rewards = config.validate(Rewards, {"win": 1.0, "step": 0.0})
    with pytest.raises(ValueError, match="frozen"):
        rewards.win = 2.0


def test_every_shipped_file_can_be_read() -> None:
    files = list(SHIPPED.rglob("*.yaml"))
    assert files
    for file in files:
        config.read(file.parent, file.stem)


def test_a_value_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "wide.json").write_text('{"cols": 9, "walls": [[1, 2]]}', encoding="utf-8")
    (tmp_path / "boards" / "names.yaml").write_text("- north\n- south\n", encoding="utf-8")
    folder = write(
        tmp_path,
        plain="board: !file boards/wide.json\nedges: {named: !file boards/names.yaml}\n",
        near="extends: plain\nboard: {cols: 7}\n",
    )
    whole = {"board": {"cols": 9, "walls": [[1, 2]]}, "edges": {"named": ["north", "south"]}}
    assert config.read(folder, "plain") == whole
    assert config.read(folder, "near")["board"] == {"cols": 7, "walls": [[1, 2]]}


def test_a_file_of_a_value_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    (tmp_path / "wide.json").write_text("{}", encoding="utf-8")
    folder = write(tmp_path, plain="board: !file tall.json\n")
    with pytest.raises(ConfigError) as caught:
        config.read(folder, "plain")
    assert (caught.value.code, caught.value.path, caught.value.params["known"]) == (
        "config_absent",
        "tall.json",
        ["wide.json"],
    )


@pytest.mark.parametrize("value", ["2001-99-99", "!!int x"])
def test_a_value_that_yaml_cannot_make_is_told_with_its_line(value: str, tmp_path: Path) -> None:
    folder = write(tmp_path, plain=f"rows: 3\ncols: {value}\n")
    with pytest.raises(ConfigError) as caught:
        config.read(folder, "plain")
    assert (caught.value.code, caught.value.params["line"]) == ("config_yaml", 2)


def test_a_file_that_is_no_json_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "wide.json").write_text('{\n"cols": 9,\n}', encoding="utf-8")
    folder = write(tmp_path, plain="board: !file wide.json\n")
    with pytest.raises(ConfigError) as caught:
        config.read(folder, "plain")
    assert caught.value.code == "config_yaml"
    assert caught.value.path.endswith("wide.json")
    assert caught.value.params["line"] == 3


class Crew(Settings):
    members: list[Rewards]
    ships: dict[str, Training]
    either: Rewards | Training


@pytest.mark.parametrize(
    ("change", "path", "known"),
    [
        ({"members": [{"win": 1.0, "step": 0.0, "draw": 0.0}]}, "members.0.draw", ["step", "win"]),
        ({"ships": {"Argo": {"rewards": {"win": 1.0, "step": 0.0}, "seed": 1, "crew": 2}}}, "ships.Argo.crew", None),
    ],
    ids=["list", "mapping"],
)
def test_unknown_keys_inside_lists_and_mappings_are_told_with_what_may_stand_there(
    change: dict[str, Any], path: str, known: list[str] | None
) -> None:
    whole = {"members": [], "ships": {}, "either": {"win": 1.0, "step": 0.0}}
    with pytest.raises(ConfigError) as caught:
        config.validate(Crew, whole | change)
    assert (caught.value.code, caught.value.path) == ("config_unknown", path)
    assert caught.value.params["known"] == (known or ["rewards", "seed"])


@pytest.mark.parametrize(
    ("kind", "name"), [(tuple[int, ...], "tuple"), (set[int], "set"), (frozenset[int], "frozenset")]
)
def test_a_model_with_a_type_that_files_lack_is_told_what_to_write(kind, name) -> None:
    model = pydantic.create_model("Model", __base__=config.Settings, sizes=(kind, ...))
    with refused(ConfigError, "config_list", path="sizes", kind=name):
        config.validate(model, {"sizes": [1, 2]})


def test_a_path_replaces_one_value_and_leaves_what_was_given() -> None:
    given: dict[str, Any] = {"seed": 1, "rewards": {"win": 1.0}, "units": [{"hp": 3}, {"hp": 4}]}
    made = config.replaced(given, {"rewards.win": 2.0, "units.1.hp": 5, "size": 7})
    assert made == {"seed": 1, "rewards": {"win": 2.0}, "units": [{"hp": 3}, {"hp": 5}], "size": 7}
    assert given == {"seed": 1, "rewards": {"win": 1.0}, "units": [{"hp": 3}, {"hp": 4}]}


@pytest.mark.parametrize(
    ("path", "known"),
    [("rewards.loss", ["win"]), ("units.2.hp", [0, 1]), ("seed.now", []), ("no.such", ["rewards", "seed", "units"])],
)
def test_a_path_that_is_not_there_is_refused_with_the_keys_that_are(path: str, known: list[Any]) -> None:
    given: dict[str, Any] = {"seed": 1, "rewards": {"win": 1.0}, "units": [{"hp": 3}, {"hp": 4}]}
    with pytest.raises(ConfigError) as refused:
        config.replaced(given, {path: 1})
    assert (refused.value.code, refused.value.params) == ("config_unknown", {"path": path, "known": known})


@pytest.mark.parametrize(
    ("text", "value"),
    [("1e-4", 1e-4), ("-2.5E3", -2500.0), (".5e1", 5.0), ("1.e+2", 100.0), ("3", 3), ("1e", "1e"), ("[1e3]", [1000.0])],
)
def test_a_number_may_have_an_exponent_without_a_point(text: str, value: Any, tmp_path: Path) -> None:
    (tmp_path / "given.yaml").write_text(f"key: {text}\n", encoding="utf-8")
    for found in (config.parse(text), config.read(tmp_path, "given")["key"]):
        assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("text", ["[1", "2001-99-99", "!!int x", "!file secret.json"])
def test_text_that_is_no_yaml_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        config.parse(text)


def test_a_drawn_value_lies_in_its_range():
    rng = np.random.default_rng(1)
    space = {"rate": {"low": 10.0, "high": 30.0}, "steps": {"low": 2, "high": 4}}
    drawn = [search_space.drawn_values(space, rng) for _ in range(200)]
    rates = sorted(values["rate"] for values in drawn)
    assert 10 <= rates[0] < 12
    assert 28 < rates[-1] <= 30
    assert {values["steps"] for values in drawn} == {2, 3, 4}
