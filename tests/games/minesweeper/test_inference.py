"""Inference against trying every layout: counts, certainty, forced moves, layouts drawn, and errors that it notices."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

import boardwright
from boardwright.core.compiled.compiler import INTERPRETED, uncompiled
from boardwright.core.record import Array
from boardwright.games.minesweeper.solver import counting, inference, sharing
from boardwright.games.minesweeper.solver.boxes import gather
from boardwright.games.minesweeper.solver.deduction import MINE, SAFE, UNKNOWN
from boardwright.games.minesweeper.solver.inference import FINE, IMPOSSIBLE, WIDE, forced_moves

from .positions import (
    Position,
    analyse_any,
    deduced,
    differences,
    fitting,
    neighbours,
    params,
    positions,
    quick_any,
    sample_any,
)
from .soundness import prove

COUNT = 200 if INTERPRETED else 1000
HERE = Path(__file__).parent


def seen(*rows: str, mines: int) -> Position:
    """A position as it is typed: numbers, # for a hidden cell and F for a flag."""
    shown = np.array(["012345678#F".index(cell) for row in rows for cell in row], np.uint8)
    near = neighbours(len(rows), len(rows[0]))
    return Position(len(rows), len(rows[0]), shown, mines, fitting(near, shown, mines))


# -- counting


def test_exact_counts_are_those_of_trying_every_layout() -> None:
    impossible = undecided = deep = 0
    for position in positions(COUNT, seed=1):
        analysis = position.analysed()
        assert differences(position, analysis) == [], position
        impossible += len(position.fits) == 0
        undecided += len(position.fits) > 1
        deep += len(position.fits) > 0 and len(position.certain) > len(position.deduced(two_numbers=True))
    assert impossible > COUNT / 50
    assert undecided > COUNT / 3
    assert deep > COUNT / 100, "counting finds what pairs of numbers do not"


def test_compiled_and_plain_inference_agree_bit_by_bit() -> None:
    plain = uncompiled(inference.analyse)
    for position in positions(COUNT // 20, seed=2):
        ended, known, chances = position.analysed()
        ended_plain, known_plain, chances_plain = position.analysed(plain)
        assert tuple(ended) == tuple(ended_plain)
        assert known.tobytes() + chances.tobytes() == known_plain.tobytes() + chances_plain.tobytes()


def test_an_error_of_one_mine_in_one_component_is_caught() -> None:
    sound = uncompiled(gather)
    spoilt = uncompiled(inference.analyse)

    def one_too_many(near: Array, shown: Array, known: Array) -> tuple:
        *result, need, room, boxes, witnesses = sound(near, shown, known)
        if witnesses:
            need = need.copy()
            need[0] += 1 if need[0] < room[0] else -1
        return *result, need, room, boxes, witnesses

    spoilt.__globals__["gather"] = one_too_many
    planted = 0
    for position in positions(COUNT // 10, seed=3, wrong=0.0):
        assert differences(position, position.analysed()) == []
        known = np.zeros(position.shown.size, np.uint8)
        uncompiled(inference.deduce)(position.near, position.shown, known, True)
        if sound(position.near, position.shown, known)[-1]:
            planted += 1
            assert differences(position, position.analysed(spoilt)) != [], position
    assert planted > COUNT / 50


def test_an_error_of_one_mine_in_all_is_caught() -> None:
    for position in positions(COUNT // 10, seed=4, wrong=0.0):
        assert differences(position, position.analysed(extra=1)) != [], position


def test_an_impossible_position_is_told_apart() -> None:
    for rows, mines in (
        (["1#", "#3"], 2),  # one number wants one mine of two, the other both
        (["0#"], 1),
        (["2#"], 1),
        (["1#####"], 6),
        (["11", "11"], 1),
        (["#1#", "1#1", "#1#"], 5),  # the numbers allow fewer
    ):
        position = seen(*rows, mines=mines)
        assert len(position.fits) == 0
        assert position.analysed()[0][0] == IMPOSSIBLE
        out = np.full((1, position.shown.size), 7, np.uint8)
        assert sample_any(params(), position.near, position.shown, position.mines, 0, out) == IMPOSSIBLE
        assert (out == 7).all(), "nothing is written"


def test_counts_that_outgrow_a_float_are_halved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "LARGE", 4.0)
    monkeypatch.setattr(sharing, "_EXACT", 2)
    halving = uncompiled(inference.analyse)
    for position in positions(COUNT // 10, seed=5):
        (status, total, safe), known, chances = position.analysed(halving)
        rounded = ((status, round(total, 6), safe), known, chances)
        assert differences(position, rounded) == [], position


@pytest.mark.parametrize("mines", [700, 950, 1500, 1900, 4000, 6700])
@pytest.mark.parametrize("pairs", [672, 1050])
def test_chances_on_the_largest_boards_are_those_of_exact_counts(pairs: int, mines: int) -> None:
    """A pair: two 1s that share three of their neighbours, so that they have one mine in 3 ways, or two in 25."""
    rows, cols = 128, 127
    shown = np.full((rows, cols), 9, np.uint8)
    for pair in range(pairs):
        shown[1 + 3 * (pair // 25), 1 + 5 * (pair % 25)] = shown[1 + 3 * (pair // 25), 3 + 5 * (pair % 25)] = 1
    sea = rows * cols - 15 * pairs
    weights = [
        comb(pairs, two) * 3 ** (pairs - two) * 25**two * _choose(sea, mines - pairs - two) for two in range(pairs + 1)
    ]
    if not sum(weights):
        return
    in_sea = Fraction(sum((mines - pairs - two) * weight for two, weight in enumerate(weights)), sum(weights) * sea)
    shared = Fraction(sum((pairs - two) * weight for two, weight in enumerate(weights)), sum(weights) * 3 * pairs)
    known, chances = np.zeros(shown.size, np.uint8), np.zeros(shown.size)
    near = neighbours(rows, cols)
    status, _, _ = analyse_any(params(), near, shown.reshape(-1), mines, known, chances)
    assert status == FINE
    assert chances[-1] == pytest.approx(float(in_sea), rel=1e-9)
    assert chances[2] == pytest.approx(float(shared), rel=1e-9)
    out = np.zeros((1, shown.size), np.uint8)
    assert sample_any(params(), near, shown.reshape(-1), mines, 5, out) == FINE
    assert out.sum() == mines


def _choose(n: int, k: int) -> int:
    return comb(n, k) if k >= 0 else 0


@pytest.mark.parametrize(("mines", "side"), [(2500, 100), (700, 60), (6000, 120)])
def test_a_large_board_adds_up(mines: int, side: int) -> None:
    rng = np.random.default_rng(mines)
    near, cells = neighbours(side, side), side * side
    mine = np.zeros(cells + 1, np.uint8)
    mine[rng.choice(cells, mines, replace=False)] = 1
    opened = np.zeros((side, side), bool)
    for row, col in rng.integers(0, side - 9, (side // 5, 2)):
        opened[row : row + 9, col : col + 9] = True
    shown = np.where(opened.reshape(-1) & (mine[:-1] == 0), mine[near].sum(axis=1), 9).astype(np.uint8)
    known, chances = np.zeros(cells, np.uint8), np.zeros(cells)
    status, total, safe = analyse_any(params(), near, shown, mines, known, chances)
    assert status == FINE
    assert total == np.inf
    assert chances.sum() == pytest.approx(mines)
    assert 0 <= chances.min() <= chances.max() <= 1
    assert safe == (known == SAFE).sum() > 0
    assert not (mine[:-1] == 1)[known == SAFE].any()
    assert (mine[:-1] == 1)[known == MINE].all()
    out = np.zeros((1, cells + 1), np.uint8)
    assert sample_any(params(), near, shown, mines, 5, out[:, :-1]) == FINE
    assert out.sum() == mines
    assert (out[0][near].sum(axis=1) == shown)[shown < 9].all()


# -- fronts that are too wide


@pytest.mark.parametrize(("limit", "value"), [("SLOTS", 1), ("MOST_STATES", 3)])
def test_a_front_that_is_too_wide_is_told(limit: str, value: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, limit, value)
    narrow, draw = uncompiled(inference.analyse), uncompiled(inference.sample_layout)
    wide = 0
    for position in positions(COUNT // 10, seed=6, wrong=0.0):
        (status, total, safe), known, chances = position.analysed(narrow)
        if status == FINE:
            assert differences(position, ((status, total, safe), known, chances)) == []
            continue
        wide += 1
        assert (status, total) == (WIDE, 0.0)
        # What pairs of numbers tell is kept, and single numbers give a rough chance.
        sure = position.deduced(two_numbers=True)
        assert {cell: known[cell] for cell in np.flatnonzero(known)} == sure
        assert safe == sum(verdict == SAFE for verdict in sure.values())
        assert 0 <= chances.min() <= chances.max() <= 1
        assert all(chances[cell] == (verdict == MINE) for cell, verdict in sure.items())
        out = np.full(position.shown.size, 7, np.uint8)
        assert draw(position.near, position.shown, position.mines, 0, out) == WIDE
        assert (out == 7).all()
    assert wide > COUNT / 100


@pytest.mark.skipif(INTERPRETED, reason="two million states take seconds when compiled")
def test_a_grid_of_lone_numbers_is_too_wide() -> None:
    rng = np.random.default_rng(7)
    side = 79
    near, mine = neighbours(side, side), np.zeros(side * side + 1, np.uint8)
    mine[:-1] = rng.random(side * side) < 0.2
    lone = np.zeros((side, side), bool)
    lone[::2, ::2] = True
    shown = np.where(lone.reshape(-1) & (mine[:-1] == 0), mine[near].sum(axis=1), 9).astype(np.uint8)
    known, chances = np.zeros(side * side, np.uint8), np.zeros(side * side)
    status, _, safe = analyse_any(params(), near, shown, int(mine.sum()), known, chances)
    assert status == WIDE
    assert safe == (known == SAFE).sum()
    assert not mine[:-1][known == SAFE].any()


# -- forced moves


def test_numbers_tell_what_sets_of_cells_tell() -> None:
    for position in positions(COUNT, seed=8, wrong=0.0):
        alone, paired = deduced(position, pairs=False), deduced(position, pairs=True)
        assert position.deduced(two_numbers=False) == alone
        assert position.deduced(two_numbers=True) == paired
        assert paired.items() <= position.certain.items()
        quick = quick_any(params(), position.shown, position.rows, position.cols)
        assert (quick >= 0) == (SAFE in alone.values())
        assert quick < 0 or alone[quick] == SAFE
        moves = forced_moves(position.observation)
        open_cells = {cell: verdict for cell, verdict in alone.items() if position.shown[cell] == 9}
        assert moves == [("reveal" if open_cells[cell] == SAFE else "flag", cell) for cell in sorted(open_cells)]


def test_forced_moves_do_not_believe_in_flags() -> None:
    # Believing the flag of the 1, the other cell would be safe; it is a mine as often as not.
    assert forced_moves(seen("F1#", mines=1).observation) == []
    assert seen("F1#", mines=1).certain == {}
    assert seen("1F#", mines=1).certain == {1: MINE, 2: SAFE}
    assert forced_moves(seen("1F#", mines=1).observation) == [], "a flag on a mine is not set again"
    assert forced_moves(seen("F0#", mines=0).observation) == [("reveal", 2)]


def test_forced_moves_follow_from_one_another() -> None:
    # The corner 1 has one neighbour left, its mine, with which two other numbers are done.
    moves = [("reveal", 3), ("flag", 6), ("reveal", 7), ("reveal", 9), ("reveal", 10)]
    assert forced_moves(seen("011#", "01##", "0###", mines=3).observation) == moves
    assert forced_moves(seen("011F", "01F#", "0F##", mines=3).observation) == [("reveal", 7), ("reveal", 10)]


def test_nothing_is_forced_before_anything_is_seen() -> None:
    game = boardwright.load("minesweeper")
    observations = game.observe(game.new())
    assert forced_moves(observations[0]) == forced_moves(observations) == []
    with pytest.raises(ValueError, match="reshape"):
        forced_moves(np.repeat(observations, 2))


@pytest.mark.slow
def test_rules_forced_moves_soundness() -> None:
    result = prove(300 if INTERPRETED else 20_000, seed=11)
    assert result["positions"] >= (300 if INTERPRETED else 20_000)
    for method in ("numbers", "pairs", "exact"):
        assert result["moves"][method] > result["positions"]
        assert result["wrong"][method] == 0


@pytest.mark.slow
def test_the_proof_of_soundness_notices_a_wrong_move() -> None:
    assert min(prove(300, seed=11, lie=True)["wrong"].values()) > 0


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="the script is for a million positions")
def test_the_proof_of_soundness_is_a_command() -> None:
    command = [sys.executable, "-m", "games.minesweeper.soundness", "--positions", "2000", "--seed", "3"]
    ran = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    told_of = json.loads(ran.stdout)
    assert told_of["positions"] >= 2000
    assert set(told_of["wrong"].values()) == {0}


# -- layouts drawn


def far_off(found: Array, expected: float) -> float:
    """By how many standard deviations a chi-square is too large."""
    degrees = len(found) - 1
    return float((((found - expected) ** 2 / expected).sum() - degrees) / np.sqrt(2 * degrees))


def test_layouts_are_drawn_uniformly() -> None:
    tried, per_layout = 0, 40 if INTERPRETED else 150
    for position in positions(COUNT // 10, seed=9, wrong=0.0):
        count = len(position.fits)
        if not 2 <= count <= 60:
            continue
        tried += 1
        out = np.zeros((per_layout * count, position.shown.size), np.uint8)
        assert sample_any(params(), position.near, position.shown, position.mines, tried, out) == FINE
        drawn, times = np.unique(out, axis=0, return_counts=True)
        assert len(drawn) == count
        assert {table.tobytes() for table in drawn} == {table.tobytes() for table in position.tables}
        assert far_off(times, per_layout) < 5
    assert tried > COUNT / 50


@pytest.mark.slow
def test_a_state_is_resampled_uniformly() -> None:
    game = boardwright.load("minesweeper", H=4, W=5, mine_count=5, guarantee_safe_neighborhood=False)
    rng, tried, per_layout = np.random.default_rng(0), 0, 20 if INTERPRETED else 200
    while tried < 12:
        state = game.apply(game.new(), int(rng.integers(20)), int(rng.integers(1 << 62)))
        for _ in range(int(rng.integers(5))):
            safe = np.flatnonzero((state["shown"][0] >= 9) & (state["mine"][0] == 0))
            if len(safe) > 1:
                state = game.apply(state, int(rng.choice(safe)), 0)
        fits = fitting(neighbours(4, 5), state["shown"][0], 5)
        if state["to_move"][0] < 0 or not 2 <= len(fits) <= 80:
            continue
        tried += 1
        many = np.repeat(state, per_layout * len(fits))
        again = game.resample(many, 0, rng.integers(0, 1 << 62, len(many)))
        _, times = np.unique(again["mine"], axis=0, return_counts=True)
        assert len(times) == len(fits)
        assert far_off(times, per_layout) < 5
        assert (again["shown"] == state["shown"]).all()


def test_what_is_certain_is_the_same_in_every_layout_drawn() -> None:
    for position in positions(COUNT // 10, seed=10, wrong=0.0):
        _, known, _ = position.analysed()
        out = np.zeros((30, position.shown.size), np.uint8)
        sample_any(params(), position.near, position.shown, position.mines, 1, out)
        assert out[:, known == MINE].all()
        assert not out[:, known == SAFE].any()
        assert (out.sum(axis=1) == position.mines).all()
        assert not out[:, position.shown < 9].any()
        assert (known[position.shown < 9] == UNKNOWN).all()
