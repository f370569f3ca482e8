"""The commands that list, check and begin games, and the language of all of them."""

from __future__ import annotations

import importlib
import json
import sys
import warnings

import pytest

from boardwright.core import registry
from boardwright.core.words import LANGUAGES, Word, say
from boardwright.testing import broken_laws
from boardwright.testing.golden import record
from boardwright.testing.laws import LAWS


def test_games_lists_what_is_installed(ran):
    listed = ran("games", "--json").json["games"]
    names = [game["name"] for game in listed]
    assert names == registry.names()
    assert {"tic_tac_toe", "connect_four"} <= set(names)
    assert listed[names.index("tic_tac_toe")]["presets"] == {"standard": {"size": 3, "in_a_row": 3}}
    table = ran("games").out
    assert all(name in table for name in names)
    assert "in_a_row" not in table
    assert "in_a_row" in ran("games", "tic_tac_toe").out


def test_the_module_is_a_command_that_speaks_the_language_of_the_environment(in_a_process):
    status, out, err = in_a_process("games", "--json", BOARDWRIGHT_LANGUAGE="fr")
    assert status == 0, err
    assert "tic_tac_toe" in [game["name"] for game in json.loads(out)["games"]]
    status, _, err = in_a_process("games", BOARDWRIGHT_LANGUAGE="xx")
    assert status == 2
    assert str(Word("usage_language", {"found": "xx", "known": list(LANGUAGES)})) in err


@pytest.mark.slow
def test_check_tries_every_law_in_three_ways(ran):
    done = ran("check", "tic_tac_toe", "--json")
    assert done.status == 0, done.err
    data = done.json
    assert data["passed"]
    assert [law["law"] for law in data["laws"]] == [law.name for law in LAWS]
    assert data["not_tried"] == []
    assert set(data["compile_seconds"]) == {"static", "interpreted", "bounds", "shipped"}
    for row, law in zip(data["laws"], LAWS):
        assert row["passed"]
        assert row["cases"] > 0
        assert row["seconds"] >= 0
        assert set(row["phases"]) == set(law.phases)


@pytest.mark.slow
def test_check_tries_a_law_in_each_of_its_phases(ran):
    done = ran("check", "tic_tac_toe", "--law", "mask_is_check", "--json")
    assert done.status == 0, done.err
    (row,) = done.json["laws"]
    assert row["passed"]
    assert set(row["phases"]) == {"interpreted", "bounds", "shipped"}
    assert set(done.json["compile_seconds"]) == {"interpreted", "bounds", "shipped"}


@pytest.mark.parametrize("command", ["check", "bench", "games"])
def test_an_unknown_game_is_answered_with_a_near_one(ran, command):
    done = ran(command, "tic_tac_to")
    assert (done.status, done.out) == (2, "")
    done.tells("unknown_game", name="tic_tac_to")
    done.tells("unknown_game_near", known=["tic_tac_toe"])


def test_an_error_is_said_in_the_language_of_the_reader_with_the_same_code(ran, monkeypatch):
    word = Word("unknown_game_near", {"known": ["tic_tac_toe"]})
    for options, language in ((("--language", "fr"), "fr"), ((), "en")):
        assert say(word, language) in ran(*options, "games", "tic_tac_to").err
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    error = ran("check", "tic_tac_to", "--json").json["error"]
    assert error["code"] == "unknown_game"
    assert say(word, "fr") in error["message"]


def test_an_unknown_preset_is_answered_with_the_ones_there_are(ran):
    ran("check", "tic_tac_toe", "--preset", "huge").refuses("config_absent", known=["standard"])


def test_warmup_compiles_what_it_is_told_to(ran):
    data = ran("warmup", "tic_tac_toe", "--json").json["games"]
    assert [game["name"] for game in data] == ["tic_tac_toe"]
    assert data[0]["cpu_seconds"] > 0


NEW_GAMES = pytest.mark.parametrize(("name", "options"), [("new_steps", ()), ("new_secrets", ("--secrets",))])


@pytest.fixture
def written(ran, tmp_path, monkeypatch):
    """Write a new game and register it; return it with the tests that come with it, by name."""
    names = []

    def write(name, options):
        done = ran("new-game", name, "--in", tmp_path, "--json", *options)
        assert done.status == 0, done.err
        assert len(done.json["files"]) == 11
        for folder in ("src", "tests"):
            monkeypatch.syspath_prepend(str(tmp_path / name / folder))
        names.append(name)
        registry.register(importlib.import_module(name).DEFINITION)
        own = vars(importlib.import_module(f"test_{name}")) | vars(importlib.import_module(f"test_{name}_rules"))
        tests = {called: test for called, test in own.items() if called.startswith("test_")}
        assert len(tests) == (7 if options else 6)
        return tests

    yield write
    for name in names:
        registry.forget(name)
        for module in [module for module in sys.modules if name in module.partition(".")[0]]:
            del sys.modules[module]


def run_each(tests):
    for test in tests:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            test()


@NEW_GAMES
def test_a_new_game_is_lawful_before_its_author_has_written_a_line(uncompiled, written, name, options):
    tests = written(name, options)
    assert broken_laws(registry.load(name), games=3, states=10) == []
    run_each(test for called, test in tests.items() if called not in GOLDEN)


GOLDEN = {"test_laws", "test_perft", "test_playthrough"}
"""Tests with thousands of states, for machine code."""


@pytest.mark.slow
@NEW_GAMES
def test_a_new_game_and_all_its_tests_run_as_machine_code(written, name, options, tmp_path):
    tests = written(name, options)
    assert len(record(registry.load(name), tmp_path / name / "tests" / "data")) == 2
    run_each(tests.values())


def test_a_new_game_points_to_what_is_installed(tmp_path, ran):
    folder = tmp_path / "third_steps"
    done = ran("new-game", "third_steps", "--in", tmp_path)
    done.tells("new_game_next", readme=folder / "README.md", page="adding-a-game", folder=folder)
    assert "boardwright play third_steps" in (folder / "README.md").read_text(encoding="utf-8")
    done = ran("new-game", "second_steps", "--in", tmp_path, "--secrets")
    done.tells("new_game_next", page="secrets")


def test_docs_lists_and_prints_the_pages(ran):
    done = ran("docs")
    assert "\n  adding-a-game\n" in done.out
    assert done.out.startswith(str(done.tells("docs_pages")))
    assert done.out.endswith(f"{done.tells('docs_examples')}\n")
    assert ran("docs", "adding-an-agent").out.startswith("# Adding an agent\n")
    assert ran("docs", "games/quoridor").out.startswith("# Quoridor\n")
    assert "adding-a-game" in ran("docs", "adding-a-gam").refuses("docs_absent", path="adding-a-gam").params["known"]


def test_a_new_game_needs_a_usable_name_and_an_empty_place(tmp_path, ran):
    (tmp_path / "draughts").mkdir()
    ran("new-game", "Chess-2", "--in", tmp_path).refuses("new_game_name", name="Chess-2")
    ran("new-game", "draughts", "--in", tmp_path).refuses("new_game_exists", path=str(tmp_path / "draughts"))
