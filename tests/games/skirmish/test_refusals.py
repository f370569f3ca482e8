"""Every Reason is given by some action, by index or as people say it, and can be said."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from boardwright import Position
from boardwright.core.errors import IllegalAction, MalformedAction
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.skirmish.actions import (
    ActivateUnit,
    ConfirmDeployment,
    DeployUnit,
    Hold,
    Move,
    PassDeployment,
    Target,
    UndeployUnit,
)
from boardwright.games.skirmish.enums import Phase, Reason
from saying import refused, told

from .battles import do, prepared
from .scenarios import act, compiled, filtered, load, without

Case = tuple[Game, Array, Any]


def after(game: Game, *data: str) -> Array:
    position = Position(game)
    for text in data:
        position.push_text(text)
    return position.state


def in_battle(phase: Phase = Phase.MOVE, *, turn: int = 1, **places: tuple[int, int]) -> Case:
    """A state of the battle; without places, units of both that are far from each other."""
    units = {name.removeprefix("u").replace("_", "-"): place for name, place in places.items()}
    return load(), prepared(load(), units or {"1-01": (6, 9), "2-01": (6, 0)}, phase, turn=turn), None


def by_choice(*data: str) -> Case:
    """A state of the battle in which people choose who acts next, after these actions."""
    game = load("small_chosen")
    state = prepared(game, {"1-01": (6, 9), "1-02": (4, 9), "2-01": (6, 0)})
    for text in data:
        do(game, state, text)
    return game, state, None


def tried(case: Case, action: Any) -> Case:
    return case[0], case[1], action


def worn_out() -> Array:
    """Player 1 has taken back as many units as there are."""
    again = ["deploy 1-01 0 8", "undeploy 1-01"] * 3
    return after(load(), *again, "deploy 1-01 0 8")


CASES: dict[Reason, Callable[[], Case]] = {
    Reason.NOT_DEPLOYMENT: lambda: tried(in_battle(), DeployUnit("1-01", 0, 8)),
    Reason.NO_SUCH_UNIT: lambda: (load(), load().new(), DeployUnit("1-04", 0, 8)),
    Reason.NOT_YOUR_UNIT: lambda: (load(), load().new(), DeployUnit("2-01", 0, 0)),
    Reason.ALREADY_DEPLOYED: lambda: (load(), after(load(), "deploy 1-01 0 8"), DeployUnit("1-01", 0, 9)),
    Reason.OFF_BOARD: lambda: (load(), load().new(), DeployUnit("1-01", 13, 8)),
    Reason.NO_HEX: lambda: (load(), load().new(), DeployUnit("1-01", 3, 10)),
    Reason.WALL: lambda: (load(), load().new(), DeployUnit("1-01", 4, 3)),
    Reason.OUTSIDE_ZONE: lambda: (load(), load().new(), DeployUnit("1-01", 6, 5)),
    Reason.OCCUPIED: lambda: (load(), after(load(), "deploy 1-01 0 8"), DeployUnit("1-02", 0, 8)),
    Reason.UNIT_NOT_ALLOWED: lambda: (filtered(), filtered().new(), DeployUnit("1-02", 0, 8)),
    Reason.EMPTY_SLOT: lambda: (load("small", "sequential", without("1-03")), load().new(), 2 * 39),
    Reason.PLACEMENT_EXISTS: lambda: (load(), load().new(), PassDeployment()),
    Reason.NOT_DEPLOYED: lambda: (load(), load().new(), UndeployUnit("1-01")),
    Reason.CONFIRMED: lambda: (
        load(),
        after(load(), "deploy 1-01 0 8", "deploy 1-02 2 8", "deploy 1-03 4 8", "confirm 1"),
        UndeployUnit("1-01"),
    ),
    Reason.NO_UNDEPLOY_LEFT: lambda: (load(), worn_out(), UndeployUnit("1-01")),
    Reason.UNITS_LEFT: lambda: (load(), load().new(), ConfirmDeployment(1)),
    Reason.NO_SUCH_PLAYER: lambda: (load(), load().new(), ConfirmDeployment(0)),
    Reason.NOT_BATTLE: lambda: (load(), load().new(), Hold()),
    Reason.NOT_MOVE_PHASE: lambda: tried(in_battle(Phase.SHOOT), Move(6, 8)),
    Reason.NOT_ATTACK_PHASE: lambda: tried(in_battle(), Target("2-01")),
    Reason.NEXT_TO_ENEMY: lambda: tried(in_battle(u1_01=(6, 9), u2_01=(6, 6)), Move(6, 7)),
    Reason.OUT_OF_REACH: lambda: tried(in_battle(u1_01=(6, 10), u2_01=(0, 0)), Move(6, 1)),
    Reason.OWN_UNIT: lambda: tried(in_battle(Phase.SHOOT), Target("1-01")),
    Reason.UNIT_GONE: lambda: tried(in_battle(Phase.SHOOT), Target("2-02")),
    Reason.OUT_OF_RANGE: lambda: tried(
        in_battle(Phase.SHOOT, u1_03=(0, 10), u2_01=(0, 1), u2_02=(0, 2)), Target("2-01")
    ),
    Reason.NO_SIGHT: lambda: tried(in_battle(Phase.SHOOT, u1_02=(4, 5), u2_01=(4, 1), u2_02=(4, 8)), Target("2-01")),
    Reason.ENGAGEMENT: lambda: tried(in_battle(Phase.SHOOT, u1_03=(6, 6), u2_02=(6, 5), u2_03=(8, 4)), Target("2-03")),
    Reason.NO_CHARGE_PATH: lambda: tried(
        in_battle(Phase.CHARGE, u1_01=(0, 10), u2_01=(12, 0), u2_02=(0, 5)), Target("2-01")
    ),
    Reason.NOT_ADJACENT: lambda: tried(
        in_battle(Phase.FIGHT, turn=2, u1_01=(6, 9), u2_01=(6, 8), u2_02=(0, 5)), Target("2-02")
    ),
    Reason.MUST_FIGHT: lambda: tried(in_battle(Phase.FIGHT, u1_01=(6, 9), u2_01=(6, 8)), Hold()),
    Reason.ALREADY_ACTIVE: lambda: tried(by_choice(), ActivateUnit("1-01")),
    Reason.NOT_READY: lambda: tried(by_choice("hold"), ActivateUnit("1-01")),
}


def test_every_reason_has_its_case() -> None:
    assert set(CASES) == set(Reason)


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name.lower())
def test_a_refusal_has_its_own_reason_can_be_said_and_changes_nothing(reason: Reason) -> None:
    game, state, action = CASES[reason]()
    state = state.copy() if state.dtype == game.state_dtype else game.new()
    before = state.tobytes()
    with refused(IllegalAction, f"skirmish.{reason.name.lower()}") as caught:
        game.apply(state, action)
    assert caught.value.reason == reason
    assert state.tobytes() == before
    assert set(caught.value.word.to_dict()) == {"code", "params"}


def test_by_index_and_in_words_the_same_reason_is_given(game: Game) -> None:
    rng = np.random.default_rng(0)
    state = game.new()
    for _ in range(3):
        game.step(state, [int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))])
    mover = int(state["to_move"][0])
    for index in rng.integers(game.actions.count, size=200).tolist():
        action = game.actions.decode(index, mover)
        if game.actions.encode(action, mover) is None:
            continue
        group = game.actions.group(action)
        if group.check is not None:
            parts = group.check(game.params_of(state), game.record(state), *asdict(action).values())
            assert parts == game.why_not(state, [index])[0]


def test_a_refusal_in_a_batch_names_the_unit_of_the_player_who_acts() -> None:
    game = load("small")
    rows = game.new(2)
    for unit in range(3):
        game.step(rows, [unit * 39 + unit] * 2)
    assert rows["to_move"].tolist() == [1, 1]
    game.step(rows[:1], [0])
    with pytest.raises(IllegalAction) as caught:
        game.step(rows, [1, 1])
    assert caught.value.row == 0
    assert caught.value.params["unit_id"] == "2-01"


def test_people_read_a_unit_by_its_name_and_programs_its_id() -> None:
    game = load()
    with pytest.raises(IllegalAction) as caught:
        game.apply(game.new(), DeployUnit("2-01", 0, 0))
    error = pickle.loads(pickle.dumps(caught.value))
    assert error.params["unit_id"] == "2-01"
    unit = Word("skirmish.unit", {"unit_id": "2-01", "title": "Alpha a1"})
    told(error.word, "skirmish.not_your_unit", unit_id=unit)
    assert "Alpha a1" in str(error)
    with refused(IllegalAction, "skirmish.no_such_unit", unit_id="1-04"):
        game.apply(game.new(), DeployUnit("1-04", 0, 8))


def test_what_cannot_be_read_is_not_a_refusal(game: Game) -> None:
    for text in ("deploy", "deploy 1-01 a 3", "deploy 1-01 3", "march 1-01"):
        with pytest.raises(MalformedAction):
            Position(game).push_text(text)


def test_once_a_game_is_over_it_is_said_so() -> None:
    game = compiled("small")
    state = game.new()
    rng = np.random.default_rng(0)
    while state["to_move"][0] >= 0:
        act(game, state, int(rng.choice(np.flatnonzero(game.legal_mask(state)[0]))), int(rng.integers(1 << 62)))
    for action in (DeployUnit("1-01", 0, 8), DeployUnit("9-99", 70, 8), UndeployUnit("1-01"), 3):
        with refused(IllegalAction, "game_over"):
            game.apply(state, action)
