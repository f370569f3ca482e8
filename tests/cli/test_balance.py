"""`boardwright balance`: its table, files and picture, and what Ctrl-C does."""

from __future__ import annotations

import json

import yaml

import boardwright
from boardwright.arena import balance

COMMAND = ("balance", "skirmish", "--agent=greedy", "--candidates=3", "--games=2", "--final=4", "--keep=1")


def test_a_balance_prints_a_table_and_writes_its_files(ran, tmp_path) -> None:
    folder, picture = tmp_path / "run", tmp_path / "shares.svg"
    arguments = (*COMMAND, "--folder", folder, "--picture", picture)
    done = ran(*arguments)
    assert done.status == 0, done.err
    done.tells("balance_current")
    done.tells("balance_title", game="skirmish", candidates=3)
    done.tells("balance_cost")
    assert f"--preset {folder / 'best.yaml'}" in done.out
    assert "Wardens" in done.out
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
    done = ran(*COMMAND, "--folder", tmp_path)
    assert done.status == 130
    done.tells("balance_stopped", folder=tmp_path)
    assert not (tmp_path / "best.yaml").exists()
    calls.clear()
    done = ran(*COMMAND)
    assert done.status == 130
    done.tells("balance_stopped_unsaved")
    monkeypatch.undo()
    status, text, _ = ran(*COMMAND, "--folder", str(tmp_path), "--json")
    assert (status, json.loads(text)) == (0, ran(*COMMAND, "--json").json)


def test_a_space_of_ones_own_and_a_picture_that_cannot_be_drawn(ran, tmp_path) -> None:
    space = tmp_path / "mine.yaml"
    space.write_text("types.scout.HP_MAX: [3, 4, 5]\n")
    status, text, _ = ran(*COMMAND, "--space", str(space), "--json")
    assert (status, json.loads(text)["space"]) == (0, {"types.scout.HP_MAX": [3, 4, 5]})
    picture = tmp_path / "none" / "shares.png"
    ran(*COMMAND, "--picture", picture).refuses("file_unwritable", path=picture)
    status, _, err = ran("balance", "tic_tac_toe", "--space", "none")
    assert (status, "none" in err) == (2, True)


def test_a_game_without_a_search_space_says_how_to_write_one(ran) -> None:
    ran("balance", "tic_tac_toe").refuses("balance_no_space", game="tic_tac_toe")
    ran("balance", "minesweeper").refuses("balance_for_two", game="minesweeper", players=1)
