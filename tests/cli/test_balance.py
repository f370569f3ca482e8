"""`boardwright balance`: its table, files and picture, and what Ctrl-C does."""

from __future__ import annotations

import json

import pytest
import yaml

import boardwright
from boardwright.arena import balance
from boardwright.core.words import Word, say

COMMAND = ("balance", "skirmish", "--agent=greedy", "--candidates=3", "--games=2", "--final=4", "--keep=1")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_balance_prints_a_table_and_writes_its_files(ran, tmp_path, language) -> None:
    folder, picture = tmp_path / "run", tmp_path / "shares.svg"
    arguments = (*COMMAND, "--folder", str(folder), "--picture", str(picture))
    status, text, err = ran("--language", language, *arguments)
    assert status == 0, err
    assert say(Word("balance_current"), language) in text
    assert say(Word("balance_title", {"game": "skirmish", "candidates": 3}), language) in text
    assert f"--preset {folder / 'best.yaml'}" in text
    assert "Wardens" in text
    assert ("ms of CPU time each" if language == "en" else "ms de temps de processeur") in err  # "balance_cost"
    assert {path.name for path in folder.iterdir()} == {"games.jsonl", "result.json", "best.yaml"}
    assert "Wardens" in picture.read_text(encoding="utf-8")
    result = json.loads((folder / "result.json").read_text())
    preset = yaml.safe_load((folder / "best.yaml").read_text())
    assert boardwright.load("skirmish", str(folder / "best.yaml")).config == preset
    status, text, err = ran(*arguments, "--json")
    assert (status, json.loads(text), err) == (0, result, "")


def test_ctrl_c_keeps_the_games_and_the_same_command_goes_on(ran, tmp_path, monkeypatch) -> None:
    play, calls = balance.play_balance_piece, []

    def interrupted(piece):
        calls.append(piece)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return play(piece)

    monkeypatch.setattr(balance, "play_balance_piece", interrupted)
    status, _, err = ran(*COMMAND, "--folder", str(tmp_path))
    assert status == 130
    assert f"To go on: the same command, with --folder {tmp_path}." in err  # "balance_stopped"
    assert not (tmp_path / "best.yaml").exists()
    calls.clear()
    status, _, err = ran(*COMMAND)
    assert (status, "Nothing was kept" in err) == (130, True)  # "balance_stopped_unsaved"
    monkeypatch.undo()
    status, text, _ = ran(*COMMAND, "--folder", str(tmp_path), "--json")
    assert (status, json.loads(text)) == (0, json.loads(ran(*COMMAND, "--json")[1]))


def test_a_space_of_ones_own_and_a_picture_that_cannot_be_drawn(ran, tmp_path) -> None:
    space = tmp_path / "mine.yaml"
    space.write_text("types.scout.HP_MAX: [3, 4, 5]\n")
    status, text, _ = ran(*COMMAND, "--space", str(space), "--json")
    assert (status, json.loads(text)["space"]) == (0, {"types.scout.HP_MAX": [3, 4, 5]})
    status, _, err = ran(*COMMAND, "--picture", str(tmp_path / "none" / "shares.png"))
    assert (status, "cannot be written" in err) == (2, True)
    status, _, err = ran("balance", "tic_tac_toe", "--space", "none")
    assert (status, "none" in err) == (2, True)


def test_a_game_without_a_search_space_says_how_to_write_one(ran) -> None:
    status, _, err = ran("balance", "tic_tac_toe")  # "balance_no_space"
    assert status == 2
    assert "has no search space called standard: write one as a YAML file" in err
    status, _, err = ran("balance", "minesweeper")
    assert (status, "minesweeper is for 1 player" in err) == (2, True)  # "balance_for_two"
