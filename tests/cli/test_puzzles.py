"""`boardwright puzzles`: makes a file, proves it again, and says why there is none."""

from __future__ import annotations

import json
from pathlib import Path

from boardwright.core import puzzle_records
from boardwright.core.words import Word, say


def test_a_file_is_made_and_proved(ran, tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    status, out, _ = ran("puzzles", "tic_tac_toe", "--number", "4", "--seed", "2", "--out", str(path))
    assert status == 0
    assert say(Word("puzzles_title", {"game": "tic_tac_toe", "count": 4, "seed": 2}), "en") in out
    assert say(Word("puzzle_level_easy"), "en") in out
    records = list(puzzle_records.read(path))
    assert [record.seed for record in records] == [2] * 4
    status, out, _ = ran("puzzles", "tic_tac_toe", "--check", str(path))
    assert (status, out.strip()) == (0, say(Word("puzzles_proved", {"count": 4, "path": str(path)}), "en"))

    answers = [answer.model_copy(update={"right": not answer.right}) for answer in records[0].answers]
    path.write_text(records[0].model_copy(update={"answers": answers}).line() + "\n")
    status, out, _ = ran("puzzles", "tic_tac_toe", "--check", str(path), "--json")
    assert status == 1
    assert {word["code"] for word in json.loads(out)["wrong"]} == {"puzzle_wrong_answer"}


def test_json(ran) -> None:
    status, out, _ = ran("puzzles", "tic_tac_toe", "--number", "2", "--json")
    assert status == 0
    assert len(json.loads(out)["puzzles"]) == 2


def test_too_few_are_told(ran) -> None:
    status, _, err = ran("puzzles", "tic_tac_toe", "--number", "50", "--games", "2")
    assert status == 0
    assert "of 50 puzzles in 2 games" in err
    assert say(Word("puzzles_few", {"count": 9, "number": 50, "games": 2}), "fr").startswith("9 énigmes sur 50")


def test_a_game_with_dice_has_none(ran) -> None:
    status, _, err = ran("puzzles", "royal_ur")
    assert status == 2
    assert "royal_ur has no puzzles that a search can prove" in err


def test_a_folder_is_no_file(ran, tmp_path: Path) -> None:
    status, _, err = ran("puzzles", "tic_tac_toe", "--number", "1", "--games", "5", "--out", str(tmp_path))
    assert status == 2
    assert str(tmp_path) in err
