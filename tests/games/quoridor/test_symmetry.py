"""Left and right are alike, and so are the players: on boards, actions, what is seen, and what came before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array

from . import oracle
from .boards import board_of, compiled, do, lay, legal, load, size_of
from .proofs import sample

NAMES = ("Identity", "Mirror", "Swap", "Turn")
MIRRORED, SWAPPED = {"Mirror", "Turn"}, {"Swap", "Turn"}


@pytest.fixture(scope="module", params=[5, 8, 9, (4, 7), (9, 3)])
def walked(request: pytest.FixtureRequest) -> tuple[Game, Array]:
    game = compiled(request.param, 7)
    states = sample(game, 5 if INTERPRETED else 20, 28, seed=40 + size_of(game)[0])
    return game, states[:: 9 if INTERPRETED else 3].copy()


def moved(name: str, square: oracle.Square, size: oracle.Size) -> oracle.Square:
    """Where a square goes on a board of so many rows and columns."""
    (col, row), (rows, cols) = square, size
    return (cols - 1 - col if name in MIRRORED else col), (rows - 1 - row if name in SWAPPED else row)


def between(size: oracle.Size) -> oracle.Size:
    """The rows and columns of slots between squares."""
    return size[0] - 1, size[1] - 1


def moved_board(name: str, board: oracle.Board) -> oracle.Board:
    pawns = [moved(name, pawn, board.size) for pawn in board.pawns]
    walls = frozenset((*moved(name, (col, row), between(board.size)), way) for col, row, way in board.walls)
    if name not in SWAPPED:
        return replace(board, pawns=(pawns[0], pawns[1]), walls=walls)
    stock, mover = (board.stock[1], board.stock[0]), 1 - board.to_move
    return replace(board, pawns=(pawns[1], pawns[0]), walls=walls, stock=stock, to_move=mover)


def moved_text(name: str, text: str, size: oracle.Size) -> str:
    if text[-1] in "hv":
        return oracle.name(moved(name, oracle.named(text[:-1]), between(size))) + text[-1]
    return oracle.name(moved(name, oracle.named(text), size))


def test_there_are_four() -> None:
    assert tuple(symmetry.name for symmetry in load().symmetries) == NAMES
    assert [symmetry.players for symmetry in load().symmetries] == [(), (), (1, 0), (1, 0)]


@pytest.mark.parametrize("which", range(4), ids=NAMES)
def test_boards_go_where_geometry_says(walked: tuple[Game, Array], which: int) -> None:
    game, states = walked
    turned = game.transform(states, which)
    for row in range(len(states)):
        wanted = moved_board(NAMES[which], board_of(game, states[row : row + 1]))
        assert board_of(game, turned[row : row + 1]) == wanted
    assert game.transform(turned, which).tobytes() == states.tobytes()


@pytest.mark.parametrize("which", range(4), ids=NAMES)
def test_actions_go_where_geometry_says(walked: tuple[Game, Array], which: int) -> None:
    game, states = walked
    size, where = size_of(game), game.symmetries[which].actions
    assert sorted(where.tolist()) == list(range(209))
    start = {text for row in range(0, len(states), 7) for text in legal(game, states[row : row + 1])}
    for text in start:
        index = game.actions.encode(game.actions.from_text(text))
        assert game.actions.to_text(int(where[index])) == moved_text(NAMES[which], text, size)


@pytest.mark.parametrize("which", range(4), ids=NAMES)
def test_moving_and_turning_commute_in_every_byte(walked: tuple[Game, Array], which: int) -> None:
    game, states = walked
    where = game.symmetries[which].actions
    masks = game.legal_mask(states)
    turned = game.transform(states, which)
    assert (game.legal_mask(turned)[:, where] == masks).all()
    rng = np.random.default_rng(which)
    for _ in range(2):
        actions = np.argmax(masks * rng.random(masks.shape), axis=1)
        before, after = turned.copy(), states.copy()
        game.step(before, where[actions])
        game.step(after, actions)
        assert before.tobytes() == game.transform(after, which).tobytes()


def moved_observation(seen: Array, maps: Any) -> Array:
    out = seen.copy()
    for field, where in maps.items():
        flat = out[field].reshape(len(seen), -1)
        flat[:, where] = seen[field].reshape(len(seen), -1)
        out[field] = flat.reshape(seen[field].shape)
    return out


@pytest.mark.parametrize("which", range(4), ids=NAMES)
def test_what_is_seen_turns_along(walked: tuple[Game, Array], which: int) -> None:
    game, states = walked
    symmetry = game.symmetries[which]
    swap = symmetry.players or (0, 1)
    turned = game.transform(states, which)
    assert set(symmetry.observation) == {"pawns", "walls", "goal"}
    for player in (0, 1):
        there = game.observe(turned, swap[player])
        wanted = moved_observation(game.observe(states, player), symmetry.observation)
        for field in there.dtype.names:
            if not field.startswith(("_", "quoridor")):
                assert (there[field] == wanted[field]).all(), field


def test_what_is_seen() -> None:
    game = load()
    state = do(game, lay("e4 e5 9 8 a1h,h8v 1"), "d4")
    seen = game.observe(state)
    assert np.argwhere(seen["pawns"][0]).tolist() == [[0, 40], [1, 30]]  # the mover's at e5, the other's at d4
    assert np.argwhere(seen["walls"][0]).tolist() == [[0, 0], [1, 63]]
    assert seen["goal"][0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert seen["stock"][0].tolist() == [8, 9]
    seen = game.observe(state, 0)
    assert np.argwhere(seen["pawns"][0]).tolist() == [[0, 30], [1, 40]]
    assert seen["goal"][0].tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert seen["stock"][0].tolist() == [9, 8]
    small = load(5, 3)
    assert small.observe(small.new(), 0)["goal"][0].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("which", range(4), ids=NAMES)
@pytest.mark.parametrize("size", [5, 9])
def test_what_came_before_turns_along(size: int, which: int) -> None:
    game = load(size, 3)
    where, middle = game.symmetries[which].actions, "abcdefghi"[size // 2]
    there = (f"{middle}2", f"b{size}" if size == 5 else f"d{size}", f"{middle}1", f"{middle}{size}")
    assert moved_text("Mirror", there[1], (size, size)) != there[1]
    state = do(game, game.new(), "a1h", "b3v", *there, *there[:3])
    assert int(game.observe(state)["times_seen"][0]) == 2
    turned = game.transform(state, which)
    assert int(game.observe(turned)["times_seen"][0]) == 2
    third = game.actions.encode(game.actions.from_text(there[3]))
    drawn = game.apply(turned, int(where[third]))
    assert int(drawn["to_move"][0]) == TERMINAL
    assert (drawn["returns"][0].tolist(), int(drawn["truncated"][0])) == ([0.0, 0.0], 0)
    assert drawn.tobytes() == game.transform(game.apply(state, third), which).tobytes()
    # Another move is no draw, turned or not.
    other = next(int(action) for action in np.flatnonzero(game.legal_mask(state)[0]) if action != third)
    assert int(game.apply(turned, int(where[other]))["to_move"][0]) != TERMINAL


def test_a_result_goes_to_the_player_who_became_the_winner() -> None:
    game = load()
    won = do(game, lay("a8 e5 10 10 - 1"), "a9")
    returns = [game.transform(won, which)["returns"][0].tolist() for which in range(4)]
    assert returns == [[1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, 1.0]]


def test_all_four_have_one_canonical_form(walked: tuple[Game, Array]) -> None:
    game, states = walked
    forms = [game.fold(game.transform(states, which))[1] for which in range(4)]
    for row in range(len(states)):
        assert len({game.text_key(form[row : row + 1]) for form in forms}) == 1


@pytest.mark.parametrize("text", ["e1 e9 10 10 - 1", "e1 e9 10 10 - 2", "d4 f6 5 5 - 1", "e4 e6 5 5 d4h,d5h 2"])
def test_moves_that_fold_together_lead_to_one_position(text: str) -> None:
    # The players' swap leaves the squares and walls of these as they are, but not who is to move.
    game, state = compiled(), lay(text)
    moves = game.fold(state)[2][0]
    together: dict[int, set[str]] = {}
    for action in np.flatnonzero(game.legal_mask(state)[0]):
        after = game.fold(game.apply(state, int(action)))[1]
        together.setdefault(int(moves[action]), set()).add(game.text_key(after))
    assert all(len(forms) == 1 for forms in together.values())
    fold = {name: moves[game.actions.encode(game.actions.from_text(name))] for name in ("a2h", "h2h", "a7h", "h7h")}
    assert len(set(fold.values())) == (2 if text.startswith("e1 e9") else 4)


def test_boards_of_several_sizes_have_no_symmetry_in_common() -> None:
    assert registry.mix(load(5, 3), load()).symmetries == ()
    assert len(registry.mix(load(9, 3), load()).symmetries) == 4
