"""The generalised SPRT: its ratio against fishtest's, its maximum likelihood, and its error rates by simulation."""

from __future__ import annotations

import runpy
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from boardwright.arena.gsprt import NORMALISED, Gsprt
from boardwright.arena.ratings import Scale, Sprt, defaults, expected
from boardwright.core.errors import ConfigError

SIMULATION = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "sprt_simulation.py"))
SCORES = np.linspace(0, 1, 5)


def a_test(scale: Scale, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Gsprt:
    return Gsprt(Sprt(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta, floor=0.001), scale)


@pytest.mark.parametrize(
    ("counts", "elos", "logistic", "normalised"),
    [
        ([10789, 19328, 33806, 19402, 10543], (-3.0, 1.0), 2.131067811788, 0.300869785489),
        ([39, 2226, 31451, 2412, 40], (0.0, 20.0), -1245.785613270322, -79.400008867688),
        ([3, 10, 50, 20, 9], (0.0, 20.0), 2.302496489784, 1.635282327272),
        ([100, 1, 200, 1, 150], (-25.0, 25.0), 12.940174841302, 13.655634751484),
    ],
)
def test_the_ratio_is_that_of_fishtest(counts, elos, logistic, normalised) -> None:
    # LLR_logistic and LLR_normalized of fishtest's LLRcalc, run once on the same counts.
    assert a_test("logistic", *elos).ratio(counts) == pytest.approx(logistic, abs=1e-8)
    assert a_test("normalised", *elos).ratio(counts) == pytest.approx(normalised, abs=1e-8)


@pytest.mark.parametrize("elo", [-200.0, -30.0, 0.0, 7.0, 200.0])
def test_the_most_likely_shares_fulfil_their_hypothesis_and_no_neighbour_is_likelier(elo) -> None:
    rng = np.random.default_rng(1)
    observed = rng.dirichlet(np.ones(5), size=20)
    shares = a_test("logistic", 0.0, 1.0).most_likely(observed, elo)
    assert shares @ SCORES == pytest.approx(np.full(20, expected(elo)))
    # Moves that keep the sum and the mean lower the likelihood, whichever way they go.
    for move in ([1, -2, 1, 0, 0], [0, 1, -2, 1, 0], [0, 0, 1, -2, 1]):
        for sign in (-1e-4, 1e-4):
            beside = np.clip(shares + sign * shares.min() * np.array(move), 1e-300, None)
            assert ((observed * np.log(beside)).sum(axis=1) <= (observed * np.log(shares)).sum(axis=1) + 1e-12).all()
    shares = a_test("normalised", 0.0, 1.0).most_likely(observed, elo)
    means = shares @ SCORES
    deviations = np.sqrt((shares * (SCORES - means[:, None]) ** 2).sum(axis=1))
    assert (means - 0.5) / deviations == pytest.approx(np.full(20, sqrt(2) * elo / NORMALISED), abs=1e-6)


def test_extreme_counts_have_a_finite_ratio_with_the_right_sign() -> None:
    for scale in ("logistic", "normalised"):
        test = a_test(scale, -200.0, 200.0)
        assert test.ratio([0, 0, 0, 0, 0]) == pytest.approx(0, abs=1e-9)
        assert test.ratio([0, 0, 0, 0, 50]) > 10 > -10 > test.ratio([50, 0, 0, 0, 0])
        assert np.isfinite(test.ratios(np.eye(5) * 10**6)).all()


def test_a_ratio_of_many_rows_is_that_of_each() -> None:
    rows = np.random.default_rng(2).integers(0, 60, size=(3, 4, 5))
    test = a_test("normalised", 0.0, 20.0)
    alone = [[test.ratio(row) for row in group] for group in rows]
    assert test.ratios(rows) == pytest.approx(np.array(alone), abs=1e-9)


@pytest.mark.parametrize(
    ("scale", "elos", "rates", "path"),
    [
        ("logistic", (0.0, 1001.0), (0.05, 0.05), "elo1"),
        ("normalised", (-201.0, 0.0), (0.05, 0.05), "elo0"),
        ("normalised", (0.0, 0.0), (0.05, 0.05), "elo1"),
        ("normalised", (0.0, 1.0), (0.5, 0.5), "beta"),
        ("normalised", (float("nan"), 1.0), (0.05, 0.05), "elo0"),
    ],
)
def test_a_test_that_cannot_decide_is_refused(scale, elos, rates, path) -> None:
    with pytest.raises(ConfigError) as caught:
        a_test(scale, *elos, *rates).checked()
    assert caught.value.word.params["path"] == path


def errors(test: Gsprt, truth: float, wrong: str, bounds_of: Gsprt | None = None) -> float:
    shares = test.most_likely(np.array([SIMULATION["PAIRS"]["some draws"]]), truth)[0]
    return float(SIMULATION["simulate"](bounds_of or test, shares, 300, 4000, 1)[wrong])


def test_errors_are_as_rare_as_promised() -> None:
    test = a_test("normalised", 0.0, 100.0)
    # Three standard deviations above the promise at 300 streams; the long run is in benchmarks/results.md.
    most = 0.05 + 3 * sqrt(0.05 * 0.95 / 300)
    assert errors(test, 0.0, "accepts_elo1") <= most
    assert errors(test, 100.0, "accepts_elo0") <= most
    # A planted fault: bounds for four times the errors.
    loose = a_test("normalised", 0.0, 100.0, 0.25, 0.25)
    assert errors(test, 0.0, "accepts_elo1", loose) > most


def test_the_normal_approximation_and_the_exact_ratio_are_close_where_both_hold() -> None:
    counts = [300, 900, 1500, 980, 320]
    for elo1 in (5.0, 10.0):
        test = a_test("logistic", 0.0, elo1)
        assert test.ratio(counts) == pytest.approx(test.sprt.ratio(counts), rel=0.05)
    assert defaults().test.scale == "normalised"
