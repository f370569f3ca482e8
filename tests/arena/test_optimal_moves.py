"""The share of optimal moves, where the truth is known: Minesweeper's exact odds, and Quoridor's races.

In each an agent that never errs has all of them, and one that is known to blunder is found out, move by move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardwright.agents.spec import Named
from boardwright.arena.anchors import AnchorResult, Judge, Played, anchors_of, rate
from boardwright.arena.match import play
from boardwright.arena.match_records import Record
from boardwright.core import registry
from boardwright.core.agent import Plain, Turn
from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import Array

SIDE, MINES = 8, 3
HIDDEN = 9
"""Codes of an observation from here on are of cells that are not revealed."""

Values = dict[int, float]
"""A number for each action that has one: the greater, the better."""


class Follows(Plain):
    """Plays an action of the greatest value, or of the least: the blunderer."""

    def __init__(self, values: Callable[[Turn], Values], *, blunders: bool) -> None:
        self._values, self._choose = values, min if blunders else max

    def act(self, turn: Turn) -> int:
        values = self._values(turn)
        return int(self._choose(values, key=values.__getitem__))


# -- Minesweeper, against a count of all layouts


@pytest.fixture(scope="module")
def minefield() -> Game:
    return registry.load("minesweeper", "small", H=SIDE, W=SIDE, mine_count=MINES)


@cache
def near(cell: int) -> frozenset[int]:
    row, col = divmod(cell, SIDE)
    around = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return frozenset(SIDE * y + x for y, x in around if 0 <= y < SIDE and 0 <= x < SIDE) - {cell}


@cache
def layouts(shown: tuple[int, ...]) -> list[frozenset[int]]:
    """Every layout of mines that agrees with the numbers: no solver has a part in it."""
    hidden = [cell for cell, code in enumerate(shown) if code >= HIDDEN]
    numbers = [(cell, code) for cell, code in enumerate(shown) if code < HIDDEN]
    every = (frozenset(chosen) for chosen in combinations(hidden, MINES))
    return [mines for mines in every if all(len(mines & near(cell)) == code for cell, code in numbers)]


def safety(turn: Turn) -> Values:
    """The share of layouts in which each hidden cell is safe; before the first reveal every cell is."""
    shown = tuple(turn.observation["cells"][0].reshape(-1).tolist())
    hidden = [cell for cell, code in enumerate(shown) if code >= HIDDEN and turn.mask[cell]]
    if min(shown) >= HIDDEN:
        return dict.fromkeys(hidden, 1.0)
    possible = layouts(shown)
    return {cell: sum(cell not in mines for mines in possible) / len(possible) for cell in hidden}


def judged(game: Game, agent: Any, numbers: Sequence[int]) -> AnchorResult:
    """The verdicts on matches of an agent alone."""
    result, judge = AnchorResult("agent", {}), Judge(game)
    for number in numbers:
        for verdict in judge.verdicts(play(game, [agent], seed=3, number=number), 0):
            result.judged += 1
            result.optimal += verdict
    return result


def test_least_risk_is_optimal_by_the_count_of_layouts(minefield: Game) -> None:
    result = judged(minefield, Follows(safety, blunders=False), range(12))
    assert result.judged == result.optimal > 12


def test_a_blunderer_in_the_minefield_is_counted_move_by_move(minefield: Game) -> None:
    result = judged(minefield, Follows(safety, blunders=True), range(12))
    assert result.judged > 6
    assert result.optimal == 0


def test_random_reveals_are_judged_as_the_layouts_say(minefield: Game) -> None:
    expected: list[bool] = []

    def noted(turn: Turn) -> Values:
        values = safety(turn)
        chosen = int(turn.rng.choice(list(values)))
        if max(values.values()) - min(values.values()) > 1e-9:
            expected.append(values[chosen] > max(values.values()) - 1e-9)
        return {chosen: 1.0}

    result = judged(minefield, Follows(noted, blunders=False), range(12))
    assert (result.judged, result.optimal) == (len(expected), sum(expected))
    assert 0 < result.optimal < result.judged


def test_flags_are_not_judged_and_flagged_cells_are_no_alternative(minefield: Game) -> None:
    def flags_first(turn: Turn) -> Values:
        flags = [action for action in turn.legal_actions if action >= SIDE * SIDE]
        cells = turn.observation["cells"][0]
        return {int(flags[0]): 1.0} if (cells < HIDDEN).any() and not (cells > HIDDEN).any() else safety(turn)

    agent = Follows(flags_first, blunders=False)
    result = judged(minefield, agent, range(12))
    assert result.judged == result.optimal > 12


def test_the_exact_agent_is_optimal_through_the_command_and_a_random_one_is_not() -> None:
    game = registry.load("minesweeper", "small")
    exact, random = rate(game, "probability", 2, 0), rate(game, "random", 2, 0)
    assert exact.judged == exact.optimal > 10
    assert random.optimal < random.judged


# -- Quoridor's races


@pytest.fixture(scope="module")
def corridor() -> Game:
    return registry.load("quoridor", "small", walls=1)


def race_opening(game: Game, seed: int) -> list[int]:
    """Random steps and walls until none is left in hand: from there on the truth is known."""
    rng, position = np.random.default_rng(seed), Position(game)
    while position.state["stock"][0].any():
        walls = [action for action in position.legal_actions if action >= 81]
        position.push(int(rng.choice(walls)))
    return [action for action, _ in position.history]


def worth(game: Game, state: Array, action: int, plies: int, known: dict[Any, int]) -> int:
    """What a step is worth by trying everything: 1 or -1 if a side wins within some plies, else 0."""
    mover = int(state["to_move"][0])
    after = game.apply(state, action)
    if after["to_move"][0] < 0:
        return int(np.sign(after["returns"][0, mover]))
    if plies == 0:
        return 0
    key = (*after["pawns"][0].tolist(), mover, plies)
    if key not in known:
        steps = np.flatnonzero(game.legal_mask(after)[0]).tolist()
        known[key] = -max(worth(game, after, step, plies - 1, known) for step in steps)
    return known[key]


class Race:
    """A race after an opening: the values of steps by search, and the wins that were thrown away."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}
        self.blunders = 0

    def values(self, turn: Turn) -> Values:
        return {action: worth(turn.game, turn.position, action, 8, self.known) for action in turn.legal_actions}

    def noted(self, turn: Turn) -> Values:
        values = self.values(turn)
        self.blunders += max(values.values()) == 1 and min(values.values()) == -1
        return values


def raced(game: Game, number: int, *, blunders: bool) -> tuple[Record, int]:
    """A race of an agent in the second seat, which wins most of them, and the number of wins that it threw away."""
    race, anchor = Race(), next(iter(anchors_of(game)))
    agent = Follows(race.noted if blunders else race.values, blunders=blunders)
    seats = [Named(anchor, Follows(race.values, blunders=False)), Named("random", agent)]
    return play(game, seats, seed=0, number=number, opening=race_opening(game, number)), race.blunders


def test_races_are_judged_and_a_thrown_away_win_is_counted(corridor: Game) -> None:
    judge = Judge(corridor)
    good = [verdict for number in range(2) for verdict in judge.verdicts(raced(corridor, number, blunders=False)[0], 1)]
    assert all(good)
    assert len(good) > 2
    played = [raced(corridor, number, blunders=True) for number in range(2)]
    bad = [verdict for record, _ in played for verdict in judge.verdicts(record, 1)]
    assert len(bad) - sum(bad) >= sum(blunders for _, blunders in played) > 0


def test_a_blunder_in_a_race_is_in_the_result_of_the_command(corridor: Game, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    record, _ = raced(corridor, 1, blunders=True)
    path.write_text(Played(seat=1, record=record, usage=None).model_dump_json() + "\n", encoding="utf-8")
    result = AnchorResult("random", anchors_of(corridor))
    for verdict in Judge(corridor).verdicts(record, 1):
        result.judged += 1
        result.optimal += verdict

    def stop(done: int, total: int, values: Any) -> None:
        if done == 2:  # the first match is random's own, the second is of the file
            raise KeyboardInterrupt

    with_file = rate(corridor, "random", 2, 0, path, stop)
    alone = rate(corridor, "random", 1, 0, None, lambda done, total, values: interrupt())
    assert with_file.judged - alone.judged == result.judged > 0
    assert with_file.optimal - alone.optimal == result.optimal < result.judged


def interrupt() -> None:
    """Ctrl-C after the first match."""
    raise KeyboardInterrupt
