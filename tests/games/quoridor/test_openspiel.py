"""The same number of ways to play on as OpenSpiel counts, from positions where jumps and closed paths are near."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.position import Position
from boardwright.testing import perft

from .boards import board_of, compiled, legal
from .positions import KINDS, PATH

TABLE = json.loads(PATH.read_text(encoding="utf-8"))
ROWS = TABLE["positions"]


def theirs(state: Any) -> dict[str, int]:
    """OpenSpiel's legal actions by our names. Its indices are no squares: a pawn's move is a direction there.

    Its first player starts at e9, so rows count from the other side; a wall is then named by the other one of its rows.
    """
    table = {}
    for action in state.legal_actions():
        text = state.action_to_string(action)
        wall = text[-1] in "hv"
        table[f"{text[0]}{(9 if wall else 10) - int(text[1])}{text[2:]}"] = action
    return table


def count(state: Any, depth: int) -> int:
    """Sequences of `depth` actions, by OpenSpiel alone."""
    legal = state.legal_actions()
    return len(legal) if depth == 1 else sum(count(state.child(action), depth - 1) for action in legal)


@pytest.fixture(scope="module")
def start() -> Any:
    if INTERPRETED:
        pytest.skip("hundreds of thousands of positions")
    import pyspiel  # an oracle that is skipped proves nothing

    return pyspiel.load_game("quoridor").new_initial_state()


def played(row: dict[str, Any]) -> Position:
    position = Position(compiled())
    for text in row["history"].split():
        position.push_text(text)
    return position


def test_the_start_is_the_same_seen_from_the_other_side(start: Any) -> None:
    assert set(theirs(start)) == legal(compiled(), compiled().new())


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_the_positions_are_as_hard_as_they_say(row: dict[str, Any]) -> None:
    position = played(row)
    assert position.game.text_key(position.state) == row["position"]
    assert KINDS[row["kind"]][1](board_of(position.game, position.state))


def test_there_are_enough_of_each_kind() -> None:
    kinds = [row["kind"] for row in ROWS]
    assert {kind: kinds.count(kind) for kind in KINDS} == {kind: wanted for kind, (wanted, _) in KINDS.items()}
    assert len({row["position"] for row in ROWS}) == len(ROWS) >= 30
    walls = [row["position"].split()[4].count(",") + 1 for row in ROWS]
    assert sum(number >= 15 for number in walls) >= 12


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_perft_is_that_of_openspiel(row: dict[str, Any], start: Any) -> None:
    position, state = played(row), start.clone()
    for text in row["history"].split():
        state.apply_action(theirs(state)[text])
    assert set(theirs(state)) == legal(position.game, position.state)
    assert [perft.perft(position.game, position.state, depth) for depth in (1, 2, 3)] == row["counts"]
    # The third depth takes OpenSpiel a while: every fourth row has it.
    for depth in (1, 2, 3) if ROWS.index(row) % 4 == 0 else (1, 2):
        assert count(state, depth) == row["counts"][depth - 1]


@pytest.mark.parametrize("seed", [0, 3, 5, 8])
def test_whole_games_have_the_legal_actions_of_openspiel(seed: int, start: Any) -> None:
    game, rng, state = compiled(), np.random.default_rng(seed), start.clone()
    position = Position(game)
    while position.to_move is not None:
        here = theirs(state)
        assert set(here) == legal(game, position.state)
        walls = sorted(text for text in here if text[-1] in "hv")
        moves = sorted(set(here) - set(walls))
        text = str(rng.choice(walls if walls and rng.random() < 0.1 * (1 + seed % 9) else moves))
        position.push_text(text)
        state.apply_action(here[text])
    assert position.outcome is not None
    if position.outcome.winner is not None:
        assert state.is_terminal()
        assert tuple(state.returns()) == position.outcome.returns


def test_openspiel_has_no_repetition(start: Any) -> None:
    # The rules of the shop say nothing of it. OpenSpiel plays on, up to four plies a square.
    position, state = Position(compiled()), start.clone()
    for text in ("e2", "e8", "e1", "e9") * 2:
        position.push_text(text)
        state.apply_action(theirs(state)[text])
    assert position.to_move is None
    assert not state.is_terminal()
    assert state.get_game().max_game_length() == 4 * 81
