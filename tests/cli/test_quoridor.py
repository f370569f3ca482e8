"""Quoridor for people at the terminal: analyse, hints, import and export, levels."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def typed(text: str, *arguments: str, language: str = "en") -> str:
    """Play in the terminal with typed input, and return the output."""
    done = subprocess.run(
        [sys.executable, "-c", "from boardwright.cli import main; main()", "play", "quoridor", *arguments],
        input=text.replace(" / ", "\n") + "\n",
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "200", "BOARDWRIGHT_LANGUAGE": language},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# -- analyse


def test_a_line_is_analysed(ran):
    status, out, _ = ran("analyse", "quoridor", "--position", "e4 e6 8 8 a1v,c6v 1", "--top", "3")
    assert status == 0
    for sentence in (
        "7   2     2     2  ┃  2     2     2     2     2     2",
        "4   5     5     5     5    (1)    5     5     5     5",
        "steps to the goal of player 1, who is to move",
        "Player 1: steps to the goal 5 (e4 e5 e6 e7 e8 e9), walls in hand 8.",
        "If both only run, player 1 arrives first, by a single ply.",
        "alphabeta:depth=4 would play ",
        "Expected line: ",
        "  3. ",
    ):
        assert sentence in out, sentence
    ranked = [line for line in out.splitlines() if line.startswith(("  2. ", "  3. "))]
    assert all(" loss " in line or " as good" in line for line in ranked)  # "analyse_loss"


def test_losses_are_measured_from_the_best_move(ran):
    line = ("--position", "e4 e6 8 8 a1v,c6v 1", "--top", "200", "--by", "alphabeta:depth=2")
    data = json.loads(ran("analyse", "quoridor", *line, "--json")[1])
    top = data["advice"]["top"]
    assert data["position"] == "e4 e6 8 8 a1v,c6v 1"
    assert data["numbers"]["distances"] == [5, 5]
    assert len(top) > 100
    assert top[0]["loss"] == 0.0
    assert all(entry["loss"] == top[0]["score"] - entry["score"] for entry in top)
    assert [entry["loss"] for entry in top] == sorted(entry["loss"] for entry in top)
    assert all(entry["words"] and entry["ends_in"] is None for entry in top)


def test_wins_and_losses_are_told_in_plies(ran):
    status, out, _ = ran("analyse", "quoridor", "--position", "e8 a2 0 0 - 1", "--top", "3")
    assert status == 0
    assert "  1. e9             wins at once  Wins at once: e9 is on the goal row." in out  # "analyse_wins_now"
    lost = ran("analyse", "quoridor", "--position", "e6 a2 0 0 - 1", "--top", "3")[1]
    assert "loses in 2 plies" in lost  # "analyse_loses"
    assert "99999" not in out + lost
    data = json.loads(ran("analyse", "quoridor", "--position", "e7 a4 0 0 - 1", "--top", "9", "--json")[1])
    assert {entry["text"]: entry["ends_in"] for entry in data["advice"]["top"]}["e8"] == 3
    assert "wins in 3 plies" in ran("analyse", "quoridor", "--position", "e7 a4 0 0 - 1", "--top", "2")[1]
    # "analyse_wins"


def test_a_position_may_be_given_by_its_moves(ran):
    moves = "1. e2 e8 2. e3 e7"
    data = json.loads(ran("analyse", "quoridor", "--moves", moves, "--json")[1])
    assert data["position"] == "e3 e7 10 10 - 1"
    data = json.loads(ran("analyse", "quoridor", "--moves", moves, "--ply", "3", "--json")[1])
    assert data["position"] == "e3 e8 10 10 - 2"
    data = json.loads(ran("analyse", "tic_tac_toe", "--moves", "4 0", "--by", "perfect", "--top", "2", "--json")[1])
    assert data["advice"]["reason"]["code"] == "reason_holds"
    assert [word["code"] for word in data["advice"]["top"][0]["words"]] == ["tic_tac_toe.threatens_lines"]
    assert data["advice"]["top"][0]["ends_in"] == 0  # a proven draw


def test_moves_that_need_a_draw_need_a_seed(ran):
    moves = ("analyse", "minesweeper", "--moves", "reveal 2 2", "--json")
    assert json.loads(ran(*moves, "--seed", "4")[1])["numbers"]["safe"] == [[2, 5]]
    problem = json.loads(ran(*moves)[1])["error"]
    assert problem["code"] == "score_move"
    assert problem["params"]["problem"]["code"] == "draw_missing"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--position", "e4 e6 8 8 a1v,a2v 1"), "quoridor.position_walls"),
        (("--position", "e1 e9 3 3 - 1", "--board", "small"), "quoridor.position_square"),
        (("--position", "e1 e9 10 10 - 1", "--moves", "e2"), "format_source"),
        (("--position", "e1 e9 10 10 - 1", "--ply", "1"), "format_ply"),
        (("--moves", "e2 e8", "--ply", "3"), "history_ply"),
        (("--moves", "e2 e2"), "score_move"),
        (("absent.json",), "record_absent"),
        (("--moves", "e2", "--dialect", "french"), "dialect_unknown"),
    ],
)
def test_what_cannot_be_analysed_is_refused(ran, arguments, code):
    status, out, err = ran("analyse", "quoridor", *arguments, "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == code
    assert "Traceback" not in err


# -- import and export


def test_a_game_goes_in_and_comes_out(ran, tmp_path: Path):
    text, kept = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text("1. E2 e8 2. e3 He7 {a wall}\n3. e4\n")
    status, out, _ = ran("import", "quoridor", str(text), "--out", str(kept))
    assert (status, out) == (0, f"Plies read and played by the rules: 5. Written to {kept}.\n")  # "import_done"
    assert ran("export", str(kept))[1] == "1. e2 e8 2. e3 e7h 3. e4\n"
    flipped = ran("export", str(kept), "--dialect", "flip")[1]
    assert flipped == "1. e8 e2 2. e7 e2h 3. e6\n"
    text.write_text(flipped)
    again = ran("import", "quoridor", str(text), "--dialect", "flip")[1]
    assert json.loads(again) == json.loads(kept.read_text())
    assert json.loads(ran("export", str(kept), "--json")[1])["games"][0]["plies"] == 5
    assert "1 of 1" in ran("replay", str(kept))[1]
    data = json.loads(ran("analyse", "quoridor", str(kept), "--ply", "4", "--json")[1])
    assert data["position"] == "e3 e8 10 9 e7h 1"


def test_a_finished_game_is_a_record_like_any_other(ran, tmp_path: Path):
    text, kept = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text("1. c2 a4h 2. c3 a3v 3. c4 a1h 4. d5 1-0")
    assert ran("import", "quoridor", str(text), "--board", "small", "--out", str(kept))[0] == 0
    record = json.loads(kept.read_text())
    assert (record["returns"], record["agents"], record["plies"]) == ([1.0, -1.0], ["person", "person"], 7)
    assert ran("replay", str(kept))[0] == 0
    assert ran("export", str(kept))[1].endswith(" 4. d5 1-0\n")
    for arguments, code in (
        (("tic_tac_toe", str(kept)), "record_game"),
        (("quoridor", str(kept), "--number", "2"), "record_number"),
    ):
        assert json.loads(ran("analyse", *arguments, "--json")[1])["error"]["code"] == code


@pytest.mark.parametrize("content", [None, b"\xff"])
def test_a_file_that_cannot_be_read_is_told(ran, tmp_path: Path, content):
    path = tmp_path / "game.txt"
    if content is not None:
        path.write_bytes(content)
    status, _, err = ran("import", "quoridor", str(path))
    assert status == 2
    assert f"{path} cannot be read" in err


# -- play and levels


def test_a_sitting_takes_both_notations_and_hints_in_words():
    out = typed("e2 / He3 / e9 / hint / top / analyse / undo / quit", "--against", "easy", "--seed", "3")
    for sentence in (
        "In order of play: you, easy.",
        "Your move (1) > He3",
        "The pawn cannot go to e9: it moves one step where no wall stands, or jumps over the other pawn.",
        "alphabeta:depth=4 would play ",
        "  1. ",
        "steps to the goal of player 1, who is to move",
        "Taken back: e3h, ",
        "│ 2      │ ",
    ):
        assert sentence in out, sentence
    assert "steps left" in out or "This wall" in out


def test_what_a_person_played_can_be_exported(ran, tmp_path: Path):
    kept = tmp_path / "game.json"
    kept.write_text(typed("e2 / e8 / quit", "--against", "nobody", "--json"))
    assert ran("export", str(kept))[1] == "1. e2 e8\n"


def test_the_opponent_who_is_not_named_is_the_second_level():
    assert "normal (" in typed("e2 / quit")


def test_levels_are_listed_with_what_tells_them_apart(ran):
    out = ran("agents", "quoridor")[1]
    rows = {name: next(line for line in out.splitlines() if f"│ {name} " in line) for name in ("easy", "hard", "hell")}
    assert "A level of difficulty, profile tuned: alphabeta, 882 Elo points" in rows["hard"]
    assert "depth=2" in rows["hard"]
    data = {entry["name"]: entry for entry in json.loads(ran("agents", "quoridor", "--json")[1])["agents"]}
    assert data["hell"]["options"]["depth"] == 4
    # "agents_does_level", for a level that was not rated.
    assert data["hell:profile=seed"]["does"] == "A level of difficulty, profile seed: alphabeta."
    assert data["hell"]["plays"]
    assert "hard" not in {entry["name"] for entry in json.loads(ran("agents", "--json")[1])["agents"]}
