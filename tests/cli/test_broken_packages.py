"""Commands beside broken packages: each package is named with its error, and the other games go on."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import distributions
from boardwright.core import discovery, registry


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    distributions.install_broken(folder)
    return folder


@pytest.fixture
def beside(path, ran, monkeypatch):
    """Run a command in this process, with the broken packages installed: a process of its own takes a second."""
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.syspath_prepend(str(path))
    discovery.offers.cache_clear()
    yield ran
    discovery.offers.cache_clear()
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(path)):
            del sys.modules[name]


def boardwright(path, *arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boardwright", *arguments],
        capture_output=True,
        text=True,
        input=typed,
        env={**os.environ, "COLUMNS": "200", "PYTHONPATH": str(path), **environment},
    )


def test_games_lists_the_others_and_a_line_for_each_broken_package(path, beside):
    ran = boardwright(path, "games", "--json")
    assert ran.returncode == 0, ran.stderr
    listed = json.loads(ran.stdout)
    broken = {game["game"]: game for game in listed["broken"]}
    assert {name: game["code"] for name, game in broken.items()} == {
        name: code for name, (_, code) in distributions.BROKEN.items()
    }
    assert all(package in broken[name]["packages"] for name, (package, _) in distributions.BROKEN.items())
    names = [game["name"] for game in listed["games"]]
    assert {"noughts", "quoridor", "tic_tac_toe"} <= set(names)
    table = beside("--language", "fr", "games")[1]
    for name, (package, _) in distributions.BROKEN.items():
        (line,) = [line for line in table.splitlines() if package in line and f" {name} " in f"{line} "]
        assert "désinstallez" in line or "corrigez-le" in line
    assert "│ tic_tac_toe" in table


def test_another_game_is_played_and_its_agents_are_listed(path):
    ran = boardwright(path, "play", "tic_tac_toe", "--against", "random", "--seed", "1", typed="4\nquit\n")
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    ran = boardwright(path, "agents", "tic_tac_toe", "--json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["agents"]


@pytest.mark.parametrize("command", ["agents", "check", "play", "warmup", "games"])
def test_the_broken_game_itself_is_refused_in_a_sentence(path, beside, command):
    status, out, err = beside(command, "crash")
    assert (status, out) == (2, "")
    assert f"of the package boardwright-crash cannot be used (RuntimeError: two lines, {path}" in err
    assert "Traceback" not in err


def test_doctor_names_each_broken_package(beside, tmp_path):
    status, out, _ = beside("doctor", "--json", "--data", str(tmp_path))
    assert status == 1
    report = json.loads(out)
    told = {problem["params"]["name"]: problem for problem in report["problems"] if problem["kind"] == "broken"}
    assert {name: problem["code"] for name, problem in told.items()} == {
        name: code for name, (_, code) in distributions.BROKEN.items()
    }
    assert {"noughts", "tic_tac_toe"} <= {game["name"] for game in report["games"]}


def test_an_engine_is_proposed_among_the_games_that_work(beside):
    status, _, err = beside("engine", "tic_tac_toe")
    assert status == 2
    assert "quoridor" in err
    assert "Traceback" not in err


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
    status, out, _ = beside("warmup", "--json")
    report = json.loads(out)
    assert (status, len(report["broken"])) == (1, len(distributions.BROKEN))
    assert [game["name"] for game in report["games"]] == [
        name for name in registry.names() if name not in distributions.BROKEN
    ]
    assert beside("warmup", "tic_tac_toe")[0] == 0


def test_a_new_game_has_a_name_that_nothing_else_has(beside, tmp_path):
    for name, english, french in (
        ("tic_tac_toe", "by the package boardwright: choose another, such as my_tic_tac_toe", "est déjà offert par"),
        ("crash", "by the package boardwright-crash: choose another", "le paquet boardwright-crash"),
        ("noughts", "by the package noughts: choose another", "est déjà offert par"),
        ("json", "Python has a module of the name json already", "Python a déjà un module"),
        ("numba", "Python has a module of the name numba already", "choisissez-en un autre, par exemple numba_game"),
        ("number", "is offered already", "est déjà offert"),
        ("class", "class is a keyword of Python", "est un mot-clé de Python"),
    ):
        for language, wanted in (("en", english), ("fr", french)):
            status, _, err = beside("--language", language, "new-game", name, "--in", str(tmp_path))
            assert status == 2
            assert wanted in err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_happens_to_have_the_name_is_no_module(path, tmp_path):
    (tmp_path / "draughts").mkdir()
    (tmp_path / "games").mkdir()
    here = f"{path}{os.pathsep}{tmp_path}"
    ran = boardwright(path, "new-game", "draughts", "--in", str(tmp_path / "games"), PYTHONPATH=here)
    assert ran.returncode == 0, ran.stderr


def test_a_shipped_game_keeps_its_name_where_boardwright_is_not_installed(monkeypatch):
    from boardwright.cli.new_game import require_free
    from boardwright.core.errors import ConfigError

    monkeypatch.setattr(discovery, "offers", dict)
    with pytest.raises(ConfigError, match="by the package boardwright") as caught:
        require_free("quoridor")
    assert caught.value.code == "new_game_taken"
