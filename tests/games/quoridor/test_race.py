"""The solver of the bare race against trying everything, on small boards, by rules written a second time."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import boardwright
from boardwright.agents.alphabeta_loop import WON
from boardwright.core.agent import Turn
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.record import TERMINAL
from boardwright.games.quoridor.race import endgame

from . import oracle
from .boards import board_of, compiled, lay

WALLS = ["-", "b2h", "a2h,c2h", "b2v,c3v", "a1v,b3h,c1h", "b1v,d1v,b3v,d3v", "a2h,c2h,b3h,d3v"]


def brute_force(start: oracle.Board) -> dict[tuple[oracle.Square, oracle.Square, int], int]:
    """Plies to the end for every pair of squares and mover, a loss below 0, 0 for a race without end."""
    squares = list(product(range(start.size[1]), range(start.size[0])))
    boards = {}
    for first, second, mover in product(squares, squares, (0, 1)):
        board = replace(start, pawns=(first, second), to_move=mover)
        if first != second and first[1] != board.goal(0) and second[1] != board.goal(1):
            boards[first, second, mover] = [oracle.play(board, oracle.name(to)) for to in oracle.pawn_moves(board)]
    table: dict[tuple[oracle.Square, oracle.Square, int], int] = {}
    for plies in range(1, 200):
        new = {}
        for key, after in boards.items():
            if key in table:
                continue
            worths = [-1 if oracle.winner(item) is not None else _then(table, item) for item in after]
            if any(worth is not None and -plies <= worth < 0 and 1 - worth == plies + 1 for worth in worths):
                new[key] = plies
            elif all(worth is not None and worth > 0 for worth in worths) and max(worths) == plies - 1:
                new[key] = -plies
        table |= new
    return table


def _then(found: dict[tuple[oracle.Square, oracle.Square, int], int], board: oracle.Board) -> int | None:
    value = found.get((board.pawns[0], board.pawns[1], board.to_move))
    if value is None:
        return None
    # A loss in n plies is at n + 1 from the move before it, where 1 stands for a win at once.
    return value if value > 0 else value - 1


@pytest.mark.parametrize("walls", WALLS[:2] if INTERPRETED else WALLS)
def test_the_race_is_what_trying_everything_finds(walls: str) -> None:
    game = compiled(5, 3)
    known = brute_force(board_of(game, lay(f"c1 c5 0 0 {walls} 1", game)))
    rng = np.random.default_rng(len(walls))
    keys = sorted(known)
    for first, second, mover in (keys[i] for i in rng.permutation(len(keys))[: 6 if INTERPRETED else 60]):
        state = lay(f"{oracle.name(first)} {oracle.name(second)} 0 0 {walls} {mover + 1}", game)
        result = endgame(game, state)
        assert result is not None
        best = max(result.values(), key=lambda plies: 0 if plies == 0 else 1000 - plies if plies > 0 else -1000 - plies)
        assert best == known[first, second, mover]
        assert set(result) == set(np.flatnonzero(game.legal_mask(state)[0]).tolist())


def test_a_race_is_only_solved_when_nobody_has_a_wall() -> None:
    game = compiled(5, 3)
    assert endgame(game, lay("c1 c5 1 0 - 1", game)) is None
    assert endgame(game, lay("c1 c5 0 0 - 1", game)) is not None


def test_search_plays_a_won_race_to_its_end() -> None:
    game = compiled(5, 3)
    agent = boardwright.agent("alphabeta", game, depth=1)
    state = lay("c3 c5 0 0 - 1", game)
    explanation = agent.explain(Turn(game, state, 0, np.random.default_rng(0)))
    assert explanation.certain
    plies = round(WON - explanation.scores[explanation.action])
    for _ in range(plies):
        assert state["to_move"][0] != TERMINAL
        state = game.apply(state, agent.act(Turn(game, state, int(state["to_move"][0]), np.random.default_rng(0))))
    assert state["returns"][0].tolist() == [1.0, -1.0]


def test_a_position_that_came_twice_is_a_draw_when_it_comes_again() -> None:
    game = compiled(5, 3)
    state = lay("b2 d4 0 0 - 1", game)
    for text in ("b3", "d3", "b2", "d4", "b3", "d3", "b2", "d4"):
        before, state = state, game.apply(state, game.actions.from_text(text))
    result = endgame(game, before)
    assert result is not None
    # d4 brings the start back a third time.
    assert result[game.actions.encode(game.actions.from_text("d4"))] == 0
    assert state["to_move"][0] == TERMINAL


def test_a_win_after_the_last_ply_is_none() -> None:
    game = compiled(5, 3)
    state = lay("c1 c5 0 0 - 1", game)
    state["ply"] = game.max_plies - 1
    result = endgame(game, state)
    assert result is not None
    assert set(result.values()) == {0}
