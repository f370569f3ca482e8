"""`boardwright levels`: the file that it writes, what it prints, and what it refuses before it begins."""

from __future__ import annotations

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
    done = ran(*arguments)
    assert done.status == 0
    report = done.json
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Made by `boardwright levels tic_tac_toe --games 100 --seed 3`.\n")
    data = yaml.safe_load(text)
    assert data == {"ladder": report["ladder"], "levels": report["levels"]}
    profile = config.validate(levels.Profile, data)
    assert next(iter(profile.levels)) == "easy"
    assert list(profile.levels.values())[-1].agent == "perfect"
    assert profile.ladder.opening == 2
    assert all(level.rating is not None and "rating" not in level.options for level in profile.levels.values())
    ran(*arguments[:-1]).refuses("levels_exist", path=path)
    done = ran(*arguments[:-1], "--force")
    assert done.status == 0
    done.tells("levels_candidates", game="tic_tac_toe", seed=3)
    done.tells("levels_title", game="tic_tac_toe", seed=3)
    done.tells("levels_stronger")  # and of other candidates "levels_between" or "levels_not_stronger"
    done.tells("levels_written")
    assert "tic_tac_toe.level.easy" in done.out


def test_more_candidates_may_be_named(ran, tmp_path):
    path = tmp_path / "levels.yaml"
    arguments = ("levels", "tic_tac_toe", "--out", str(path), "--games", "100")
    text = "mcts:iterations=50,rollouts=random"
    done = ran(*arguments, "--try", text, "--json")
    assert done.status == 0
    assert text in [trial["agent"] for trial in done.json["trials"]]
    assert f" --try {text}`.\n" in path.read_text(encoding="utf-8")
    ran(*arguments, "--force", "--try", "perfect:states=3").refuses("agent_too_large", agent="perfect", states=3)


def test_nobody_who_is_stronger_writes_nothing(ran, tmp_path):
    path = tmp_path / "levels.yaml"
    done = ran("levels", "tic_tac_toe", "--out", path, "--minutes", "0.00001")
    done.refuses("levels_few", game="tic_tac_toe")
    assert not path.exists()


def test_a_file_that_cannot_be_written_is_told_at_once(ran, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = ran("levels", "tic_tac_toe", "--out", tmp_path / "file" / "levels.yaml")
    done.refuses("levels_unwritable", detail="Not a directory")


def test_ctrl_c_writes_what_is_proved(ran, tmp_path, monkeypatch):
    from boardwright.arena import level_search

    played = level_search._play

    def play(search, high, low, *others):
        if high == "perfect":
            raise KeyboardInterrupt
        played(search, high, low, *others)

    monkeypatch.setattr(level_search, "_play", play)
    path = tmp_path / "levels.yaml"
    done = ran("levels", "tic_tac_toe", "--out", path)
    assert done.status == 130
    done.tells("levels_late")
    assert list(yaml.safe_load(path.read_text(encoding="utf-8"))["levels"]) == ["easy", "normal"]


def test_a_slow_agent_is_called_slow(ran, tmp_path):
    path = tmp_path / "levels.yaml"
    done = ran("levels", "tic_tac_toe", "--out", path, "--seconds", "0.005")
    assert done.status == 0
    done.tells("levels_slow")


def test_the_help_says_what_is_proved_and_what_to_do_next(ran):
    out = ran("levels", "--help").out
    for words in ("--minutes", "Ctrl-C", "boardwright ladder GAME"):
        assert words in out


def test_names_in_a_table_are_not_broken(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "60")
    rows = [("mcts:iterations=20480", "#12", "stronger than any other " * 5)]
    for whole, kept in (((0, 1), True), ((), False)):
        print_table("Levels", ["agent", "against the agent of this number", "verdict"], rows, whole=whole)
        out = capsys.readouterr().out
        assert ("mcts:iterations=20480" in out) == kept
        assert max(map(len, out.splitlines())) <= 60
