"""Every Reason is given by some action, by index or as people say it, and has a sentence in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from boardwright import Position
from boardwright.core import words
from boardwright.core.errors import IllegalAction, MalformedAction
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word, say
from boardwright.games.skirmish.actions import ConfirmDeployment, DeployUnit, PassDeployment, UndeployUnit
from boardwright.games.skirmish.terms import Phase, Reason

from .scenarios import filtered, load, without

Case = tuple[Game, Array, Any]


def after(game: Game, *texts: str) -> Array:
    position = Position(game)
    for text in texts:
        position.push_text(text)
    return position.state


def in_battle() -> Array:
    """A state after deployment in which somebody is to move: the battle's, in which nothing is deployed."""
    state = after(load(), "deploy 1-01 0 8", "deploy 1-02 2 8", "deploy 1-03 4 8", "deploy 2-01 0 0", "deploy 2-02 2 0")
    state["phase"], state["to_move"] = Phase.MOVE, 0
    return state


def worn_out() -> Array:
    """Player 1 has taken back as many units as there are."""
    again = ["deploy 1-01 0 8", "undeploy 1-01"] * 3
    return after(load(), *again, "deploy 1-01 0 8")


CASES: dict[Reason, Callable[[], Case]] = {
    Reason.NOT_DEPLOYMENT: lambda: (load(), in_battle(), DeployUnit("1-01", 0, 8)),
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
}


def test_every_reason_has_its_case() -> None:
    assert set(CASES) == set(Reason)


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name.lower())
def test_a_refusal_has_its_own_reason_a_sentence_in_both_languages_and_changes_nothing(reason: Reason) -> None:
    game, state, action = CASES[reason]()
    state = state.copy() if state.dtype == game.state_dtype else game.new()
    before = state.tobytes()
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, action)
    error = caught.value
    assert (error.reason, error.code) == (reason, f"skirmish.{reason.name.lower()}")
    assert state.tobytes() == before
    english, french = say(error.word, "en"), say(error.word, "fr")
    assert english != french
    assert "{" not in english + french
    told = error.word.to_dict()
    assert set(told) == {"code", "params"}


def test_by_index_and_in_words_the_same_reason_is_given(game: Game) -> None:
    rng = np.random.default_rng(0)
    state = game.new()
    for _ in range(3):
        game.step(state, [int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))])
    mover = int(state["to_move"][0])
    for index in rng.integers(game.actions.count, size=200).tolist():
        said = game.actions.decode(index, mover)
        if game.actions.encode(said, mover) is None:
            continue
        group = game.actions.group(said)
        if group.check is not None:
            parts = group.check(game.params_of(state), game.record(state), *asdict(said).values())
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


def test_what_cannot_be_read_is_not_a_refusal(game: Game) -> None:
    for text in ("deploy", "deploy 1-01 a 3", "deploy 1-01 3", "march 1-01"):
        with pytest.raises(MalformedAction):
            Position(game).push_text(text)


def test_once_a_deployment_is_over_it_is_said_so() -> None:
    game = load("small")
    state = game.new()
    while state["to_move"][0] >= 0:
        game.step(state, [int(np.flatnonzero(game.legal_mask(state)[0])[0])])
    for action in (DeployUnit("1-01", 0, 8), DeployUnit("9-99", 70, 8), UndeployUnit("1-01"), 3):
        with pytest.raises(IllegalAction) as caught:
            game.apply(state, action)
        assert caught.value.code == "game_over"


def test_every_word_can_be_said_in_both_languages() -> None:
    load("small")
    for code, sentences in words.codes("skirmish").items():
        params = dict.fromkeys(words.parameters(sentences["en"]), 1)
        assert {say(Word(code, params), language) for language in words.LANGUAGES}
