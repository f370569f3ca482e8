"""`boardwright levels`: the file that it writes, what it prints, and what it refuses before it begins."""

from __future__ import annotations

import json

import pytest
import yaml

from boardwright.agents import levels
from boardwright.arena import level_candidates
from boardwright.cli.output import print_table
from boardwright.core import config


@pytest.fixture(autouse=True)
def few_candidates(monkeypatch):
    """Four candidates: the others need a compiler or minutes."""
    shipped = config.read

    def read(folder, name):
        data = shipped(folder, name)
        texts = ["random", "mcts:iterations=5", "perfect"]
        return {**data, "candidates": texts} if name == "levels" else data

    monkeypatch.setattr(level_candidates.config, "read", read)


def test_a_file_is_written_in_the_form_of_a_profile(ran, tmp_path):
    path = tmp_path / "new" / "levels.yaml"
    arguments = ("levels", "tic_tac_toe", "--out", str(path), "--seed", "3", "--games", "100", "--json")
    status, out, _ = ran(*arguments)
    assert status == 0
    report = json.loads(out)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Made by `boardwright levels tic_tac_toe --games 100 --seed 3`.\n")
    data = yaml.safe_load(text)
    assert data == {"ladder": report["ladder"], "levels": report["levels"]}
    profile = config.validate(levels.Profile, data)
    assert next(iter(profile.levels)) == "easy"
    assert list(profile.levels.values())[-1].agent == "perfect"
    assert profile.ladder.opening == 2
    assert all(level.rating is not None and "rating" not in level.options for level in profile.levels.values())
    status, _, err = ran(*arguments[:-1])
    assert status == 2
    assert (
        f"{path} exists already: choose another --profile or --out, or replace it with --force." in err
    )  # "levels_exist"
    status, out, _ = ran("--language", "fr", *arguments[:-1], "--force")
    assert status == 0
    for words in ("Candidats aux niveaux de tic_tac_toe, graine 3", "Niveaux de tic_tac_toe, graine 3", "plus fort"):
        assert (
            words in out
        )  # "levels_candidates", "levels_title", "levels_stronger", "levels_not_stronger", "levels_between"
    assert "tic_tac_toe.level.easy" in out  # "levels_written"


def test_more_candidates_may_be_named(ran, tmp_path):
    path = tmp_path / "levels.yaml"
    arguments = ("levels", "tic_tac_toe", "--out", str(path), "--games", "100")
    text = "mcts:iterations=50,rollouts=random"
    status, out, _ = ran(*arguments, "--try", text, "--json")
    assert status == 0
    assert text in [trial["agent"] for trial in json.loads(out)["trials"]]
    assert f" --try {text}`.\n" in path.read_text(encoding="utf-8")
    status, _, err = ran(*arguments, "--force", "--try", "perfect:states=3")
    assert status == 2
    assert "perfect takes at most 3" in err


def test_nobody_who_is_stronger_writes_nothing(ran, tmp_path):
    path = tmp_path / "levels.yaml"
    status, _, err = ran("levels", "tic_tac_toe", "--out", str(path), "--minutes", "0.00001")
    assert status == 2
    assert "Nobody was proved stronger than" in err  # "levels_few"
    assert not path.exists()
    status, _, err = ran("--language", "fr", "levels", "tic_tac_toe", "--out", str(path), "--minutes", "0.00001")
    assert "donnez-en plus avec --minutes" in err


def test_a_file_that_cannot_be_written_is_told_at_once(ran, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, _, err = ran("levels", "tic_tac_toe", "--out", str(tmp_path / "file" / "levels.yaml"))
    assert status == 2
    assert "cannot be written (Not a directory): choose another file with --out." in err  # "levels_unwritable"


def test_ctrl_c_writes_what_is_proved(ran, tmp_path, monkeypatch):
    from boardwright.arena import level_search

    played = level_search._play

    def play(search, high, low, *others):
        if high == "perfect":
            raise KeyboardInterrupt
        played(search, high, low, *others)

    monkeypatch.setattr(level_search, "_play", play)
    path = tmp_path / "levels.yaml"
    status, out, _ = ran("levels", "tic_tac_toe", "--out", str(path))
    assert status == 130
    assert "no time left" in out  # "levels_late"
    assert list(yaml.safe_load(path.read_text(encoding="utf-8"))["levels"]) == ["easy", "normal"]


def test_a_slow_agent_is_called_slow(ran, tmp_path):
    path = tmp_path / "levels.yaml"
    status, out, _ = ran("levels", "tic_tac_toe", "--out", str(path), "--seconds", "0.005")
    assert status == 0
    assert "too slow" in out  # "levels_slow"


def test_the_help_says_what_is_proved_and_what_to_do_next(ran):
    out = ran("levels", "--help")[1]
    for words in ("--minutes", "sequential test", "Ctrl-C", "boardwright ladder GAME", "words"):
        assert words in out


def test_names_in_a_table_are_not_broken(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "60")
    rows = [("mcts:iterations=20480", "#12", "stronger than any other " * 5)]
    for whole, kept in (((0, 1), True), ((), False)):
        print_table("Levels", ["agent", "against the agent of this number", "verdict"], rows, whole=whole)
        out = capsys.readouterr().out
        assert ("mcts:iterations=20480" in out) == kept
        assert max(map(len, out.splitlines())) <= 60
