"""Statistics of pairs: Elo and its normalised scale, ratios, and the chi-square test that finds an odd worker."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from boardwright.arena.pair_statistics import chi2_tail, elo, homogeneity, normalised_elo, pair_ratio


def test_elo_of_pairs_by_hand() -> None:
    # A mean of 0.6 and a variance of 0.04 over 100 pairs.
    counts = [0, 0, 60, 40, 0]
    rating = elo(counts, 1e-12)
    assert rating.elo == pytest.approx(400 * log(0.6 / 0.4) / log(10))
    reach = 1.959964 * 0.25 * sqrt(0.24) / 10
    assert rating.high == pytest.approx(400 * log((0.6 + reach) / (0.4 - reach)) / log(10), rel=1e-5)


def test_normalised_elo_is_the_mean_over_the_deviation_of_a_game() -> None:
    rating = normalised_elo([10, 20, 40, 20, 10], 0.5)
    assert rating.elo == pytest.approx(0)
    # 1 over the root of the games, at equality.
    assert rating.high == pytest.approx(800 / log(10) * 1.959964 / sqrt(200), rel=1e-5)
    assert normalised_elo([5, 15, 40, 25, 15], 0.5).elo == pytest.approx(
        800 / log(10) * 0.075 / sqrt(2 * _variance([5, 15, 40, 25, 15])), rel=1e-9
    )


def _variance(counts: list[int]) -> float:
    scores, shares = np.linspace(0, 1, 5), np.array(counts) / sum(counts)
    return float(shares @ (scores - shares @ scores) ** 2)


def test_intervals_of_normalised_elo_cover_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(3)
    shares = np.array([0.05, 0.15, 0.4, 0.25, 0.15])
    truth = normalised_elo((10**9 * shares).astype(int).tolist(), 0.5).elo
    drawn = rng.multinomial(400, shares, size=1000).tolist()
    covered = [rating.low <= truth <= rating.high for rating in (normalised_elo(row, 0.5) for row in drawn)]
    assert 0.93 <= np.mean(covered) <= 0.97


def test_the_ratio_of_won_to_lost_pairs() -> None:
    assert pair_ratio([2, 3, 9, 5, 5]) == 2.0
    assert pair_ratio([0, 0, 9, 5, 5]) is None


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (7.814728, 3, 0.05), (18.307038, 10, 0.05), (0.0, 4, 1.0)],
)
def test_the_chi_square_distribution_has_the_values_of_tables(value, freedom, tail) -> None:
    assert chi2_tail(value, freedom) == pytest.approx(tail, abs=1e-6)


def test_workers_with_the_same_frequencies_pass_as_often_as_they_should() -> None:
    rng = np.random.default_rng(4)
    passed = []
    for _ in range(400):
        rows = rng.multinomial(100, [0.05, 0.2, 0.5, 0.2, 0.05], size=5).tolist()
        found = homogeneity({str(place): row for place, row in enumerate(rows)})
        assert found is not None
        assert found.freedom == 8
        passed.append(found.p > 0.05)
    assert 0.92 <= np.mean(passed) <= 0.98


def test_an_odd_worker_is_found() -> None:
    workers = {name: [5, 20, 50, 20, 5] for name in ("a:1", "a:2", "b:1")}
    even = homogeneity(workers)
    assert even is not None
    assert even.p == pytest.approx(1)
    found = homogeneity({**workers, "b:2": [15, 40, 35, 8, 2]})
    assert found is not None
    assert found.p < 0.001
    assert min(found.residuals, key=found.residuals.__getitem__) == "b:2"
    assert found.to_dict()["residuals"]["b:2"] < 0.001


def test_workers_with_few_pairs_are_left_out() -> None:
    assert homogeneity({"a:1": [5, 20, 50, 20, 5], "a:2": [0, 1, 2, 1, 0]}) is None
    assert homogeneity({}) is None
    assert homogeneity({"a:1": [0, 0, 50, 0, 0], "a:2": [0, 0, 50, 0, 0]}) is None
