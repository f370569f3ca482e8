"""The commands: in a process of their own where that matters, else in this one, which spares a second each."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import warnings

import pytest

from boardwright.core import registry
from boardwright.testing.golden import record
from boardwright.testing.laws import LAWS


def boardwright(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "-m", "boardwright", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "200", **environment},
        check=False,
    )


def test_games_lists_what_is_installed(ran):
    listed = json.loads(boardwright("games", "--json").stdout)["games"]
    names = [game["name"] for game in listed]
    assert names == registry.names()
    assert {"tic_tac_toe", "connect_four"} <= set(names)
    assert listed[names.index("tic_tac_toe")]["presets"] == {"standard": {"size": 3, "in_a_row": 3}}
    table = ran("games")[1]
    assert all(name in table for name in names)
    assert "in_a_row" not in table
    assert "in_a_row" in ran("games", "tic_tac_toe")[1]


def test_help_is_worth_reading_and_quick():
    done = boardwright("--help")
    for command in ("games", "check", "bench", "warmup", "doctor", "new-game"):
        assert command in done.stdout


@pytest.mark.parametrize("game", ["tic_tac_toe", pytest.param("connect_four", marks=pytest.mark.slow)])
def test_check_tries_every_law_in_three_ways(game):
    ran = boardwright("check", game, "--json")
    assert ran.returncode == 0, ran.stderr
    data = json.loads(ran.stdout)
    assert data["passed"]
    assert [law["law"] for law in data["laws"]] == [law.name for law in LAWS]
    assert data["not_tried"] == []
    assert set(data["compile_seconds"]) == {"static", "interpreted", "bounds", "shipped"}
    for row, law in zip(data["laws"], LAWS):
        assert row["passed"]
        assert row["cases"] > 0
        assert row["seconds"] >= 0
        assert set(row["phases"]) == set(law.phases)


def test_an_unknown_game_is_answered_with_a_sentence_in_both_languages(ran, monkeypatch):
    for command in ("check", "bench"):
        status, _, err = ran(command, "tic_tac_to")
        assert status == 2
        assert "There is no game tic_tac_to: did you mean tic_tac_toe?" in err
        assert "Traceback" not in err
    assert "vouliez-vous dire tic_tac_toe" in ran("--language", "fr", "games", "tic_tac_to")[2]
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    error = json.loads(ran("check", "tic_tac_to", "--json")[1])["error"]
    assert error["code"] == "unknown_game"
    assert "vouliez-vous" in error["message"]


def test_an_unknown_preset_is_answered_with_the_ones_there_are(ran):
    status, _, err = ran("check", "tic_tac_toe", "--preset", "huge")
    assert status == 2
    assert "There is no configuration huge: choose one of standard." in err


def test_an_unknown_language_is_refused():
    assert "There is no language xx: choose one of en, fr" in boardwright("--language", "xx", "games").stderr
    assert "There is no language xx: choose one of en, fr" in boardwright("games", BOARDWRIGHT_LANGUAGE="xx").stderr


def test_warmup_compiles_what_it_is_told_to():
    data = json.loads(boardwright("warmup", "tic_tac_toe", "--json").stdout)["games"]
    assert [game["name"] for game in data] == ["tic_tac_toe"]
    assert data[0]["cpu_seconds"] > 0


@pytest.mark.parametrize(("name", "options"), [("first_steps", ()), ("first_secrets", ("--secrets",))])
def test_a_new_game_is_lawful_before_its_author_has_written_a_line(name, options, tmp_path, monkeypatch):
    ran = boardwright("new-game", name, "--in", str(tmp_path), "--json", *options)
    assert ran.returncode == 0, ran.stderr
    assert len(json.loads(ran.stdout)["files"]) == 11
    package = tmp_path / name
    monkeypatch.syspath_prepend(str(package / "src"))
    monkeypatch.syspath_prepend(str(package / "tests"))
    definition = registry.register(importlib.import_module(name).DEFINITION)
    try:
        assert len(record(registry.load(definition.name), package / "tests" / "data")) == 2
        own = vars(importlib.import_module(f"test_{name}")) | vars(importlib.import_module(f"test_{name}_rules"))
        tests = [test for called, test in own.items() if called.startswith("test_")]
        assert len(tests) == (7 if options else 6)
        for test in tests:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                test()
    finally:
        registry.forget(definition.name)


def test_a_new_game_points_to_what_is_installed(tmp_path, ran):
    _, said, _ = ran("new-game", "third_steps", "--in", str(tmp_path))
    readme = tmp_path / "third_steps" / "README.md"
    assert f"More is in {readme}; the whole way is in boardwright docs adding-a-game.\n" in said
    assert "boardwright play third_steps" in readme.read_text(encoding="utf-8")
    assert f"Next: boardwright check {tmp_path / 'third_steps'}. Once it is installed" in said
    _, said, _ = ran("--language", "fr", "new-game", "second_steps", "--in", str(tmp_path), "--secrets")
    assert "dans boardwright docs secrets.\n" in said


def test_docs_lists_and_prints_the_pages(ran):
    _, listed, _ = ran("docs")
    assert "/docs. `boardwright docs PAGE` prints one of\n  adding-a-game\n" in listed
    assert listed.endswith("/examples.\n")
    assert ran("docs", "adding-an-agent")[1].startswith("# Adding an agent\n")
    assert ran("docs", "games/quoridor")[1].startswith("# Quoridor\n")
    status, _, err = ran("docs", "adding-a-gam")
    assert (status, "There is no page adding-a-gam: the pages are adding-a-game, " in err) == (2, True)
    assert "affiche l'une de" in ran("--language", "fr", "docs")[1]
    assert "les pages sont" in ran("--language", "fr", "docs", "nothing")[2]


def test_a_new_game_needs_a_usable_name_and_an_empty_place(tmp_path, ran):
    (tmp_path / "draughts").mkdir()
    for language, name, sentence in (
        ("en", "Chess-2", "Chess-2 cannot be the name of a game: use lower-case letters"),
        ("fr", "Chess-2", "ne peut pas être le nom"),
        ("en", "draughts", "exists already: choose another name, or another folder with --in."),
        ("fr", "draughts", "existe déjà"),
    ):
        assert sentence in ran("--language", language, "new-game", name, "--in", str(tmp_path))[2]
