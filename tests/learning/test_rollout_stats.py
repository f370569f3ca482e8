"""Rollout statistics: per opponent, and together."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright import load
from boardwright.envs.opponents import Pool
from boardwright.envs.vector import Vector
from boardwright.learning.curriculum import CurriculumBoard
from boardwright.learning.curriculum import load as load_board
from boardwright.learning.rollout_stats import RolloutStats, played_board

STEPS, ROWS = 60, 16


def rows_of(**choices) -> dict[str, float]:
    """The statistics of a learner that always takes its first legal action in tic-tac-toe."""
    vector, played = Vector(load("tic_tac_toe"), ROWS, seed=3, **choices), RolloutStats()
    for _ in range(STEPS):
        played.add(vector, vector.step(vector.mask.argmax(axis=1)))
    assert played.steps == STEPS * ROWS
    return played.row()


def test_each_opponent_of_a_pool_has_a_share_of_its_own():
    row = rows_of(opponent=Pool(load("tic_tac_toe"), {"random": 1.0, "perfect": 1.0}))
    assert row["rollout_win_rate_perfect"] == 0.0
    assert row["rollout_win_rate_random"] > 0.5
    assert row["rollout_win_rate_perfect"] < row["rollout_win_rate"] < row["rollout_win_rate_random"]


def test_without_a_pool_there_is_one_share():
    row = rows_of(opponent="random")
    assert list(row) == ["rollout_win_rate", "rollout_games", "decisions", "reward"]
    assert row["rollout_win_rate"] > 0.5


def test_refused_actions_are_counted():
    vector, played = (
        Vector(load("tic_tac_toe"), 4, seed=3, seat=0, opponent="random", on_illegal="penalise"),
        RolloutStats(),
    )
    played.add(vector, vector.step(np.full(4, 4)))
    played.add(vector, vector.step(np.full(4, 4)))  # taken by the learner itself
    assert played.row()["invalid_rate"] == 0.5


def test_nothing_played_is_nothing_won():
    assert RolloutStats().row()["rollout_win_rate"] == 0.0


def test_boards_and_densities_have_rates_and_shares_of_their_own():
    board = CurriculumBoard(board="small", vary={"mine_count": [8, 13]})
    game = load_board("minesweeper", board, {"allow_flags": False})
    vector, played, other = Vector(game, 32, seed=3), RolloutStats(), RolloutStats()
    counted: dict[int, list[float]] = {8: [], 10: [], 13: []}
    for step in range(40):
        (played if step % 2 else other).add(
            vector, vector.step(vector.mask.argmax(axis=1)), played_board(game, "small")
        )
        for state in vector.final[vector.ended]:
            mines = game.configs[state["variant"]].mine_count
            counted[mines].append(state["tally"][0, 0] / (64 - mines))
    played.merge(other)
    row = played.row()
    for mines, shares in counted.items():
        assert row[f"rollout_revealed_share_on_small.mine_count.{mines}"] == pytest.approx(np.mean(shares))
    everything = [share for shares in counted.values() for share in shares]
    assert row["rollout_revealed_share"] == row["rollout_revealed_share_on_small"] == pytest.approx(np.mean(everything))
    assert row["rollout_win_rate"] == row["rollout_win_rate_on_small"]
    assert row["rollout_games"] == len(everything)
