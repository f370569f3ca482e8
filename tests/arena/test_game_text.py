"""Games as text: a round trip in any game and dialect; errors name the ply."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright.arena import game_text, match_records
from boardwright.core.errors import HistoryError
from boardwright.core.position import Position
from saying import refused, told


def quoridor() -> boardwright.Game:
    return boardwright.load("quoridor", "small").as_interpreted()


def test_a_score_is_read_in_every_spelling() -> None:
    game = quoridor()
    plain = game_text.read(game, "1. c2 c4 2. c3 b1h").position
    for text in ("c2 c4 c3 b1h", "1.C2 c4\n2.C3 {a comment} Hb1", "c2, c4, c3, b1h *", "1. c2 c4 c3 b1h"):
        assert game_text.read(game, text).position.state.tobytes() == plain.state.tobytes()
    assert game_text.write(plain) == "1. c2 c4 2. c3 b1h"


@pytest.mark.parametrize("name", ["quoridor", "tic_tac_toe", "minesweeper"])
def test_a_random_game_is_read_back(name: str) -> None:
    game = boardwright.load(name, "small" if name == "quoridor" else None).as_interpreted()
    rng = np.random.default_rng(5)
    for seed in range(3):
        position = Position(game, seed=seed)
        while position.to_move is not None and len(position.history) < 60:
            position.push(int(rng.choice(position.legal_actions)))
        score = game_text.write(position)
        assert game_text.read(game, score, seed=seed).position.state.tobytes() == position.state.tobytes()
        for dialect in game.definition.files.dialects:
            flipped = game_text.write(position, dialect=dialect)
            assert flipped != score
            again = game_text.read(game, flipped, dialect=dialect, seed=seed)
            assert again.position.state.tobytes() == position.state.tobytes()


def test_moves_with_blanks_inside_are_apart_by_commas() -> None:
    game = boardwright.load("minesweeper").as_interpreted()
    position = game_text.read(game, "1. reveal 2 2 2. flag 2 5, flag 7 7", seed=4).position
    assert [game.actions.to_text(step.action) for step in position.history] == ["reveal 2 2", "flag 2 5", "flag 7 7"]
    assert game_text.write(position) == "1. reveal 2 2 2. flag 2 5 3. flag 7 7"


def test_the_first_player_of_the_other_dialect_starts_at_the_top() -> None:
    game = boardwright.load("quoridor").as_interpreted()
    position = game_text.read(game, "e8 e2 e7 d5v e1h", dialect="flip").position
    assert game_text.write(position) == "1. e2 e8 2. e3 d4v 3. e8h"


RUN = "1. c2 a4h 2. c3 a3v 3. c4 a1h 4. d5"


def test_how_it_ended_is_written_and_compared() -> None:
    game = quoridor()
    won = game_text.read(game, RUN)
    assert game_text.write(won.position) == f"{RUN} 1-0"
    assert game_text.read(game, f"{RUN} 1-0").resigned is None
    given_up = game_text.read(game, "1. c2 c4 0-1")
    assert given_up.resigned == 0
    assert game_text.write(given_up.position, resigned=0) == "1. c2 c4 0-1"


def test_what_is_imported_is_a_record_that_replays(tmp_path: Path) -> None:
    game = boardwright.load("quoridor", "small")
    for text in (RUN, "1. c2 c4 1-0", "1. c2 c4"):
        score = game_text.read(game, text)
        record = match_records.record_of(score.position, ["person", "person"], score.resigned)
        with match_records.Recorder(tmp_path / "game.json") as kept:
            kept.write(record)
        ((number, line),) = match_records.lines(tmp_path / "game.json")
        again = match_records.replay(match_records.read(line, number))
        assert again.state.tobytes() == score.position.state.tobytes()


FAULTS = [
    ("1. c2 c5", "", "score_move", {"ply": 2, "move": "c5"}),
    ("1. c2 zz", "", "score_move", {"ply": 2, "move": "zz"}),
    ("1. c4 c3", "flip", "score_move", {"ply": 2}),
    ("1. c2 2. c4", "", "score_number", {"found": 2, "ply": 2, "wanted": 1}),
    ("2. c2 c4", "", "score_number", {"found": 2, "ply": 1, "wanted": 1}),
    (" {nothing} ", "", "score_empty", {}),
    (f"{RUN} 0-1", "", "score_result", {"result": "0-1", "wanted": "1-0"}),
    ("1. c2 c4 1/2-1/2", "", "score_result", {"result": "1/2-1/2", "wanted": "*"}),
    ("1. c2 1-0 c4", "", "score_after", {"result": "1-0", "found": "c4"}),
    ("1. c2 c4", "upside", "dialect_unknown", {"dialect": "upside", "known": ["flip"]}),
]
PROBLEMS = {"c5": "quoridor.out_of_reach", "zz": "unknown_action"}


@pytest.mark.parametrize(("text", "dialect", "code", "params"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_what_is_wrong_with_a_score_is_told_with_its_ply(text: str, dialect: str, code: str, params: Any) -> None:
    with refused(HistoryError, code, **params) as caught:
        game_text.read(quoridor(), text, dialect=dialect)
    if params.get("move") in PROBLEMS:
        told(caught.value.params["problem"], PROBLEMS[params["move"]])
