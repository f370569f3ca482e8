"""Commands beside broken packages: each package is named with its error, and the other games go on."""

from __future__ import annotations

import json
import os
import sys

import pytest

import distributions
from boardwright.core import discovery, registry
from saying import refused


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    distributions.install_broken(folder)
    return folder


@pytest.fixture
def beside(path, ran, monkeypatch):
    """Run a command with the broken packages installed."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.syspath_prepend(str(path))
    discovery.offers.cache_clear()
    yield ran
    discovery.offers.cache_clear()
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(path)):
            del sys.modules[name]


def test_games_lists_the_others_and_a_line_for_each_broken_package(path, in_a_process, beside):
    status, out, err = in_a_process("games", "--json", PYTHONPATH=str(path))
    assert status == 0, err
    listed = json.loads(out)
    broken = {game["game"]: game for game in listed["broken"]}
    assert {name: game["code"] for name, game in broken.items()} == {
        name: code for name, (_, code) in distributions.BROKEN.items()
    }
    assert all(package in broken[name]["packages"] for name, (package, _) in distributions.BROKEN.items())
    names = [game["name"] for game in listed["games"]]
    assert {"noughts", "quoridor", "tic_tac_toe"} <= set(names)
    done = beside("games")
    for name, (package, code) in distributions.BROKEN.items():
        assert package in str(done.tells(code, name=name))
    assert "│ tic_tac_toe" in done.out


def test_another_game_is_played_and_its_agents_are_listed(beside):
    done = beside("play", "tic_tac_toe", "--against", "random", "--seed", "1", typed="4 / quit")
    assert done.status == 0, done.err
    done = beside("agents", "tic_tac_toe", "--json")
    assert done.status == 0, done.err
    assert done.json["agents"]


@pytest.mark.parametrize("command", ["agents", "check", "play", "warmup", "games"])
def test_the_broken_game_itself_is_refused(path, beside, command):
    done = beside(command, "crash")
    refusal = done.refuses("game_broken", name="crash", packages=["boardwright-crash"])
    assert refusal.params["detail"].startswith(f"RuntimeError: two lines, {path}")
    assert done.out == ""


def test_doctor_names_each_broken_package(beside, tmp_path):
    done = beside("doctor", "--json", "--data", tmp_path)
    assert done.status == 1
    report = done.json
    told = {problem["params"]["name"]: problem for problem in report["problems"] if problem["kind"] == "broken"}
    assert {name: problem["code"] for name, problem in told.items()} == {
        name: code for name, (_, code) in distributions.BROKEN.items()
    }
    assert {"noughts", "tic_tac_toe"} <= {game["name"] for game in report["games"]}


def test_an_engine_is_proposed_among_the_games_that_work(beside):
    assert "quoridor" in beside("engine", "tic_tac_toe").refuses("protocol_none").params["known"]


def test_environments_are_registered_whatever_the_packages_are_called(path, child, tmp_path):
    distributions.install(tmp_path, "spaced", {"two words": "no_such_module:DEFINITION"})
    program = "import boardwright.envs, gymnasium; print('boardwright/Noughts-v0' in gymnasium.registry)"
    assert child(program, PYTHONPATH=f"{path}{os.pathsep}{tmp_path}").stdout == "True\n"


def test_warmup_compiles_the_others_and_fails_in_the_end(beside, monkeypatch):
    monkeypatch.setattr("boardwright.cli.warmup_plan.steps", lambda game, everything: iter(()))
    status, out, err = beside("warmup")
    assert status == 1
    assert all(name in out for name in ("noughts", "quoridor"))
    assert all(package in err for package, _ in distributions.BROKEN.values())
    done = beside("warmup", "--json")
    report = done.json
    assert (done.status, len(report["broken"])) == (1, len(distributions.BROKEN))
    assert [game["name"] for game in report["games"]] == [
        name for name in registry.names() if name not in distributions.BROKEN
    ]
    assert beside("warmup", "tic_tac_toe").status == 0


@pytest.mark.parametrize(
    ("name", "code", "params"),
    [
        ("tic_tac_toe", "new_game_taken", {"packages": ["boardwright"]}),
        ("crash", "new_game_taken", {"packages": ["boardwright-crash"]}),
        ("noughts", "new_game_taken", {"packages": ["noughts"]}),
        ("number", "new_game_taken", {}),
        ("json", "new_game_module", {}),
        ("numba", "new_game_module", {}),
        ("class", "new_game_reserved", {}),
    ],
)
def test_a_new_game_has_a_name_that_nothing_else_has(beside, tmp_path, name, code, params):
    beside("new-game", name, "--in", tmp_path).refuses(code, name=name, **params)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_happens_to_have_the_name_is_no_module(beside, tmp_path, monkeypatch):
    (tmp_path / "draughts").mkdir()
    (tmp_path / "games").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    done = beside("new-game", "draughts", "--in", tmp_path / "games")
    assert done.status == 0, done.err


def test_a_shipped_game_keeps_its_name_where_boardwright_is_not_installed(monkeypatch):
    from boardwright.cli.new_game import require_free
    from boardwright.core.errors import ConfigError

    monkeypatch.setattr(discovery, "offers", dict)
    with refused(ConfigError, "new_game_taken", packages=["boardwright"]):
        require_free("quoridor")
