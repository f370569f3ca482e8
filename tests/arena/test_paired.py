"""Paired comparisons: the win rates of `evaluate`, and paired differences."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from boardwright.arena.evaluation import evaluate
from boardwright.arena.paired import Comparison, compare
from boardwright.core.errors import AgentError

GAME = boardwright.load("minesweeper", "small")


def worked(*points: list[float]) -> Comparison:
    keys = np.tile(np.arange(len(points[0])), (len(points), 1))
    return Comparison(GAME, [str(row) for row in range(len(points))], 0, 0.95, np.array(points), keys)


def test_a_difference_worked_by_hand():
    comparison = worked([1, 1, 0, 0], [1, 1, 1, 0])
    assert comparison.share(0)[0] == 0.5
    # Gains 0, 0, 1, 0: mean 1/4, deviation sqrt(3)/4, over the root of four games, times 1.96.
    reach = 1.959964 * 3**0.5 / 8
    assert comparison.difference(1) == pytest.approx((0.25, 0.25 - reach, 0.25 + reach), abs=1e-6)
    ratio, low, high = comparison.ratio(1)
    assert ratio == 1.5
    # 1 - 1.5, 1 - 1.5, 1, 0, each over a half: deviation sqrt(1.5), over the root of four games.
    assert (low, high) == pytest.approx((1.5 - 1.959964 * 1.5**0.5 / 2, 1.5 + 1.959964 * 1.5**0.5 / 2), abs=1e-6)


def test_an_agent_does_not_differ_from_itself():
    comparison = worked([1, 0, 1, 0.5], [1, 0, 1, 0.5])
    assert comparison.difference(1) == (0.0, 0.0, 0.0)
    assert comparison.ratio(1) == (1.0, 1.0, 1.0)


def test_games_that_not_all_have_played_do_not_count():
    comparison = worked([1, 1, 0, 1], [1, np.nan, 0, np.nan])
    assert comparison.games == 2
    assert not comparison.complete
    assert comparison.share(0)[0] == comparison.share(1)[0] == 0.5


def test_copies_of_a_game_do_not_narrow_an_interval():
    once, often = worked([1, 0], [0, 0]), worked([1, 0] * 8, [0, 0] * 8)
    assert often.difference(1)[1] > once.difference(1)[1]
    often.keys[:] = np.tile([1, 2], 8)
    assert (once.distinct, often.distinct, often.games) == (2, 2, 16)
    assert often.difference(1) == once.difference(1)
    assert often.share(0) == once.share(0)


def test_nothing_won_has_no_ratio():
    assert worked([0, 0], [1, 0]).ratio(1) is None
    assert worked([np.nan], [np.nan]).difference(1) == (0.0, -1.0, 1.0)


@pytest.mark.parametrize("any_first", [False, True])
def test_shares_are_those_of_an_evaluation(any_first):
    agents = ["probability", "rules-guess", "subset"]
    comparison = compare(GAME, agents, 60, 9, any_first=any_first)
    assert comparison.complete
    for row, agent in enumerate(agents):
        alone = evaluate(GAME, agent, None, 60, 9, any_first=any_first).total
        assert comparison.share(row)[0] == alone.points / 60


def test_an_agent_that_decides_for_one_game_at_a_time_is_compared_too():
    agents = ["probability", "mcts:iterations=5"]
    comparison = compare(GAME, agents, 4, 9)
    assert comparison.share(1)[0] == evaluate(GAME, agents[1], None, 4, 9).total.points / 4
    with pytest.raises(AgentError) as caught:
        compare(GAME, agents, 4, 9, any_first=True)
    assert caught.value.code == "evaluate_first"


def test_ctrl_c_leaves_what_all_have_played():
    counts = []

    def progress(done, total, values) -> None:
        assert (total, values) == (100, {})
        counts.append(done)
        if done == 25:
            raise KeyboardInterrupt

    comparison = compare(GAME, ["probability", "rules-guess"], 50, 9, progress=progress)
    assert counts == list(range(1, 26))
    assert not comparison.complete
    assert 0 < comparison.games <= 12


def test_games_for_two_and_one_agent_alone_are_refused():
    for game, agents, code in (
        (boardwright.load("tic_tac_toe"), ["random", "perfect"], "compare_alone"),
        (GAME, ["random"], "compare_few"),
    ):
        with pytest.raises(AgentError) as caught:
            compare(game, agents, 2)
        assert caught.value.code == code
