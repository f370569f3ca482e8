"""What is told of a position and of a move: ways to the goal, the race, and what a wall changes."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import numpy as np
import pytest

from boardwright.core.game import Game
from boardwright.core.position import Position
from boardwright.core.record import Array
from boardwright.games.quoridor.analysis import analysis, describe
from boardwright.games.quoridor.routes import race
from saying import told

from .boards import size_of
from .test_notation import opened, plain


def steps_by_hand(game: Game, state: Array, player: int, start: str) -> int:
    """Breadth first over squares, by the walls' names alone."""
    rows, cols = size_of(game)
    walls = set(game.text_key(state).split()[4].split(","))

    def shut(col: int, row: int, to_col: int, to_row: int) -> bool:
        def named(c: int, r: int, way: str) -> bool:
            return f"{chr(97 + c)}{r + 1}{way}" in walls

        if col == to_col:
            low = min(row, to_row)
            return named(col, low, "h") or named(col - 1, low, "h")
        low = min(col, to_col)
        return named(low, row, "v") or named(low, row - 1, "v")

    goal = rows - 1 if player == 0 else 0
    first = (ord(start[0]) - 97, int(start[1:]) - 1)
    far = {first: 0}
    queue = deque([first])
    while queue:
        col, row = queue.popleft()
        if row == goal:
            return far[col, row]
        for to in ((col, row + 1), (col, row - 1), (col + 1, row), (col - 1, row)):
            if min(to) >= 0 and to[0] < cols and to[1] < rows and to not in far and not shut(col, row, *to):
                far[to] = far[col, row] + 1
                queue.append(to)
    raise AssertionError("no way")


@pytest.mark.parametrize("preset", ["standard", "small"])
def test_distances_and_ways_agree_with_a_search_by_the_names_of_walls(preset: str) -> None:
    game = plain(preset)
    rng = np.random.default_rng(3)
    for _ in range(2):
        position = Position(game)
        for _ in range(24):
            legal = position.legal_actions
            walls = [action for action in legal if action >= 81]
            position.push(int(rng.choice(walls if walls and rng.random() < 0.7 else legal)))
            if position.to_move is None:
                break
            result = analysis(game, game.observe(position.state))
            pawns = game.text_key(position.state).split()[:2]
            assert result.numbers["to_move"] == position.to_move + 1
            for player in range(2):
                path = result.numbers["paths"][player]
                assert path[0] == pawns[player]
                assert result.numbers["distances"][player] == len(path) - 1
                assert len(path) - 1 == steps_by_hand(game, position.state, player, pawns[player])
                for square, after in pairwise(path):
                    # Each square of a way is one nearer.
                    far, near = (steps_by_hand(game, position.state, player, item) for item in (square, after))
                    assert near == far - 1
            assert result.overlay is not None
            assert not result.overlay.share
            _, cols = size_of(game)
            for cell, value in list(result.overlay.values.items())[::7]:
                name = f"{chr(97 + cell % cols)}{cell // cols + 1}"
                assert value == steps_by_hand(game, position.state, position.to_move, name)


def test_the_facts_are_both_ways_and_the_race() -> None:
    game, state = opened("e4 e6 8 0 a1v,c6v 2")
    result = analysis(game, game.observe(state))
    first, second, race_of_both = result.facts
    told(first, "quoridor.fact_way", player=0, steps=5, path="e4 e5 e6 e7 e8 e9", walls=8)
    told(second, "quoridor.fact_way", player=1, steps=5, path="e6 e5 e4 e3 e2 e1", walls=0)
    told(race_of_both, "quoridor.fact_race", player=1, plies=1)
    assert result.numbers == {
        "to_move": 2,
        "distances": [5, 5],
        "paths": [["e4", "e5", "e6", "e7", "e8", "e9"], ["e6", "e5", "e4", "e3", "e2", "e1"]],
        "stocks": [8, 0],
        "race": {"first": 2, "plies": 1},
    }
    assert result.overlay is not None
    # The pawns are to be seen.
    assert {9 * 3 + 4, 9 * 5 + 4} & set(result.overlay.values) == set()


@pytest.mark.parametrize(
    ("mine", "theirs", "first", "plies"), [(5, 5, True, 1), (5, 4, False, 1), (3, 5, True, 5), (6, 4, False, 3)]
)
def test_the_race_counts_who_is_to_move(mine: int, theirs: int, first: bool, plies: int) -> None:
    assert race(mine, theirs) == (first, plies)


MOVES: list[tuple[str, str, dict[str, dict[str, object]]]] = [
    ("e4 e6 8 8 - 1", "e5", {"path": {"steps": 4, "other": 5}}),
    ("e4 e6 8 8 - 1", "d4", {"aside": {"steps": 5, "other": 5}}),
    ("e4 e6 8 8 - 1", "e3", {"back": {"steps": 6, "before": 5, "other": 5}}),
    ("e4 e5 8 8 - 1", "e6", {"jump": {}, "path": {"steps": 3, "other": 4}}),
    ("e8 a5 8 8 - 1", "e9", {"wins": {"square": "e9"}}),
    ("e4 e6 8 8 - 1", "e5h", {"wall": {"theirs": 1, "before": 5, "after": 6, "mine": 1}}),
    ("e4 e6 8 8 - 1", "a1h", {"wall_idle": {}}),
    ("e4 e2 8 8 - 1", "e1h", {"wall": {"theirs": 1, "before": 1, "after": 2, "mine": 0}, "stop": {}}),
]


@pytest.mark.parametrize(("line", "move", "does"), MOVES, ids=[f"{move} in {line}" for line, move, _ in MOVES])
def test_a_move_is_described(line: str, move: str, does: dict[str, dict[str, object]]) -> None:
    game, state = opened(line)
    before = state.tobytes()
    words = describe(game, state, game.index(state, game.actions.from_text(move)))
    assert state.tobytes() == before
    for word, (code, params) in zip(words, does.items(), strict=True):
        told(word, f"quoridor.does_{code}", **params)
