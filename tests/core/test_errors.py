"""Errors carry data for programs beside their sentence, survive pickle, and keep all fields of an action."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from boardwright import Batch, Position, load
from boardwright.core import errors
from boardwright.core.errors import BoardwrightError, ConfigError, IllegalAction, MalformedAction
from boardwright.core.game import Game
from boardwright.games.tic_tac_toe.actions import Mark
from boardwright.games.tic_tac_toe.rules import Reason
from saying import refused

from .burrow.actions import Flag


def test_every_error_is_in_the_tree_at_the_top_of_its_file() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, BoardwrightError)]
    assert len(kinds) == 13
    for kind in kinds:
        assert kind.__name__ in (errors.__doc__ or "")


def test_an_illegal_action_has_the_rules_reason_the_action_and_its_parameters(game: Game) -> None:
    position = Position(game)
    position.push(4)
    with pytest.raises(IllegalAction) as caught:
        position.push(4)
    assert (caught.value.reason, caught.value.action, caught.value.params) == (Reason.TAKEN, 4, {"cell": 4})
    with pytest.raises(IllegalAction) as caught:
        position.push(Mark(12))
    assert (caught.value.reason, caught.value.action) == (Reason.OFF_BOARD, Mark(12))


def test_a_refused_row_of_a_batch_is_named(game: Game) -> None:
    states = game.new(3)
    game.step(states, [0, 1, 2])
    with pytest.raises(IllegalAction) as caught:
        game.step(states, [5, 5, 2])
    assert caught.value.row == 2


def test_a_running_batch_names_the_refused_row(game: Game) -> None:
    batch = Batch(game, 3, seed=0)
    batch.step([0, 1, 2])
    with pytest.raises(IllegalAction) as caught:
        batch.step([5, 5, 2])
    assert caught.value.row == 2


def test_a_field_called_row_is_not_the_row_of_a_batch(burrow: Game) -> None:
    position = Position(burrow)
    position.push(Flag(1, 0))
    with refused(IllegalAction, "burrow.taken", row=1, col=0) as caught:
        position.push(Flag(1, 0))
    assert caught.value.row == 0
    with refused(IllegalAction, "burrow.off_board", row=5, col=0):
        position.push(Flag(5, 0))


@pytest.mark.parametrize("action", [2, Flag(0, 0)], ids=["index", "dataclass"])
def test_a_refusal_comes_before_a_missing_draw(burrow: Game, action: int | Flag) -> None:
    position = Position(burrow)
    position.push(2)
    with pytest.raises(IllegalAction) as caught:
        position.push(action)
    assert caught.value.code == "burrow.taken"
    with pytest.raises(IllegalAction):
        burrow.step(position.state.copy(), [2])


def test_a_configuration_error_says_where() -> None:
    with pytest.raises(ConfigError) as caught:
        load("tic_tac_toe", size=9)
    assert caught.value.path == "size"


def test_keys_that_are_wrong_together_are_named() -> None:
    with refused(ConfigError, "config_value") as caught:
        load("tic_tac_toe", size=3, in_a_row=4)
    assert caught.value.path
    assert "in_a_row <= 3" in str(caught.value)


@pytest.mark.parametrize(
    "error",
    [
        MalformedAction("no_such_action", index=9, last=8),
        IllegalAction("game_over", {}, reason=-2, action=4, row=1),
        ConfigError("config_missing", path="size"),
    ],
    ids=lambda error: error.code,
)
def test_an_error_survives_pickle(error: BoardwrightError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


@pytest.mark.parametrize("index", [10**30, -(10**30), 1 << 63], ids=["huge", "hugely negative", "one too wide"])
def test_an_index_too_large_for_the_machine_is_no_such_action(game: Game, index: int) -> None:
    with pytest.raises(MalformedAction) as caught:
        Position(game).push(index)
    assert caught.value.code == "no_such_action"


@pytest.mark.parametrize("cell", ["a", 1.5, None], ids=str)
def test_a_mistyped_field_of_a_dataclass_is_malformed(game: Game, cell: object) -> None:
    with pytest.raises(MalformedAction) as caught:
        Position(game).push(Mark(cell))  # type: ignore[arg-type]
    assert caught.value.code == "action_field_type"


def test_a_fraction_of_an_action_is_never_rounded(game: Game) -> None:
    states = game.new(1)
    with pytest.raises(BoardwrightError):
        game.step(states, np.array([1.9]))
    assert states.tobytes() == game.new(1).tobytes()


@pytest.mark.parametrize("history", [[[1]], [3], None, [[0, 0, 0]]], ids=str)
def test_a_history_that_is_not_pairs_is_broken(game: Game, history: object) -> None:
    with pytest.raises(errors.HistoryError):
        Position.from_dict({**Position(game).to_dict(), "history": history})


@pytest.mark.parametrize(
    "cells",
    [[1.7] * 9, [1] * 8, ["a"] * 9, [300] * 9, 3, None],
    ids=str,
)
def test_a_stored_state_with_a_value_that_does_not_fit_is_refused(game: Game, cells: object) -> None:
    data = game.to_dict(game.new())
    data["state"]["cells"] = cells
    with pytest.raises(BoardwrightError):
        game.from_dict(data)


def test_a_stored_state_of_a_variant_that_does_not_exist_is_refused(game: Game) -> None:
    data = game.to_dict(game.new())
    data["state"]["variant"] = 7
    with pytest.raises(BoardwrightError):
        game.from_dict(data)


@pytest.mark.parametrize("which", [8, -9, 99], ids=str)
def test_a_symmetry_that_does_not_exist_is_refused(game: Game, which: int) -> None:
    # Compiled code would read out of bounds, so this calls the game as plain Python.
    with pytest.raises(BoardwrightError):
        game.as_interpreted().transform(game.new(), which)


@pytest.mark.parametrize("seed", [1 << 63, 1 << 64, -(1 << 64)], ids=str)
def test_a_seed_too_large_for_the_machine_is_refused_in_words(game: Game, seed: int) -> None:
    with pytest.raises(BoardwrightError):
        Batch(game, 2, seed=seed)
