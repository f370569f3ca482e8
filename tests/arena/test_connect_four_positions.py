"""The sets of solved positions that ship with connect four, and the script that makes and checks them."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import boardwright
from boardwright.arena import accuracy
from connect_four.solver import Solver

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
GAME = boardwright.load("connect_four")


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module("connect_four_positions")
    sys.modules.pop("connect_four_positions", None)


@pytest.fixture(scope="module")
def solver():
    return Solver()


def lines_of(name):
    return (accuracy.shipped(GAME) / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_six_sets_of_two_hundred_ship(script):
    paths = accuracy.sets(accuracy.shipped(GAME))
    assert {path.stem for path in paths} == set(script.SETS)
    for path in paths:
        positions = accuracy.read(GAME, path)
        assert len(positions) == len({position.text for position in positions}) == 200


@pytest.mark.parametrize(
    ("name", "most"),
    [("end_easy", 200), ("middle_easy", 200), ("middle_medium", 50), ("begin_easy", 50), ("begin_medium", 3)],
)
def test_shipped_sets_have_no_faults(script, solver, name, most):
    assert list(script.faults(GAME, solver, name, lines_of(name)[:most])) == []


def test_lines_of_all_shipped_sets_belong_there(script):
    for name in script.SETS:
        for columns, score in (line.split() for line in lines_of(name)):
            assert script.set_of(len(columns), int(score)) == name


def test_faults_are_found(script, solver):
    lines = lines_of("middle_easy")[:2]
    columns, score = lines[0].split()
    mirrored = "".join(str(8 - int(digit)) for digit in columns)
    planted = [*lines, f"{columns} {int(score) - 1}", f"{mirrored} {score}", lines_of("end_easy")[0]]
    found = list(script.faults(GAME, solver, "middle_easy", planted))
    assert found == [
        f"middle_easy:3 has the score {int(score) - 1}, not {score}",
        "middle_easy:3 is the position of line 1",
        "middle_easy:4 is the position of line 1",
        "middle_easy:5 belongs to end_easy",
    ]


def test_the_same_seed_makes_the_same_sets(script, solver):
    first, again, other = (script.make(GAME, solver, "end", 4, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert first["end_easy"] == lines_of("end_easy")[:4]


@pytest.mark.parametrize(
    ("columns", "score", "plies"),
    [("112233", 18, 1), ("6146", 18, 3), ("2252576253462244111563365343671351441", -1, 4), ("", 0, 42)],
)
def test_plies_to_the_end_follow_from_the_score(script, columns, score, plies):
    assert script.plies(len(columns), score) == plies
