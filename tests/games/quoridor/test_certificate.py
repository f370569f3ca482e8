"""Certificates of won races, against the solver of the race."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.quoridor.bitboard import passages
from boardwright.games.quoridor.certificate import plies_to_win
from boardwright.games.quoridor.paths import distance
from boardwright.games.quoridor.race import endgame

from .boards import compiled, lay

WALLS = ["-", "b2h", "a2h,c2h", "b2v,c3v", "a1v,b3h,c1h", "b1v,d1v,b3v,d3v", "a2h,c2h,b3h,d3v"]


def certified(game: Game, state: Array, player: int) -> int:
    """The plies of a player's certificate, 0 without one."""
    p, s = game.params_of(state), game.record(state)
    ways = passages(p, *(int(word) for word in (*s.h, *s.v)))
    goal = (int(word) for word in p.goal[1 - player])
    return plies_to_win(p, s, player, distance(int(s.pawns[1 - player]), *goal, *ways), *ways)


@pytest.mark.parametrize("walls", WALLS[:2] if INTERPRETED else WALLS)
def test_what_is_certified_is_won_in_time(walls: str) -> None:
    game = compiled(5, 3)
    squares = [f"{col}{row}" for col, row in product("abcde", range(1, 6))]
    pairs = [(a, b) for a, b in product(squares, squares) if a != b and a[1] != "5" and b[1] != "1"]
    rng = np.random.default_rng(len(walls))
    decided = proved = 0
    for i in rng.permutation(len(pairs))[: 10 if INTERPRETED else 60]:
        for mover in (0, 1):
            state = lay(f"{pairs[i][0]} {pairs[i][1]} 0 0 {walls} {mover + 1}", game)
            exact = endgame(game, state)
            assert exact is not None
            wins = [plies for plies in exact.values() if plies > 0]
            lost = all(plies < 0 for plies in exact.values())
            decided += bool(wins) or lost
            mine, theirs = (certified(game, state, player) for player in (mover, 1 - mover))
            proved += mine > 0 or theirs > 0
            if mine:
                assert wins
                assert min(wins) <= mine
            if theirs:
                assert lost
                assert -min(exact.values()) <= theirs
    assert proved > (0 if INTERPRETED else decided // 4)


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("e6 e5 3 0 - 1", 5, 0),  # past each other, three steps and to move; the walls of the runner do not matter
        ("e6 e5 0 3 - 1", 0, 0),  # the other has walls
        ("e5 a4 0 0 - 2", 0, 5),
        ("e4 e5 0 0 - 1", 0, 0),  # face to face: somebody jumps
    ],
)
def test_a_certificate_needs_an_opponent_without_walls_who_is_out_of_the_way(
    text: str, first: int, second: int
) -> None:
    game = compiled(9, 10)
    state = lay(text, game)
    assert [certified(game, state, player) for player in (0, 1)] == [first, second]


def test_a_race_beyond_the_last_ply_is_not_won() -> None:
    game = compiled(9, 10)
    state = lay("e7 a7 0 0 - 1", game)
    assert certified(game, state, 0) == 3
    state["ply"] = game.max_plies - 3
    assert certified(game, state, 0) == 0
