"""Batch: the games of a batch equal the same games alone, with auto-reset."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from boardwright import Batch, load
from boardwright.core import dice, registry
from boardwright.core.errors import BoardwrightError, KernelError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from saying import refused

from .burrow import rules


def first_legal(mask: Array) -> Array:
    return np.argmax(mask, axis=1)


def test_a_batch_starts_with_masks_and_observations(game: Game) -> None:
    batch = Batch(game, 3, seed=0)
    assert batch.states.tobytes() == game.new(3).tobytes()
    assert batch.mask.all()
    assert batch.observations.tobytes() == game.observe(batch.states).tobytes()
    assert not batch.ended.any()


def test_a_batch_of_many_is_as_many_single_games(game: Game) -> None:
    batch = Batch(game, 4, seed=3)
    alone = [game.new() for _ in range(4)]
    rng = np.random.default_rng(0)
    for _ in range(40):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.mask])
        batch.step(actions)
        for row, state in enumerate(alone):
            game.step(state, actions[row])
            over = state["to_move"][0] == TERMINAL
            assert batch.ended[row] == over
            if over:
                assert batch.final[row].tobytes() == state[0].tobytes()
                alone[row] = game.new()
            assert batch.states[row].tobytes() == alone[row][0].tobytes()
        assert (batch.mask == game.legal_mask(batch.states)).all()
        assert batch.observations.tobytes() == game.observe(batch.states).tobytes()


def test_a_game_that_ends_is_kept_and_the_next_one_starts(game: Game) -> None:
    batch = Batch(game, 2, seed=0)
    for actions in ((0, 0), (3, 1), (1, 2), (4, 3)):
        batch.step(actions)
    batch.step((2, 4))
    assert batch.ended.tolist() == [True, False]
    assert batch.final["returns"][0].tolist() == [1.0, -1.0]
    assert batch.states[0].tobytes() == game.new()[0].tobytes()
    assert batch.games.tolist() == [2, 1]
    batch.step((0, 5))
    assert not batch.ended[0]
    assert batch.final["returns"][0].tolist() == [1.0, -1.0]


def test_draws_are_those_of_the_seed_the_game_and_the_ply(burrow: Game) -> None:
    batch = Batch(burrow, 3, seed=5)
    batch.step([rules.ROLL] * 3)
    steps = [1 + dice.below(dice.keyed(5, number, 0), 6) for number in range(3)]
    assert batch.states["at"][:, 0].tolist() == steps


def test_a_game_of_a_seed_is_the_same_in_a_batch_of_any_size(burrow: Game) -> None:
    ends: dict[int, dict[int, bytes]] = {}
    for size in (1, 2, 5):
        batch = Batch(burrow, size, seed=11)
        own_ends = ends.setdefault(size, {})
        for _ in range(60 // size):
            playing = batch.games.copy()
            batch.step([rules.ROLL] * size)
            own_ends.update((int(playing[row]), batch.final[row].tobytes()) for row in np.flatnonzero(batch.ended))
    shared = set(ends[1]) & set(ends[2]) & set(ends[5])
    assert shared
    assert all(ends[1][number] == ends[2][number] == ends[5][number] for number in shared)


@pytest.mark.parametrize("bad", [0, 9, -1], ids=["taken", "too large", "negative"])
def test_an_illegal_action_changes_no_row(game: Game, bad: int) -> None:
    batch = Batch(game, 3, seed=0)
    batch.step([0, 0, 0])
    before = (batch.states.tobytes(), batch.mask.tobytes(), batch.observations.tobytes(), batch.games.tobytes())
    with pytest.raises(BoardwrightError):
        batch.step([1, bad, 2])
    assert before == (batch.states.tobytes(), batch.mask.tobytes(), batch.observations.tobytes(), batch.games.tobytes())


@pytest.mark.skipif(numba.config.NUMBA_NUM_THREADS < 2, reason="there is one thread only")
def test_threads_change_no_byte(game: Game) -> None:
    one, two = Batch(game, 16, seed=1), Batch(game, 16, seed=1, threads=2)
    for _ in range(12):
        for batch in (one, two):
            batch.step(first_legal(batch.mask))
        for part in ("states", "final", "ended", "mask", "observations", "games"):
            assert getattr(one, part).tobytes() == getattr(two, part).tobytes(), part
    before = two.states.tobytes()
    with pytest.raises(BoardwrightError):
        two.step([9] * 16)
    assert two.states.tobytes() == before


def test_random_play_in_one_call_is_random_play_step_by_step(game: Game) -> None:
    whole, halves = Batch(game, 8, seed=2), Batch(game, 8, seed=2)
    ended = whole.play_randomly(50)
    assert ended == halves.play_randomly(20) + halves.play_randomly(30)
    assert whole.states.tobytes() == halves.states.tobytes()
    assert ended > 8 * 50 // 9 - 8
    assert whole.games.sum() == np.arange(8).sum() + 8 * ended


def test_random_play_is_even_handed(game: Game) -> None:
    batch = Batch(game, 2000, seed=4)
    batch.play_randomly(1)
    counts = np.bincount(np.argmax(batch.states["cells"], axis=1), minlength=9)
    assert counts.min() > 150
    assert counts.max() < 300


def test_each_game_of_a_mixed_batch_has_its_own_variant(burrow: Game) -> None:
    mixed = registry.mix(load("burrow", goal=2), load("burrow", goal=40))
    batch = Batch(mixed, 64, seed=9)
    counts = np.bincount(batch.states["variant"], minlength=2)
    assert counts.min() > 16
    keys = [dice.keyed(9, number, -1) for number in range(64)]
    assert batch.states["variant"].tolist() == [dice.below(key, 2) for key in keys]
    again = Batch(mixed, 8, seed=9)
    assert again.states["variant"].tolist() == batch.states["variant"][:8].tolist()
    batch.step([rules.ROLL] * 64)
    batch.step([rules.ROLL] * 64)
    assert (batch.final["at"][batch.ended].max(axis=1) == 2).all()


def test_an_empty_batch_does_nothing(game: Game) -> None:
    batch = Batch(game, 0, seed=0)
    batch.step([])
    assert batch.play_randomly(3) == 0


def test_a_mask_that_disagrees_with_the_rules_stops_random_play(game: Game) -> None:
    batch = Batch(game, 2, seed=0)
    batch.step([4, 4])
    batch.mask[1] = False
    batch.mask[1, 4] = True
    with refused(KernelError, "mask_not_check", game="tic_tac_toe", row=1):
        batch.play_randomly(1)
