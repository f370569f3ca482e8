"""The features of a position against a second statement of them, from squares and sets of walls."""

from __future__ import annotations

from collections import Counter, deque

import numpy as np
import pytest

from boardwright.core.compiled.compiler import loop
from boardwright.core.compiled.contract import features
from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.record import TERMINAL, Array
from boardwright.games.quoridor import features as layout

from . import oracle
from .boards import board_of, load


@loop
def turned_on(p: Array, s: Array, words: Array) -> None:
    """The features of a position."""
    features(p[s[0].variant], s[0], words)


def place(word: int, bit: int) -> int:
    """The number of a feature; bitboards go on in the next word."""
    return word * BITS + bit


def nearly_shortest(board: oracle.Board, player: int) -> tuple[int, int]:
    """Steps to the goal, and the goal squares no more than two steps farther."""
    seen, queue = {board.pawns[player]: 0}, deque([board.pawns[player]])
    closed = board.closed
    while queue:
        square = queue.popleft()
        for way in oracle.WAYS:
            to = oracle.step(square, way)
            if to not in seen and oracle.is_open(board.size, closed, square, way):
                seen[to] = seen[square] + 1
                queue.append(to)
    ends = [steps for square, steps in seen.items() if square[1] == board.goal(player)]
    return min(ends), sum(steps <= min(ends) + 2 for steps in ends)


def costs(board: oracle.Board, player: int, steps: int) -> tuple[int, int]:
    """What one wall of the opponent costs at most, and the walls that cost two steps or more."""
    found, closed, middles = [0], board.closed, {wall[:2] for wall in board.walls}
    for wall in oracle.slots(board) if board.stock[1 - player] else ():
        if wall[:2] not in middles and not set(oracle.cut(wall)) & closed:
            then = oracle.distance(board.size, closed | set(oracle.cut(wall)), board.pawns[player], board.goal(player))
            found.append(0 if then is None else then - steps)
    return max(found), sum(cost >= 2 for cost in found)


def stated(board: oracle.Board, times: int, left: int) -> set[int]:
    """The features that are on."""
    on = {place({"h": layout.H, "v": layout.V}[way], 9 * row + col) for col, row, way in board.walls}
    lead, more = layout.EVEN, layout.MORE
    for player, (col, row) in enumerate(board.pawns):
        steps, ways = nearly_shortest(board, player)
        worst, many = costs(board, player, steps)
        lead += -steps if player == 0 else steps
        on |= {
            place(layout.PAWNS + 2 * player, 9 * row + col),
            place(layout.DISTANCES + player, min(steps, 40)),
            place(layout.STOCKS, 16 * player + min(board.stock[player], 15)),
            place(more, 10 * player + ways),
            place(layout.COSTS, 16 * player + min(worst, 15)),
            place(layout.COSTS, 32 + 8 * player + min(many, 7)),
        }
    on.add(place(layout.LEAD, min(max(lead, 0), 40)))
    on |= {place(more, 20)} if times > 1 else set()
    return on | {place(more, 21 + i) for i, plies in enumerate((10, 30, 90)) if left <= plies}


@pytest.mark.parametrize(("size", "walls", "every"), [(5, 8, 3), ((6, 3), 5, 3), (9, 10, 9)])
def test_features_are_those_of_squares_and_sets_of_walls(size, walls, every):
    game = load(size, walls)
    rng = np.random.default_rng(walls)
    state, known, seen = game.new(), Counter(), set()
    for ply in range(60):
        board = board_of(game, state)
        known[board] += 1
        if ply % every == 0:
            words = np.zeros(layout.WORDS, np.int64)
            game.run(turned_on, game.params, state, words)
            on = {at * BITS + bit for at in range(layout.WORDS) for bit in range(BITS) if int(words[at]) >> bit & 1}
            assert on == stated(board, known[board], game.configs[0].max_plies - ply), ply
            seen |= on
        moves = np.flatnonzero(game.legal_mask(state)[0])
        # Steps to and fro, and walls, but nobody arrives: a step on to the goal is left out.
        after = [move for move in moves if game.apply(state, int(move))["to_move"][0] != TERMINAL]
        if not after:
            break
        building = [move for move in after if move >= 81]
        game.step(state, [int(rng.choice(building if building and rng.random() < 0.4 else after))])
    assert len(seen) > 40
