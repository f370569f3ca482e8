"""`boardwright puzzles`: makes a file, proves it again, and says why there is none."""

from __future__ import annotations

from pathlib import Path

from boardwright.core import puzzle_records


def test_a_file_is_made_and_proved(ran, tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    done = ran("puzzles", "tic_tac_toe", "--number", "4", "--seed", "2", "--out", path)
    assert done.status == 0
    done.tells("puzzles_title", game="tic_tac_toe", count=4, seed=2)
    done.tells("puzzle_level_easy")
    records = list(puzzle_records.read(path))
    assert [record.seed for record in records] == [2] * 4
    done = ran("puzzles", "tic_tac_toe", "--check", path)
    assert done.status == 0
    done.tells("puzzles_proved", count=4)

    answers = [answer.model_copy(update={"right": not answer.right}) for answer in records[0].answers]
    path.write_text(records[0].model_copy(update={"answers": answers}).line() + "\n")
    done = ran("puzzles", "tic_tac_toe", "--check", path, "--json")
    assert done.status == 1
    assert {word["code"] for word in done.json["wrong"]} == {"puzzle_wrong_answer"}


def test_json(ran) -> None:
    done = ran("puzzles", "tic_tac_toe", "--number", "2", "--json")
    assert done.status == 0
    assert len(done.json["puzzles"]) == 2


def test_too_few_are_told(ran) -> None:
    done = ran("puzzles", "tic_tac_toe", "--number", "50", "--games", "2")
    assert done.status == 0
    done.tells("puzzles_few", number=50, games=2)


def test_a_game_with_dice_has_none(ran) -> None:
    ran("puzzles", "royal_ur").refuses("puzzles_none", game="royal_ur")


def test_a_folder_is_no_file(ran, tmp_path: Path) -> None:
    done = ran("puzzles", "tic_tac_toe", "--number", "1", "--games", "5", "--out", tmp_path)
    assert done.status == 2
    assert str(tmp_path) in done.err
