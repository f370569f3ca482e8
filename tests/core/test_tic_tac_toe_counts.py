"""Tic-tac-toe's known counts, and its values by three searches that share no code."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from boardwright import agent
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array

from .states import keys, layers

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def minimax(board: str) -> int:
    """The value of a board to the player to move: 10 - plies for a win, plies - 10 for a loss, 0 for a draw."""
    if any(board[a] != "E" and board[a] == board[b] == board[c] for a, b, c in LINES):
        return -10
    mark = "X" if board.count("X") == board.count("O") else "O"
    values = [-minimax(board[:cell] + mark + board[cell + 1 :]) for cell, content in enumerate(board) if content == "E"]
    best = max(values, default=0)
    return best - (best > 0) + (best < 0)


def in_minimax_terms(value: float, won: float) -> int:
    """A search's value, with a win worth `won` - plies, on the scale of `minimax`."""
    return int(np.sign(value)) * round(10 - (won - abs(value))) if value else 0


@pytest.fixture(scope="module")
def sample(reachable: Array) -> Array:
    """Two hundred states that are not terminal."""
    going = reachable[reachable["to_move"] != TERMINAL]
    return going[np.random.default_rng(4).choice(len(going), 200, replace=False)]


def test_the_full_tree_has_549946_nodes(game: Game) -> None:
    sequences = [int(ways.sum()) for _, ways in layers(game)]
    assert sequences == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert sum(sequences) == 549_946


def test_255168_games_end_and_two_in_three_are_won_by_a_side(game: Game) -> None:
    won = {1.0: 0, -1.0: 0, 0.0: 0}
    for states, ways in layers(game):
        over = states["to_move"] == TERMINAL
        for result in won:
            won[result] += int(ways[over & (states["returns"][:, 0] == result)].sum())
    assert won == {1.0: 131_184, -1.0: 77_904, 0.0: 46_080}


def test_5478_states_can_be_reached_of_which_958_are_over(reachable: Array) -> None:
    over = reachable["to_move"] == TERMINAL
    assert (len(reachable), int(over.sum()), int((~over).sum())) == (5478, 958, 4520)
    assert len(set(keys(reachable))) == 5478


def test_the_declared_bound_counts_boards_that_a_win_prevents_too(game: Game) -> None:
    assert game.max_states == 1 + 9 + 72 + 252 + 756 + 1260 + 1680 + 1260 + 630 + 126 == 6046


def test_765_states_differ_by_more_than_a_symmetry(game: Game, reachable: Array) -> None:
    canonical = game.transform(reachable, game.canonical(reachable))
    over = canonical["to_move"] == TERMINAL
    assert len(set(keys(canonical))) == 765
    assert len(set(keys(canonical[over]))) == 138


def test_the_rules_agree_with_lines_counted_by_hand(reachable: Array) -> None:
    for board, state in zip(keys(reachable), reachable):
        winners = {board[a] for a, b, c in LINES if board[a] != "E" and board[a] == board[b] == board[c]}
        assert state["returns"][0] == ("X" in winners) - ("O" in winners)
        assert (state["to_move"] == TERMINAL) == bool(winners or "E" not in board)


def test_perfect_play_from_the_start_is_a_draw(game: Game) -> None:
    result = agent("alphabeta", game, depth=9).search(game.new(), 9)
    assert result is not None
    assert result[0] == 0.0
    assert len(result[1]) == 9
    assert agent("perfect", game).value(game.new()) == 0.0
    assert minimax("E" * 9) == 0


def test_three_searches_agree_on_every_value(game: Game, sample: Array) -> None:
    perfect, alphabeta = agent("perfect", game), agent("alphabeta", game, depth=9)
    perfect.value(game.new())
    for row, board in enumerate(keys(sample)):
        state = sample[row : row + 1]
        result = alphabeta.search(state, 9)
        assert result is not None
        assert in_minimax_terms(perfect.value(state), 1000.0) == minimax(board)
        assert in_minimax_terms(result[0], 1.0e6) == minimax(board)


def test_the_scores_of_an_explanation_are_the_values_of_what_follows(game: Game, sample: Array) -> None:
    perfect = agent("perfect", game)
    for row, board in enumerate(keys(sample[:40])):
        mark = "XO"[int(sample["to_move"][row])]
        scores = perfect.scores(sample[row : row + 1])
        for action, score in scores.items():
            after = board[:action] + mark + board[action + 1 :]
            assert in_minimax_terms(score, 1000.0) == -minimax(after)
