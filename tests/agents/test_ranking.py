"""The ranking agent: its two shortcuts, its Q-table looked up by symmetry, and its file."""

from __future__ import annotations

import json

import numpy as np
import pytest

import boardwright
from boardwright.agents import q_table
from boardwright.agents.q_table import Store
from boardwright.agents.ranking import RankingAgent, blocking_action, winning_actions
from boardwright.core.agent import Turn
from boardwright.core.errors import BoardwrightError, ConfigError
from boardwright.core.words import say

GAME = boardwright.load("tic_tac_toe")
LIMIT = 10_000


def at(board: str) -> np.ndarray:
    """A state written with X, O and E."""
    state = GAME.new()
    state["cells"][0] = ["EOX".index(mark) for mark in board]
    state["ply"] = 9 - board.count("E")
    state["to_move"] = 0 if board.count("X") == board.count("O") else 1
    return state


def reason_params(board: str, values: dict[tuple[str, int], float] | None = None) -> dict[str, object]:
    state = at(board)
    turn = Turn(GAME, state, int(state["to_move"][0]), np.random.default_rng(0))
    return dict(RankingAgent(GAME, Store(values)).explain(turn).reason.params)


def test_a_win_at_once_is_taken_at_the_lowest_cell():
    assert winning_actions(GAME, at("XXEOOEEEE")) == [2]
    params = reason_params("XXEOOEEEE")
    assert (params["winIn1"], params["blockIn1"], params["move"]) == (True, False, 2)


def test_without_a_threat_no_block_fires_though_many_moves_prevent_a_win():
    assert blocking_action(GAME, at("XEEEEEEEE"), list(range(1, 9))) is None
    params = reason_params("XEEEEEEEE", {("EEEEEEEEX", 4): 1.0})
    assert (params["blockIn1"], params["move"], params["bestQ"]) == (False, 4, 1.0)


def test_one_threat_is_blocked():
    params = reason_params("XXEEOEEEE")
    assert (params["winIn1"], params["blockIn1"], params["move"]) == (False, True, 2)


def test_a_double_threat_cannot_be_blocked_so_the_table_decides():
    board = "XEOEOEXEX"
    state = at(board)
    assert blocking_action(GAME, state, [1, 3, 5, 7]) is None
    key, _, moves = q_table.place(GAME, state)
    params = reason_params(board, {(key, int(moves[5])): 0.5})
    # Cells 1 and 5 are one move by symmetry, so both are worth 0.5 and the lower one is played.
    assert (params["winIn1"], params["blockIn1"], params["move"], params["bestQ"]) == (False, False, 1, 0.5)


def test_unknown_values_count_nothing_and_the_lowest_cell_wins_a_tie():
    assert reason_params("EEEEEEEEE")["move"] == 0
    assert reason_params("EEEEEEEEE", {("EEEEEEEEE", 0): -0.1})["move"] == 1


def test_a_tie_is_broken_by_the_original_cell_not_by_the_canonical_one():
    # The canonical form of an X in the last corner is itself turned: corners 0, 2, 6 fold into one move.
    state = at("EEEEEEEEX")
    key, transform, moves = q_table.place(GAME, state)
    assert (key, transform) == ("EEEEEEEEX", "Identity")
    assert moves[2] == moves[6]
    assert reason_params("EEEEEEEEX", {(key, int(moves[6])): 1.0})["move"] == 2


def test_the_transform_is_named():
    assert reason_params("XEEEEEEEE")["transform"] == "Rot180"
    assert reason_params("EEXEEEEEE")["transform"] == "Rot90"


def test_moves_that_are_one_by_symmetry_are_stored_once():
    known = q_table.canonical_moves(GAME, limit=LIMIT)
    assert known["EEEEEEEEE"] == {0, 1, 4}
    assert sum(map(len, known.values())) == 2096
    assert len(known) == 627


def test_reasons_are_told_in_both_languages():
    for board, en, fr in (
        ("XXEOOEEEE", "Wins at once.", "Gagne tout de suite."),
        ("XXEEOEEEE", "Blocks a win that threatens.", "Pare un gain qui menace."),
        (
            "EEEEEEEEE",
            "Has the highest value that it learned here: 0.0.",
            "A la plus haute valeur qu'il a apprise ici : 0.0.",
        ),
    ):
        state = at(board)
        turn = Turn(GAME, state, int(state["to_move"][0]), np.random.default_rng(0))
        reason = RankingAgent(GAME, Store()).explain(turn).reason
        assert reason.code in {"reason_win_in_1", "reason_block_in_1", "reason_ranked"}
        assert (say(reason, "en"), say(reason, "fr")) == (en, fr)


def test_a_file_is_read_back_as_it_was_written(tmp_path):
    kept = Store({("EEEEEEEEE", 4): 0.25, ("EEEEEEEEX", 1): -1.0})
    kept.write(tmp_path / "table.json")
    assert list(q_table.read(GAME, tmp_path / "table.json", limit=LIMIT)) == list(kept)
    data = json.loads((tmp_path / "table.json").read_text())
    assert set(data) == {"version", "createdUtc", "qValues"}
    assert data["qValues"][0] == {"state": "EEEEEEEEE", "moveIndex": 4, "q": 0.25}


def row(state="EEEEEEEEE", move=4, q=0.0):
    return {"state": state, "moveIndex": move, "q": q}


REFUSED = [
    ("store_state", [row("XEEEEEEEE")], "XEEEEEEEE is not a canonical state", "n'est pas un état canonique"),
    ("store_state", [row("XXXXEEEEE")], "XXXXEEEEE is not a canonical state", "n'est pas un état canonique"),
    ("store_state", [row("EEEOOEXXX")], "still to play", "reste à jouer"),
    ("store_move", [row(move=2)], "2 is not a folded move of EEEEEEEEE", "n'est pas un coup replié"),
    ("store_move", [row(move="4")], "4 is not a folded move", "n'est pas un coup replié"),
    ("store_value", [row(q=float("nan"))], "nan is not a finite number", "n'est pas un nombre fini"),
    ("store_value", [row(q="1")], "1 is not a finite number", "n'est pas un nombre fini"),
    ("store_twice", [row(), row()], "move 4 of EEEEEEEEE stands twice", "figure deux fois"),
    ("store_row", [{"state": "EEEEEEEEE"}], "must have state, moveIndex and q", "doit avoir state, moveIndex et q"),
]


@pytest.mark.parametrize(("code", "rows", "english", "french"), REFUSED)
def test_a_row_that_does_not_fit_is_refused(code, rows, english, french):
    data = {"version": 1, "createdUtc": "2026-01-01T00:00:00+00:00", "qValues": rows}
    with pytest.raises(ConfigError) as refused:
        q_table.from_dict(GAME, data, limit=LIMIT)
    assert refused.value.code == code
    assert english in str(refused.value)
    assert french in say(refused.value.word, "fr")


def test_a_file_that_is_none_is_refused(tmp_path):
    for text, code, english, french in (
        (None, "store_absent", "There is no table", "Il n'y a pas de table"),
        ("{", "store_json", "is not JSON near line 1", "n'est pas du JSON"),
        ("{}", "store_format", "has the keys version, createdUtc and qValues", "a les clés version"),
    ):
        path = tmp_path / "table.json"
        if text is not None:
            path.write_text(text)
        with pytest.raises(BoardwrightError) as refused:
            boardwright.agent("ranking", GAME, table=str(path))
        assert refused.value.code == code
        assert english in str(refused.value)
        assert french in say(refused.value.word, "fr")


def test_the_tables_that_come_with_the_game_are_verified_here():
    # `make` does not: it would visit every state before the first move.
    tables = list((GAME.definition.files.configs / "ranking").glob("*.json"))
    assert tables
    for path in tables:
        assert len(q_table.read(GAME, path, limit=LIMIT))
