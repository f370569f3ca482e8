"""Intervals, ratings and the sequential test against numbers worked by hand, and against players of known strength."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from boardwright.arena.ratings import Sprt, bradley_terry, defaults, expected, wilson, win_rate
from boardwright.core import config
from boardwright.core.errors import ConfigError
from saying import refused

TEST = Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05, floor=0.5)


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(0, 10, 0.0, 0.277533), (5, 10, 0.236593, 0.763407), (10, 10, 0.722467, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_gives_the_published_values(count, total, low, high):
    # 81 of 263 is the worked example of Newcombe (1998), method 3: 0.2553 to 0.3662.
    assert wilson(count, total, 0.95) == pytest.approx((low, high), abs=5e-5)


def test_wilson_knows_nothing_without_games_and_keeps_to_shares():
    assert wilson(0, 0, 0.95) == (0.0, 1.0)
    for total in range(1, 30):
        for count in range(total + 1):
            low, high = wilson(count, total, 0.95)
            assert 0 <= low <= count / total <= high <= 1


def test_a_win_rate_has_its_interval():
    rate = win_rate(81, 263, 0.95).rounded(4)
    assert rate == (0.308, 0.2553, 0.3662)
    assert win_rate(0, 0) == (0.0, 0.0, 1.0)
    assert win_rate(2.5, 5).low == wilson(2.5, 5, defaults().confidence)[0]


def test_elo_is_the_usual_scale():
    assert expected(0) == 0.5
    assert expected(400) == pytest.approx(10 / 11)
    assert expected(-100) == pytest.approx(1 - expected(100))


def test_two_players_by_hand():
    # 15 to 5, with 2 draws on top: 16 to 6, odds of 8 to 3, whose log has a variance of 1 / (22 * p * (1 - p)).
    first, second = bradley_terry(np.array([[0.0, 15], [5, 0]]), prior=2.0, confidence=0.95)
    assert first.elo - second.elo == pytest.approx(400 * log(8 / 3) / log(10))
    assert first.elo == pytest.approx(-second.elo)
    share = 16 / 22
    deviation = 400 / log(10) * (1 / (22 * share * (1 - share))) ** 0.5
    # The difference is shared evenly between the two, so each varies half as much as it does.
    assert first.high - first.elo == pytest.approx(1.959964 * deviation / 2, rel=1e-5)


def test_who_wins_all_has_a_finite_rating_and_who_never_played_an_average_one():
    table = np.array([[0.0, 1000, 0], [0, 0, 0], [0, 0, 0]])
    best, worst, absent = bradley_terry(table, prior=1.0, confidence=0.95)
    assert 500 < best.elo < 2000
    assert worst.elo == pytest.approx(-best.elo)
    assert absent.elo == pytest.approx(0, abs=1e-6)
    assert absent.high - absent.low > 400


@pytest.mark.parametrize("games", [1, 100, 100_000])
def test_the_most_lopsided_table_is_still_explained(games):
    # Every player always beats all later ones: at the solution the points equal the expected points.
    table = np.triu(np.full((6, 6), float(games)), 1)
    ratings = bradley_terry(table, prior=1.0, confidence=0.95)
    elos = np.array([rating.elo for rating in ratings])
    assert (np.diff(elos) < 0).all()
    share = np.array([[expected(a - b) for b in elos] for a in elos])
    off = 1 - np.eye(6)
    assert ((games + 1) * share * off).sum(axis=1) == pytest.approx((table + 0.5 * off).sum(axis=1))


def test_ratings_cover_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(1)
    truth = np.array([150.0, 40.0, -30.0, -160.0])
    inside = 0
    for _ in range(200):
        table = np.zeros((4, 4))
        for i in range(4):
            for j in range(i):
                table[i, j] = rng.binomial(200, expected(truth[i] - truth[j]))
                table[j, i] = 200 - table[i, j]
        ratings = bradley_terry(table, prior=1.0, confidence=0.95)
        inside += sum(rating.low <= elo <= rating.high for rating, elo in zip(ratings, truth))
    assert 0.92 < inside / 800 < 0.98


def test_the_ratio_by_hand():
    # 10 losses, 20 draws, 30 wins: mean 2/3, variance 5/36, against expected scores of 0.5 and 10 Elo more.
    high = expected(10)
    by_hand = 60 * (high - 0.5) * (4 / 3 - 0.5 - high) / (2 * 5 / 36)
    assert TEST.ratio([10, 20, 30]) == pytest.approx(by_hand)
    # Pairs: 1, 2, 4, 2, 1 is even, with a variance of (2 * 0.25 + 4 * 0.0625) / 10.
    assert TEST.ratio([1, 2, 4, 2, 1]) == pytest.approx(-10 * (high - 0.5) ** 2 / (2 * 0.075))
    assert TEST.bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)


def test_a_few_games_decide_nothing():
    assert TEST.verdict([0, 0, 0, 0, 0]) is None
    for place in range(5):
        counts = [0] * 5
        counts[place] = 1
        assert TEST.verdict(counts) is None


def simulate(test: Sprt, elo: float, rng: np.random.Generator) -> str | None:
    counts = [0] * 5
    results = rng.random((4000, 2)) < expected(elo)
    for pair in results:
        counts[2 * int(pair.sum())] += 1
        if (verdict := test.verdict(counts)) is not None:
            return verdict
    return None


@pytest.mark.parametrize(("elo", "right"), [(-60, "elo0"), (60, "elo1"), (-30, "elo0"), (30, "elo1")])
def test_the_sequential_test_errs_as_seldom_as_it_promises(elo, right):
    test = Sprt(elo0=-30.0, elo1=30.0, alpha=0.05, beta=0.05, floor=0.5)
    rng = np.random.default_rng(4)
    verdicts = [simulate(test, elo, rng) for _ in range(150)]
    assert None not in verdicts
    assert verdicts.count(right) >= 138


def test_the_defaults_are_complete_and_checked():
    assert defaults().sprt.elo0 < defaults().sprt.elo1
    data = config.read(config.SHIPPED, "arena")
    data["sprt"]["alpha"] = 2.0
    with refused(ConfigError, "config_value", path="sprt.alpha"):
        config.validate(type(defaults()), data)
