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
from saying import refused, told

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


def test_each_shortcut_gives_its_own_reason():
    for board, code in (
        ("XXEOOEEEE", "reason_win_in_1"),
        ("XXEEOEEEE", "reason_block_in_1"),
        ("EEEEEEEEE", "reason_ranked"),
    ):
        state = at(board)
        turn = Turn(GAME, state, int(state["to_move"][0]), np.random.default_rng(0))
        told(RankingAgent(GAME, Store()).explain(turn).reason, code, bestQ=0.0)


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
    ("store_state", [row("XEEEEEEEE")], {"path": "qValues.0.state", "value": "XEEEEEEEE"}),
    ("store_state", [row("XXXXEEEEE")], {"value": "XXXXEEEEE"}),
    ("store_state", [row("EEEOOEXXX")], {"value": "EEEOOEXXX"}),
    ("store_move", [row(move=2)], {"path": "qValues.0.moveIndex", "value": 2, "state": "EEEEEEEEE"}),
    ("store_move", [row(move="4")], {"value": "4"}),
    ("store_value", [row(q=float("nan"))], {"path": "qValues.0.q"}),
    ("store_value", [row(q="1")], {"value": "1"}),
    ("store_twice", [row(), row()], {"move": 4, "state": "EEEEEEEEE"}),
    ("store_row", [{"state": "EEEEEEEEE"}], {"path": "qValues.0"}),
]


@pytest.mark.parametrize(("code", "rows", "params"), REFUSED)
def test_a_row_that_does_not_fit_is_refused(code, rows, params):
    data = {"version": 1, "createdUtc": "2026-01-01T00:00:00+00:00", "qValues": rows}
    with refused(ConfigError, code, **params):
        q_table.from_dict(GAME, data, limit=LIMIT)


def test_a_file_that_is_none_is_refused(tmp_path):
    path = tmp_path / "table.json"
    for text, code, params in (
        (None, "store_absent", {"path": str(path)}),
        ("{", "store_json", {"path": str(path), "line": 1}),
        ("{}", "store_format", {"path": "version"}),
    ):
        if text is not None:
            path.write_text(text)
        with refused(BoardwrightError, code, **params):
            boardwright.agent("ranking", GAME, table=str(path))


def test_the_tables_that_come_with_the_game_are_verified_here():
    # `make` does not: it would visit every state before the first move.
    tables = list((GAME.definition.files.configs / "ranking").glob("*.json"))
    assert tables
    for path in tables:
        assert len(q_table.read(GAME, path, limit=LIMIT))
