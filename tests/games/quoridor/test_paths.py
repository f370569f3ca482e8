"""Walls and ways: the quick answers are those of a plain search. A short run of `proofs.py`, and what it notices."""

from __future__ import annotations

import dataclasses
import importlib
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games import quoridor
from boardwright.games.quoridor.bitboard import passages
from boardwright.games.quoridor.paths import LAYERS, NO_PATH, distance, route
from boardwright.games.quoridor.rules import Reason

from . import oracle
from .boards import board_of, lay, load, mixed
from .proofs import COUNTS, WRONG, agree_with_oracle, judge, prove, sample

PACKAGE = Path(quoridor.__file__).parent
FEW = 4
"""Rows that plain Python judges before the next are, if nothing was wrong."""


def ways(game: Game, state: Array) -> tuple[int, int, int, int]:
    s = game.record(state)
    return passages(game.params_of(state), int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1]))


def goal(game: Game, state: Array, player: int) -> tuple[int, int]:
    low, high = game.params_of(state).goal[player]
    return int(low), int(high)


def cells(low: int, high: int) -> set[int]:
    bits = low | high << 63
    return {cell for cell in range(81) if bits >> cell & 1}


def passages_of(north: set[int], east: set[int]) -> set[oracle.Passage]:
    result = {frozenset({(cell % 9, cell // 9), (cell % 9, cell // 9 + 1)}) for cell in north}
    return result | {frozenset({(cell % 9, cell // 9), (cell % 9 + 1, cell // 9)}) for cell in east}


@pytest.fixture(scope="module")
def positions() -> tuple[Game, Array]:
    game = mixed()
    states = sample(game, 12 if INTERPRETED else 16, 24, seed=5)
    return game, states[:: 4 if INTERPRETED else 1]


def test_staged_wall_legality_is_that_of_a_plain_search() -> None:
    slots, rows = (400, 4) if INTERPRETED else (20_000, 128)
    result = prove(mixed(), slots, 100 if INTERPRETED else 10_000, seed=1, rows=rows)
    assert {name: result[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
    assert result["slots"] >= slots
    if not INTERPRETED:
        assert result["closing"] > 200
        assert result["jumps"] > 500


def test_the_plain_search_is_the_oracle(positions: tuple[Game, Array]) -> None:
    game, states = positions
    assert agree_with_oracle(game, states[:: 6 if INTERPRETED else 4]) == 0


def test_distances_are_those_of_a_breadth_first_search(positions: tuple[Game, Array]) -> None:
    game, states = positions
    longest = 0
    for row in range(len(states)):
        state = states[row : row + 1]
        board = board_of(game, state)
        for player in (0, 1):
            cell = int(state["pawns"][0, player])
            result = distance(cell, *goal(game, state, player), *ways(game, state))
            assert result == oracle.distance(board.size, board.closed, board.pawns[player], board.goal(player))
            longest = max(longest, result)
    assert longest > 10


def test_distances_from_every_cell_of_crowded_boards(positions: tuple[Game, Array]) -> None:
    game, states = positions
    walls = [len(board_of(game, states[row : row + 1]).walls) for row in range(len(states))]
    for row in np.argsort(walls)[-2 if INTERPRETED else -20 :]:
        state = states[row : row + 1]
        board = board_of(game, state)
        for square in ((col, line) for col in range(board.size[1]) for line in range(board.size[0])):
            for player in (0, 1):
                result = distance(9 * square[1] + square[0], *goal(game, state, player), *ways(game, state))
                wanted = oracle.distance(board.size, board.closed, square, board.goal(player))
                assert result == (NO_PATH if wanted is None else wanted)


def test_a_closed_region_has_no_path() -> None:
    # The last of these walls is one that no game allows.
    game = load(5, 3)
    state = lay("c1 c5 0 0 a3h,c3h 1", game)
    layers = np.empty(LAYERS, np.int64)
    assert distance(2, *goal(game, state, 0), *ways(game, state)) == 6  # through e3
    state = lay("c1 c5 0 0 a3h,c3h,d2v 1", game)
    assert distance(2, *goal(game, state, 0), *ways(game, state)) == 6  # past d2v by e1
    state = lay("c1 c5 0 0 a3h,c3h,d2v,d1h 1", game)
    assert distance(2, *goal(game, state, 0), *ways(game, state)) == NO_PATH
    assert route(2, *goal(game, state, 0), *ways(game, state), layers) == (NO_PATH, 0, 0, 0, 0)


def test_a_route_is_a_shortest_path_through_open_passages(positions: tuple[Game, Array]) -> None:
    game, states = positions
    layers = np.empty(LAYERS, np.int64)
    for row in range(len(states)):
        state = states[row : row + 1]
        board = board_of(game, state)
        for player in (0, 1):
            cell = int(state["pawns"][0, player])
            length, *taken = route(cell, *goal(game, state, player), *ways(game, state), layers)
            assert length == oracle.distance(board.size, board.closed, board.pawns[player], board.goal(player))
            path = passages_of(cells(*taken[:2]), cells(*taken[2:]))
            assert len(path) == length
            assert not path & board.closed
            # Walk it: from the pawn along passages that were not taken yet, to the goal row.
            at, left = board.pawns[player], set(path)
            while left:
                (onward,) = [passage for passage in left if at in passage]
                left.remove(onward)
                (at,) = onward - {at}
                assert 0 <= at[0] < board.size[1]
                assert 0 <= at[1] < board.size[0]
            assert at[1] == board.goal(player)


def planted(old: str, new: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """All boards by a copy of the rules in which a line was changed, run as plain Python."""
    name = f"planted_{folder.name.replace('-', '_')}"
    shutil.copytree(PACKAGE, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / name).glob("*.py"):
        path.write_text(path.read_text().replace("boardwright.games.quoridor", name))
    rules = folder / name / "rules.py"
    source = rules.read_text()
    assert source.count(old) == 1, f"the rules have no {old!r}: the plant has nothing to grow in"
    rules.write_text(source.replace(old, new))
    monkeypatch.syspath_prepend(folder)
    importlib.invalidate_caches()
    result = importlib.import_module(name)
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        monkeypatch.delitem(sys.modules, module)
    files = dataclasses.replace(result.DEFINITION.files, words=PACKAGE / "words.yaml")
    definition = dataclasses.replace(result.DEFINITION, name=name, files=files)
    return Game(definition, [config.model_dump() for config in mixed().configs], interpreted=True)


@pytest.fixture(scope="module")
def met() -> tuple[Array, Array]:
    """Where the sound game meets walls that would close a path, and pawns side by side."""
    game = mixed()
    states = sample(game, 16, 60, seed=3)
    col, row = (states["pawns"] % 9).astype(int), (states["pawns"] // 9).astype(int)
    beside = states[np.abs(col[:, 0] - col[:, 1]) + np.abs(row[:, 0] - row[:, 1]) == 1]
    some = states[::11]
    reasons = game.why_not(np.repeat(some, 128), np.tile(np.arange(81, 209), len(some))).reshape(-1, 128)
    return some[(reasons >= Reason.CLOSES_OWN_PATH).any(axis=1)], beside


@pytest.mark.parametrize(
    ("old", "new", "caught"),
    [
        ("if points < 2:", "if points < 3:", "wrong_by_check"),
        ("(t0 & (west0 | east0))", "(t0 & west0 & east0)", "wrong_by_mask"),
        (
            "elif is_open(to, way, n0, n1, e0, e1):",
            "elif 0 <= to + STEPS[way] < CELLS:",
            "wrong_steps",
        ),
        ("for turn in (1, 3):", "for turn in (1,):", "wrong_steps"),
    ],
    ids=["three points", "three points in the mask", "a jump through walls", "one diagonal"],
)
def test_a_planted_fault_is_noticed(
    old: str, new: str, caught: str, met: tuple[Array, Array], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = planted(old, new, tmp_path, monkeypatch)
    states = met[caught == "wrong_steps"]
    every = states.view(np.uint8).view(game.state_dtype)  # the tag of the faulty game is another one
    tally = np.zeros(len(COUNTS), np.int64)
    for first in range(0, len(every), FEW):
        rows, slots = every[first : first + FEW], 0 if caught == "wrong_steps" else 1 << 40
        game.run(judge, game.params, rows, game.legal_mask(rows), 0, slots, tally)
        if tally[COUNTS.index(caught)]:
            return
    raise AssertionError(dict(zip(COUNTS, tally.tolist())))
