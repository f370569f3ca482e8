"""Quoridor for people at the terminal: analyse, hints, import and export, levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardwright.core.words import Word

# -- analyse


def test_a_line_is_analysed(ran):
    done = ran("analyse", "quoridor", "--position", "e4 e6 8 8 a1v,c6v 1", "--top", "3")
    assert done.status == 0
    done.tells("quoridor.overlay", player=0)
    done.tells("quoridor.fact_way", player=0, steps=5, walls=8)
    done.tells("quoridor.fact_race", player=0, plies=1)
    done.tells("play_hint", agent="alphabeta:depth=4")
    done.tells("play_line")
    for text in (
        "7   2     2     2  ┃  2     2     2     2     2     2",
        "4   5     5     5     5    (1)    5     5     5     5",
        "  3. ",
    ):
        assert text in done.out, text
    assert len(done.words("analyse_loss") + done.words("analyse_as_good")) == 2


def test_losses_are_measured_from_the_best_move(ran):
    line = ("--position", "e4 e6 8 8 a1v,c6v 1", "--top", "200", "--by", "alphabeta:depth=2")
    data = ran("analyse", "quoridor", *line, "--json").json
    top = data["advice"]["top"]
    assert data["position"] == "e4 e6 8 8 a1v,c6v 1"
    assert data["numbers"]["distances"] == [5, 5]
    assert len(top) > 100
    assert top[0]["loss"] == 0.0
    assert all(entry["loss"] == top[0]["score"] - entry["score"] for entry in top)
    assert [entry["loss"] for entry in top] == sorted(entry["loss"] for entry in top)
    assert all(entry["words"] and entry["ends_in"] is None for entry in top)


def test_wins_and_losses_are_told_in_plies(ran):
    won = ran("analyse", "quoridor", "--position", "e8 a2 0 0 - 1", "--top", "3")
    assert won.status == 0
    won.tells("analyse_wins_now")
    won.tells("quoridor.does_wins", square="e9")
    lost = ran("analyse", "quoridor", "--position", "e6 a2 0 0 - 1", "--top", "3")
    lost.tells("analyse_loses", plies=2)
    assert "99999" not in won.out + lost.out
    data = ran("analyse", "quoridor", "--position", "e7 a4 0 0 - 1", "--top", "9", "--json").json
    assert {entry["text"]: entry["ends_in"] for entry in data["advice"]["top"]}["e8"] == 3
    ran("analyse", "quoridor", "--position", "e7 a4 0 0 - 1", "--top", "2").tells("analyse_wins", plies=3)


def test_a_position_may_be_given_by_its_moves(ran):
    moves = ("analyse", "quoridor", "--moves", "1. e2 e8 2. e3 e7", "--by", "alphabeta:depth=1", "--json")
    assert ran(*moves).json["position"] == "e3 e7 10 10 - 1"
    assert ran(*moves, "--ply", "3").json["position"] == "e3 e8 10 10 - 2"
    data = ran("analyse", "tic_tac_toe", "--moves", "4 0", "--by", "perfect", "--top", "2", "--json").json
    assert data["advice"]["reason"]["code"] == "reason_holds"
    assert [word["code"] for word in data["advice"]["top"][0]["words"]] == ["tic_tac_toe.threatens_lines"]
    assert data["advice"]["top"][0]["ends_in"] == 0  # a proven draw
    ran("analyse", "tic_tac_toe", "--moves", "4 0", "--by", "perfect", "--top", "2").tells("analyse_draws")


def test_moves_that_need_a_draw_need_a_seed(ran):
    moves = ("analyse", "minesweeper", "--moves", "reveal 2 2", "--json")
    assert ran(*moves, "--seed", "4").json["numbers"]["safe"] == [[2, 5]]
    problem = ran(*moves).json["error"]
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
    done = ran("analyse", "quoridor", *arguments, "--json")
    assert (done.status, done.json["error"]["code"]) == (2, code)


# -- import and export


def test_a_game_goes_in_and_comes_out(ran, tmp_path: Path):
    text, kept = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text("1. E2 e8 2. e3 He7 {a wall}\n3. e4\n")
    done = ran("import", "quoridor", text, "--out", kept)
    told = done.tells("import_done", plies=5, path=kept)
    assert (done.status, done.out) == (0, f"{told}\n")
    assert ran("export", kept).out == "1. e2 e8 2. e3 e7h 3. e4\n"
    flipped = ran("export", kept, "--dialect", "flip").out
    assert flipped == "1. e8 e2 2. e7 e2h 3. e6\n"
    text.write_text(flipped)
    again = ran("import", "quoridor", text, "--dialect", "flip")
    assert again.json == json.loads(kept.read_text())
    assert ran("export", kept, "--json").json["games"][0]["plies"] == 5
    ran("replay", kept).tells("replay_agrees", agree=1, matches=1)
    data = ran("analyse", "quoridor", kept, "--ply", "4", "--by", "alphabeta:depth=1", "--json").json
    assert data["position"] == "e3 e8 10 9 e7h 1"


def test_a_finished_game_is_a_record_like_any_other(ran, tmp_path: Path):
    text, kept = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text("1. c2 a4h 2. c3 a3v 3. c4 a1h 4. d5 1-0")
    assert ran("import", "quoridor", text, "--board", "small", "--out", kept).status == 0
    record = json.loads(kept.read_text())
    assert (record["returns"], record["agents"], record["plies"]) == ([1.0, -1.0], ["person", "person"], 7)
    assert ran("replay", kept).status == 0
    assert ran("export", kept).out.endswith(" 4. d5 1-0\n")
    ran("analyse", "tic_tac_toe", kept).refuses("record_game", found="quoridor", game="tic_tac_toe")
    ran("analyse", "quoridor", kept, "--number", "2").refuses("record_number", number=2, games=1)


@pytest.mark.parametrize("content", [None, b"\xff"])
def test_a_file_that_cannot_be_read_is_told(ran, tmp_path: Path, content):
    path = tmp_path / "game.txt"
    if content is not None:
        path.write_bytes(content)
    done = ran("import", "quoridor", path)
    assert done.status == 2
    assert str(path) in done.err


# -- play and levels


def test_a_sitting_takes_both_notations_and_hints_in_words(ran):
    moves = "e2 / He3 / e9 / hint / top / analyse / undo / quit"
    done = ran("play", "quoridor", "--against", "easy", "--seed", "3", typed=moves)
    assert done.status == 0, done.err
    done.tells("play_seats", players=[str(Word("play_you")), "easy"])
    done.tells("quoridor.out_of_reach", square="e9")
    done.tells("play_hint", agent="alphabeta:depth=4")
    done.tells("quoridor.overlay", player=0)
    assert done.tells("play_undone").params["moves"][0] == "e3h"
    for text in (f"{Word('play_your_turn')} (1) > He3", "  1. ", "│ 2      │ "):
        assert text in done.out, text
    assert [word for word, _ in done.said if word.code.startswith("quoridor.does_")]


def test_what_a_person_played_can_be_exported(ran, tmp_path: Path):
    kept = tmp_path / "game.json"
    kept.write_text(ran("play", "quoridor", "--against", "nobody", "--json", typed="e2 / e8 / quit").out)
    assert ran("export", kept).out == "1. e2 e8\n"


def test_the_opponent_who_is_not_named_is_the_second_level(ran):
    done = ran("play", "quoridor", typed="quit")
    done.tells("play_seats", players=[str(Word("play_you")), "normal"])


def test_levels_are_listed_with_what_tells_them_apart(ran):
    done = ran("agents", "quoridor")
    rows = {name: next(line for line in done.out.splitlines() if f"│ {name} " in line) for name in ("hard", "hell")}
    done.tells("agents_does_rated_level", profile="tuned", agent="alphabeta", elo=882)
    assert " 882 " in rows["hard"]
    assert "depth=2" in rows["hard"]
    data = {entry["name"]: entry for entry in ran("agents", "quoridor", "--json").json["agents"]}
    assert data["hell"]["options"]["depth"] == 4
    unrated = Word("agents_does_level", {"profile": "seed", "agent": "alphabeta"})
    assert data["hell:profile=seed"]["does"] == str(unrated)
    assert data["hell"]["plays"]
    assert "hard" not in {entry["name"] for entry in ran("agents", "--json").json["agents"]}
