"""Short versions of the proofs (`make proof-skirmish` runs the full ones), and faults that they must notice."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.games.skirmish.enums import NOWHERE, Reason

from .battles import settings
from .proofs import WRONG, half_turn_differs, prove_refusals, prove_replay, prove_steps, record, replay, walk
from .scenarios import compiled, load, swapped


@pytest.mark.slow
def test_a_short_proof_that_masks_are_never_empty_and_units_move_only_when_told() -> None:
    result = prove_steps(240 if INTERPRETED else 40_000, seed=1)
    assert result["steps"] >= 240
    assert result["dead_ends"] > 0 or INTERPRETED
    assert {name: result[name] for name in WRONG} == dict.fromkeys(WRONG, 0)


def test_refused_actions_leave_every_byte() -> None:
    result = prove_refusals(100 if INTERPRETED else 3000, seed=1, sizes=("small",))
    assert result["bytes_changed"] == 0
    known = {reason.name.lower() for reason in Reason}
    assert set(result["reasons"]) <= known
    if not INTERPRETED:
        rare = {"not_adjacent", "must_fight", "engagement", "no_charge_path", "no_undeploy_left"}
        rare |= {"no_sight", "already_active", "not_ready", "empty_slot"}  # the last three are of other boards
        assert known - set(result["reasons"]) <= rare, "which have their cases in test_refusals"


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="starts another process for each board")
def test_games_replay_to_the_same_digest_in_another_process_and_at_another_batch_size() -> None:
    assert prove_replay(300, seed=1)["same_digest"]


@pytest.mark.slow
def test_another_history_has_another_digest() -> None:
    game = compiled("small", "alternated")
    history = record(game, 2 if INTERPRETED else 5, 3)
    assert replay(game, history, 5) == replay(game, history, 1)
    assert replay(game, history[:, ::-1], 5) != replay(game, history, 5)


def broken(change: Callable[[Game], None]) -> tuple[Game, Game]:
    """A game of its own with a table out of order, and the one with the armies swapped as it should be."""
    fair = settings(opening_penalty=0, opening_charge=True)
    own = compiled("small", "sequential", fair).as_interpreted()
    change(own)
    return own, load("small", "sequential", fair, swapped)


def shift_slots(game: Game) -> None:
    game.params["hexes"][0, 0] = np.roll(game.params["hexes"][0, 0], 1)


def open_a_taken_slot(game: Game) -> None:
    game.params["fits"][0, 0, :] = 0


def paint_the_scenery(game: Game) -> None:
    game.params["scenery"][0, 0, 0] ^= 1


def close_a_side(game: Game) -> None:
    game.params["steps"][0, :, 0] = NOWHERE


@pytest.mark.parametrize(
    ("change", "noticed"),
    [
        (close_a_side, "reach_unlike_search"),
        (shift_slots, "index_unlike_codec"),
        (open_a_taken_slot, "mask_unlike_check"),
        (paint_the_scenery, "unlike_half_turn"),
    ],
)
def test_the_proof_notices_a_table_that_is_out_of_order(change: Callable[[Game], None], noticed: str) -> None:
    game, other = broken(change)
    _, wrong, _ = walk(game, other, 16, 1, 1)
    assert wrong[WRONG.index(noticed)] > 0


def test_the_proof_notices_a_half_turn_that_is_none() -> None:
    game, other = load("small"), load("small", "sequential", swapped)
    states = game.new(4)
    game.step(states, [5, 6, 7, 8])
    mask = game.legal_mask(states)
    assert half_turn_differs(game, other, states, mask) == 0
    assert half_turn_differs(game, game, states, mask) == 4, "the armies differ"
