"""The specification's evaluation worked by hand, alike for both players and sides; its candidate walls, in order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.quoridor.bitboard import passages
from boardwright.games.quoridor.paths import LAYERS, route

from . import oracle
from .boards import board_of, compiled, do, lay, load, size_of
from .proofs import sample


class Worked(NamedTuple):
    """A position and what one counts on its board: the first player's number, then the second's."""

    text: str
    size: int
    steps: tuple[int, int]
    rows: tuple[int, int]
    stock: tuple[int, int]
    free: tuple[int, int]
    value: int
    """10 a step, 15 * (4 - steps)^2 up to three steps, 2 a wall in hand, 3 a free neighbour, 5 a step of detour."""


BY_HAND = {
    "start": Worked(
        "e1 e9 10 10 - 1", 9, (8, 8), (8, 8), (10, 10), (3, 3), 10 * (8 - 8) + 2 * (10 - 10) + 3 * (3 - 3) + 5 * (0 - 0)
    ),
    "one step": Worked("e2 e9 10 10 - 2", 9, (7, 8), (7, 8), (10, 10), (4, 3), 10 * (8 - 7) + 3 * (4 - 3)),
    "the other pawn's square is not free": Worked(
        "e4 e5 10 10 - 1", 9, (5, 4), (5, 4), (10, 10), (3, 3), 10 * (4 - 5) + 3 * (3 - 3)
    ),
    "three steps from the goal": Worked(
        "e6 e9 10 10 - 1", 9, (3, 8), (3, 8), (10, 10), (4, 3), 10 * (8 - 3) + 15 * (4 - 3) ** 2 + 3 * (4 - 3)
    ),
    "one step from the goal, and a pawn on it": Worked(
        "e8 e9 10 10 - 1", 9, (1, 8), (1, 8), (10, 10), (3, 2), 10 * (8 - 1) + 15 * (4 - 1) ** 2 + 3 * (3 - 2)
    ),
    "a wall that sends both around": Worked(
        "e1 e9 9 10 e1h 2", 9, (9, 9), (8, 8), (9, 10), (2, 3), 10 * (9 - 9) + 2 * (9 - 10) + 3 * (2 - 3) + 5 * (1 - 1)
    ),
    # Two down, eight along, two up, and four on: sixteen steps for four rows.
    "a long way around": Worked(
        "a5 i5 7 8 a5h,c5h,e5h,g5h,h4v 2",
        9,
        (16, 4),
        (4, 4),
        (7, 8),
        (2, 2),
        10 * (4 - 16) + 2 * (7 - 8) + 3 * (2 - 2) + 5 * (0 - 12),
    ),
    "walls at both pawns, none in hand": Worked(
        "d7 f3 0 4 d7h,c6v,e2h 1",
        9,
        (4, 3),
        (2, 2),
        (0, 4),
        (2, 3),
        10 * (3 - 4) - 15 * (4 - 3) ** 2 + 2 * (0 - 4) + 3 * (2 - 3) + 5 * (1 - 2),
    ),
    "a smaller board": Worked(
        "c2 c5 3 1 a3h,c3h 1", 5, (5, 6), (3, 4), (3, 1), (4, 3), 10 * (6 - 5) + 2 * (3 - 1) + 3 * (4 - 3) + 5 * (2 - 2)
    ),
    "nearly there on a smaller board": Worked(
        "b4 d2 0 0 b4h,d1h,c2v 2",
        5,
        (2, 6),
        (1, 1),
        (0, 0),
        (3, 2),
        10 * (6 - 2) + 15 * (4 - 2) ** 2 + 2 * (0 - 0) + 3 * (3 - 2) + 5 * (5 - 1),
    ),
}
SUMS = dict(zip(BY_HAND, (0, 13, -10, 68, 208, -5, -182, -41, 17, 123), strict=True))


@pytest.mark.parametrize("name", BY_HAND)
def test_worked_by_hand(name: str) -> None:
    worked = BY_HAND[name]
    assert worked.value == SUMS[name]
    game = load(worked.size)
    state = lay(worked.text, game)
    weights = game.weights("seed")
    assert game.evaluate(state, 0, weights).tolist() == [worked.value]
    assert game.evaluate(state, 1, weights).tolist() == [-worked.value]


@pytest.mark.parametrize("worked", BY_HAND.values(), ids=BY_HAND)
def test_what_is_counted_by_hand_is_what_the_oracle_counts(worked: Worked) -> None:
    board = oracle.read(worked.text, worked.size)
    assert tuple(length(board, player) for player in (0, 1)) == worked.steps
    assert tuple(abs(board.goal(player) - board.pawns[player][1]) for player in (0, 1)) == worked.rows
    assert board.stock == worked.stock
    assert tuple(free(board, player) for player in (0, 1)) == worked.free


def length(board: oracle.Board, player: int) -> int:
    result = oracle.distance(board.size, board.closed, board.pawns[player], board.goal(player))
    assert result is not None
    return result


def free(board: oracle.Board, player: int) -> int:
    """Open neighbours without the other pawn's square. Jumps do not count."""
    pawn, other = board.pawns[player], board.pawns[1 - player]
    ways = [way for way in oracle.WAYS if oracle.is_open(board.size, board.closed, pawn, way)]
    return sum(oracle.step(pawn, way) != other for way in ways)


def formula(board: oracle.Board, me: int) -> int:
    """The sheet's formula, from the oracle's numbers."""
    you = 1 - me
    mine, theirs = length(board, me), length(board, you)
    rows = [abs(board.goal(player) - board.pawns[player][1]) for player in (0, 1)]
    value = 10 * (theirs - mine)
    value += 15 * (4 - mine) ** 2 if mine <= 3 else 0
    value -= 15 * (4 - theirs) ** 2 if theirs <= 3 else 0
    value += 2 * (board.stock[me] - board.stock[you])
    value += 3 * (free(board, me) - free(board, you))
    return value + 5 * ((theirs - rows[you]) - (mine - rows[me]))


@pytest.fixture(scope="module", params=[5, 6, 9, (8, 3), (4, 6)])
def walked(request: pytest.FixtureRequest) -> tuple[Game, Array]:
    game = compiled(request.param, 6)
    states = sample(game, 6 if INTERPRETED else 12, 30, seed=size_of(game)[0])
    return game, states[:: 6 if INTERPRETED else 2].copy()


def test_the_formula_holds_everywhere(walked: tuple[Game, Array]) -> None:
    game, states = walked
    weights = game.weights("seed")
    for player in (0, 1):
        wanted = [formula(board_of(game, states[row : row + 1]), player) for row in range(len(states))]
        assert game.evaluate(states, player, weights).tolist() == wanted


@pytest.mark.parametrize("profile", ["seed", "standard"])
def test_what_is_good_for_one_is_bad_for_the_other(walked: tuple[Game, Array], profile: str) -> None:
    game, states = walked
    weights = game.weights(profile)
    values = game.evaluate(states, 0, weights)
    assert (values == -game.evaluate(states, 1, weights)).all()
    assert len(set(values.tolist())) > 10


@pytest.mark.parametrize("profile", ["seed", "standard"])
def test_mirrored_or_seen_by_the_other_player_it_is_worth_the_same(walked: tuple[Game, Array], profile: str) -> None:
    game, states = walked
    weights = game.weights(profile)
    for which, symmetry in enumerate(game.symmetries):
        turned = game.transform(states, which)
        swap = symmetry.players or (0, 1)
        for player in (0, 1):
            there = game.evaluate(turned, swap[player], weights)
            assert (there == game.evaluate(states, player, weights)).all(), symmetry.name


def path_of(game: Game, state: Array, player: int) -> set[oracle.Passage]:
    """The passages of the shortest path that the rules take."""
    p, s = game.params_of(state), game.record(state)
    ways = passages(p, int(s.h[0]), int(s.h[1]), int(s.v[0]), int(s.v[1]))
    low, high = (int(word) for word in p.goal[player])
    _, n0, n1, e0, e1 = route(int(s.pawns[player]), low, high, *ways, np.empty(LAYERS, np.int64))
    north, east = n0 | n1 << 63, e0 | e1 << 63
    result = set()
    for cell in range(81):
        square = (cell % 9, cell // 9)
        result |= {frozenset({square, oracle.step(square, oracle.NORTH)})} if north >> cell & 1 else set()
        result |= {frozenset({square, oracle.step(square, oracle.EAST)})} if east >> cell & 1 else set()
    return result


def seeds_choice(board: oracle.Board, path: set[oracle.Passage]) -> list[str]:
    """All pawn moves from a1 on, then walls by column, row and way: what cuts the path, and the corners of the pawn."""
    moves = sorted(oracle.pawn_moves(board), key=lambda square: (square[1], square[0]))
    col, row = board.pawns[1 - board.to_move]
    slots = set(oracle.slots(board))
    corners = {(x, y, way) for x in (col - 1, col) for y in (row - 1, row) for way in "hv"}
    cutting = {slot for slot in slots if path & set(oracle.cut(slot))}
    walls = sorted(slot for slot in slots & (corners | cutting) if not oracle.why_no_wall(board, slot))
    return [oracle.name(square) for square in moves] + [oracle.name((x, y)) + way for x, y, way in walls]


def chosen(game: Game, state: Array) -> list[str]:
    return [game.actions.to_text(int(action)) for action in game.candidates(state, game.weights("seed"))[0]]


def test_candidates_are_the_specifications_in_its_order(walked: tuple[Game, Array]) -> None:
    game, states = walked
    sizes = set()
    for row in range(len(states)):
        state = states[row : row + 1]
        board = board_of(game, state)
        wanted = seeds_choice(board, path_of(game, state, 1 - board.to_move))
        assert chosen(game, state) == wanted, game.text_key(state)
        sizes.add(len(wanted))
    assert len(sizes) > 5


def test_candidates_at_the_start() -> None:
    # The other pawn is at e9: the two walls across each of its eight steps, and d8 and e8 upright.
    game = load()
    across = [f"{col}{row}h" for col in "de" for row in range(1, 9)]
    walls = sorted([*across, "d8v", "e8v"])
    assert chosen(game, game.new()) == ["d1", "f1", "e2", *walls]


def test_two_walls_cut_a_step_and_at_the_border_one() -> None:
    # Up the a file there is one wall across each step, and two slots at the pawn's corners.
    game = load()
    state = do(game, lay("a2 e8 10 10 - 1"), "a3")
    assert chosen(game, state)[:4] == ["e7", "d8", "f8", "e9"]
    walls = [text for text in chosen(game, state) if text[-1] in "hv"]
    across = [f"a{row}h" for row in range(3, 9)]
    assert walls == sorted({*across, "a2h", "a2v", "a3v"})


def test_without_walls_in_hand_only_the_pawn_moves() -> None:
    game = load()
    assert chosen(game, lay("e1 e9 0 10 - 1")) == ["d1", "f1", "e2"]
    assert chosen(game, lay("e4 e5 10 0 e5h 2")) == ["e3", "d5", "f5"]


def test_a_wall_that_may_not_be_put_is_no_candidate() -> None:
    game = load(5)
    state = lay("c4 c5 3 3 a3h,c3h,d2v 1", game)
    assert "d1h" not in chosen(game, state)
    assert set(chosen(game, state)) <= {game.actions.to_text(int(a)) for a in np.flatnonzero(game.legal_mask(state)[0])}
