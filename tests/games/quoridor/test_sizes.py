"""Boards of every size: their start, their legal actions and whole games by the oracle, and what cannot be one."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from boardwright.core.errors import ConfigError, IllegalAction
from boardwright.core.record import TERMINAL
from boardwright.games.quoridor.rules import Reason
from saying import refused

from . import oracle
from .boards import board_of, do, legal, load, size_of


@pytest.mark.parametrize(
    ("size", "walls", "start"),
    [
        (5, 3, "c1 c5 3 3 - 1"),
        (6, 1, "d1 d6 1 1 - 1"),
        (7, 8, "d1 d7 8 8 - 1"),
        (8, 32, "e1 e8 32 32 - 1"),
        (9, 10, "e1 e9 10 10 - 1"),
        ((8, 3), 3, "b1 b8 3 3 - 1"),
        ((3, 8), 3, "e1 e3 3 3 - 1"),
        ((4, 6), 2, "d1 d4 2 2 - 1"),
        ((9, 4), 5, "c1 c9 5 5 - 1"),
        ((3, 3), 1, "b1 b3 1 1 - 1"),
    ],
)
def test_sizes_and_stocks(size: int | oracle.Size, walls: int, start: str) -> None:
    game = load(size, walls)
    state = game.new()
    assert game.text_key(state) == start
    rows, cols = size_of(game)
    assert len(legal(game, state)) == 2 * (rows - 1) * (cols - 1) + 3
    assert game.actions.policy == 209
    assert legal(game, state) == oracle.legal(oracle.read(start, size))


CANNOT_BE = (
    {"size": 2},
    {"size": 10},
    {"rows": 2},
    {"rows": 10},
    {"cols": 2},
    {"cols": 10},
    {"walls": -1},
    {"walls": 33},
    {"max_plies": 0},
)

DIGESTS = {
    "standard": "9a3ca828e6bcd7df0f21d6e251ae24a1df26cc02b0c586c18e209308ba839d6d",
    "small": "4629efa538cceacce1627a0bf8a170a92bcd5296895e7f2e82bb4d327380630c",
}


@pytest.mark.parametrize("changes", CANNOT_BE)
def test_a_board_that_cannot_be_is_refused(changes: dict[str, int]) -> None:
    (key,) = changes
    with refused(ConfigError, "config_value", path=key):
        boardwright.load("quoridor", **changes)


def test_a_square_board_has_the_configuration_and_the_digest_that_it_always_had() -> None:
    # Histories, datasets and models of earlier versions name them.
    assert load(5, 3).config == {"size": 5, "walls": 3, "max_plies": 300}
    for preset, digest in DIGESTS.items():
        assert boardwright.load("quoridor", preset).digest == digest
    assert load((5, 5), 3).digest == load(5, 3).digest
    assert load((5, 6), 3).config == {"size": 9, "walls": 3, "max_plies": 300, "rows": 5, "cols": 6}


def test_rows_and_cols_each_replace_the_size() -> None:
    game = boardwright.load("quoridor", "small", rows=7)
    assert size_of(game) == (7, 5)
    assert game.text_key(game.new()) == "c1 c7 3 3 - 1"
    assert boardwright.load("quoridor", "small", cols=7).text_key(game.new()) == "c1 c7 3 3 - 1"


def test_without_walls_only_pawns_move() -> None:
    game = load(5, 0)
    state = game.new()
    assert legal(game, state) == {"b1", "d1", "c2"}
    with pytest.raises(IllegalAction) as error:
        do(game, state, "a1h")
    assert error.value.reason == Reason.NO_WALL_LEFT
    assert Reason.NO_WALL_LEFT not in game.layout.unused
    assert {Reason.TAKEN, Reason.CLOSES_OWN_PATH} < set(game.layout.unused)


@pytest.mark.parametrize("size", [5, 6, 7, 8, 9, (3, 3), (3, 8), (8, 3), (4, 6), (9, 5)])
def test_whole_games_are_those_of_the_oracle(size: int | oracle.Size) -> None:
    game = load(size, 7)
    rows, cols = size_of(game)
    rng, middle = np.random.default_rng(rows), "abcdefghi"[cols // 2]
    state, board = game.new(), oracle.read(f"{middle}1 {middle}{rows} 7 7 - 1", size)
    for _ in range(40):
        assert board_of(game, state) == board
        choice = sorted(oracle.legal(board))
        assert legal(game, state) == set(choice)
        steps = [text for text in choice if text[-1] not in "hv"]
        text = str(rng.choice(steps if rng.random() < 0.6 else choice))
        state, board = do(game, state, text), oracle.play(board, text)
        if oracle.winner(board) is not None or int(state["to_move"][0]) == TERMINAL:
            break
    won = oracle.winner(board)
    assert (won is None) == (not state["returns"].any())
