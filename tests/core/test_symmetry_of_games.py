"""The symmetries of every game, each of all that it moves at once, against pictures that NumPy turns.

The law `symmetries_commute` tries one action a case by the game's own tables. Here: every action, people's included,
with the reason for its refusal; planes and the numbers of actions as pictures, on boards that are no square, too;
evaluations; folded moves; and that the symmetries of a game are a group, the identity first.

What need not turn: events and marks of the last move (a trace, which no canonical form and no network reads), the order
and the choice of candidates, hints and suggestions, whose ties are broken by the numbers of cells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright.core import forms, registry
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.core.symmetry import Symmetry
from turning import BOARDS, game_of, swapped, turned_actions, turned_board, walk

OTHERS = ("royal_ur",)
"""Games with symmetries that move no cell."""

STEPS = {"quoridor": 29, "quoridor 4x7": 17, "quoridor 7x4": 17, "royal_ur": 31}
"""Plies from one position to the next, where games are long."""


@cache
def positions(board: str) -> Array:
    game = loaded(board)
    return walk(game, 3 if INTERPRETED or game.interpreted else 20, seed=7, step=STEPS.get(board, 2))


def loaded(board: str) -> Game:
    return boardwright.load(board) if board in OTHERS else game_of(board)


def without_trace(game: Game, states: Array) -> list[bytes]:
    """Each row's bytes but events and the marks of the last move."""
    states = states.copy()
    for name in game.state.trace:
        if name != "tally":
            states[name] = 0
    return [state.tobytes() for state in states]


# Each of these returns the names of the symmetries that are wrong.


def wrong_moves(game: Game, states: Array) -> set[str]:
    """Every action of a turned position is refused, drawn for and owned as its original, and leads to the same."""
    wrong, rng = set(), np.random.default_rng(1)
    actions = np.arange(game.actions.count)
    for which, symmetry in enumerate(game.symmetries):
        swap = np.array([*swapped(symmetry, game.players), *[TERMINAL] * 256])
        for row in np.flatnonzero(states["to_move"] != TERMINAL):
            here = np.repeat(states[row : row + 1], len(actions))
            there = game.transform(here, np.full(len(here), which))
            before, after = game.inspect(here, actions), game.inspect(there, symmetry.actions)
            told = (before.reasons == after.reasons) & (before.chances == after.chances)
            owned = (swap[before.actors] == after.actors) | (before.reasons != OK)
            # The same raw bits lay other mines on a turned board.
            tried = np.flatnonzero(told & (before.reasons == OK) & (before.chances != 0))
            draws = rng.integers(1 << 62, size=len(tried)) % before.chances[tried]
            left, right = here[tried], there[tried]
            game.step(left, actions[tried], draws)
            game.step(right, symmetry.actions[tried], draws)
            same = without_trace(game, game.transform(left, np.full(len(left), which))) == without_trace(game, right)
            if not (told.all() and owned.all() and same):
                wrong.add(symmetry.name)
    return wrong


def wrong_tables(game: Game, board: str) -> set[str]:
    """The image of each action is where a picture of the numbers of actions has it after the turn."""
    numbers = np.arange(game.actions.count)
    return {
        symmetry.name
        for symmetry in game.symmetries
        if (symmetry.actions[turned_actions(board, symmetry.name, numbers)] != numbers).any()
    }


def wrong_planes(game: Game, board: str, states: Array) -> set[str]:
    """The planes of a turned position are the turned planes; its player sees what the player saw who became it."""
    wrong = set()
    for which, symmetry in enumerate(game.symmetries):
        turned = game.transform(states, np.full(len(states), which))
        for player, seat in enumerate(swapped(symmetry, game.players)):
            for name in forms.names(game)[2:]:
                seen = forms.form(game, name).write(game.observe(states, player))
                there = forms.form(game, name).write(game.observe(turned, seat))
                if not np.array_equal(there, pictured(game, board, symmetry.name, seen)):
                    wrong.add(symmetry.name)
    return wrong


def pictured(game: Game, board: str, name: str, planes: Array) -> Array:
    """Turned planes: walls stand at the crossings of four cells, whose board is smaller."""
    if board in OTHERS:
        return planes
    out = turned_board(board, name, planes)
    if game.name == "quoridor":
        rows, cols = BOARDS[board][1]
        out[:, 2:4] = turned_board(board, name, planes[:, 2:4], (rows - 1, cols - 1))
        # A row of the goal is as wide as nine columns.
        out[:, 4] = turned_board(board, name, planes[:, 4], (rows, 9))
        out[:, 5:] = planes[:, 5:]
    return out


def wrong_forms(game: Game, states: Array) -> set[str]:
    """A turned position has the same canonical form, and its actions fold to the same moves."""
    wrong = set()
    _, forms_, moves = game.fold(states)
    start, masks = game.state.position_start, game.legal_mask(states)
    policy = game.actions.policy
    for which, symmetry in enumerate(game.symmetries):
        _, others, folded = game.fold(game.transform(states, np.full(len(states), which)))
        same = (game.key(forms_) == game.key(others)).all() and start > 0
        images = folded[:, symmetry.actions[:policy]]
        if not (same and (images == moves)[masks].all()):
            wrong.add(symmetry.name)
    return wrong


def is_a_group(game: Game) -> bool:
    """The first changes nothing, and turning twice is one of the turns: on a record of random bytes, in every byte."""
    rng, count = np.random.default_rng(3), len(game.symmetries)
    some = rng.integers(0, 256, game.state_dtype.itemsize, dtype=np.uint8).view(game.state_dtype)
    once = game.transform(np.repeat(some, count), np.arange(count))
    known = {state.tobytes() for state in once}
    again = [game.transform(once, np.full(count, which)) for which in range(count)]
    closed = all({state.tobytes() for state in row} == known for row in again)
    return closed and len(known) == count and once[0].tobytes() == some.tobytes()


ALL = (*BOARDS, *OTHERS)


def test_every_game_with_symmetries_is_here() -> None:
    with_some = {name for name in registry.names() if boardwright.load(name).symmetries}
    assert with_some == {name for name, *_ in BOARDS.values()} | set(OTHERS)


@pytest.mark.parametrize("board", ALL)
def test_every_action_of_a_turned_position_is_refused_or_leads_where_its_original_does(board: str) -> None:
    assert wrong_moves(loaded(board), positions(board)[::3]) == set()


@pytest.mark.parametrize("board", BOARDS)
def test_actions_lie_where_a_turned_picture_has_them(board: str) -> None:
    assert wrong_tables(game_of(board), board) == set()


@pytest.mark.parametrize("board", ALL)
def test_planes_turn_as_pictures_do_and_players_exchange_what_they_see(board: str) -> None:
    assert wrong_planes(loaded(board), board, positions(board)) == set()


@pytest.mark.parametrize("board", ALL)
def test_a_turned_position_has_the_same_form_and_the_same_moves_in_it(board: str) -> None:
    assert wrong_forms(loaded(board), positions(board)) == set()


@pytest.mark.parametrize("board", ALL)
def test_an_evaluation_is_the_same_for_the_player_who_takes_the_place(board: str) -> None:
    game, states = loaded(board), positions(board)
    for which, symmetry in enumerate(game.symmetries):
        turned = game.transform(states, np.full(len(states), which))
        for player, seat in enumerate(swapped(symmetry, game.players)):
            assert (game.evaluate(turned, seat) == game.evaluate(states, player)).all(), symmetry.name


@pytest.mark.parametrize("board", ALL)
def test_the_symmetries_of_a_game_are_a_group_with_the_identity_first(board: str) -> None:
    assert is_a_group(loaded(board))


def planted(board: str, change: Callable[[Symmetry], Symmetry | None]) -> Game:
    """A game with some of its symmetries changed, or left out."""
    game = game_of(board)
    known = [change(symmetry) for symmetry in game.symmetries]
    some = tuple(symmetry for symmetry in known if symmetry is not None)
    return Game(replace(game.definition, symmetries=lambda _: some), [game.config], interpreted=True)


def of(name: str, change: Callable[[Symmetry], Any]) -> Callable[[Symmetry], Any]:
    return lambda symmetry: change(symmetry) if symmetry.name == name else symmetry


def two_exchanged(symmetry: Symmetry) -> Symmetry:
    """The same with the images of the first and the last action exchanged: those of two corners."""
    images = symmetry.actions.copy()
    images[[0, -1]] = images[[-1, 0]]
    return replace(symmetry, actions=images)


def test_one_exchanged_entry_a_turn_the_wrong_way_and_a_turn_that_is_missing_are_found() -> None:
    board = "tic_tac_toe 4"
    states = walk(game_of(board), 1, seed=2, step=3)
    damaged = planted(board, of("Rot90", two_exchanged))
    assert wrong_tables(damaged, board) == wrong_moves(damaged, states[-3:]) == {"Rot90"}
    backwards = planted(board, of("Rot90", lambda turn: replace(turn, actions=np.argsort(turn.actions))))
    assert wrong_tables(backwards, board) == wrong_moves(backwards, states[-3:]) == {"Rot90"}
    still = planted(board, of("FlipH", lambda turn: replace(turn, moves={})))
    assert wrong_planes(still, board, states) == {"FlipH"}
    assert not is_a_group(planted(board, of("Rot90", lambda _: None)))
    assert not is_a_group(planted(board, of("Identity", lambda _: None)))
    assert wrong_forms(planted(board, of("Rot90", lambda _: None)), states)
