"""What a vector refuses: illegal actions, choices that do not fit, and rules or opponents that lead nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from boardwright import load
from boardwright.core.errors import AgentError, BatchError, BoardwrightError, ConfigError, IllegalAction, KernelError
from boardwright.core.record import NO_SUCH_ACTION, OK
from boardwright.core.words import Word
from boardwright.envs import Vector
from saying import refused

from .players import First, Scripted, contents


def test_an_illegal_action_raises_and_changes_no_byte() -> None:
    vector = Vector("tic_tac_toe", 3, seed=0, seat=0)
    vector.step([0, 0, 0])
    before = contents(vector)
    with refused(IllegalAction, "tic_tac_toe.taken") as caught:
        vector.step([1 + int(not vector.mask[0, 1]), 0, 2])
    assert caught.value.row == 1
    assert contents(vector)[:4] == before[:4]
    free = np.argmax(vector.mask, axis=1)
    with refused(BoardwrightError, "no_such_action"):
        vector.step([free[0], 9, free[2]])


def test_a_penalised_action_costs_its_row_the_penalty_and_nothing_else() -> None:
    rewards = {"returns": 1.0, "tally": {}, "illegal": -0.25}
    vector = Vector("tic_tac_toe", 3, seed=0, seat=0, on_illegal="penalise", rewards=rewards)
    vector.step([0, 0, 0])
    before = vector.states.copy()
    free = int(np.argmax(vector.mask[2]))
    step = vector.step([0, 99, free])
    assert step.rewards.tolist() == [-0.25, -0.25, 0.0]
    assert vector.reasons.tolist() == [vector.game.definition.reasons.TAKEN, NO_SUCH_ACTION, OK]
    assert vector.states[:2].tobytes() == before[:2].tobytes()
    assert vector.states["ply"][2] > before["ply"][2]


def test_a_dead_end_of_the_rules_is_raised_with_its_row(toy: Callable[[str], Any]) -> None:
    toy("deploy")
    game = load("deploy", "crowded").as_interpreted()
    vector = Vector(game, 1, seed=0)

    def play() -> None:
        for _ in range(50):
            vector.step(np.argmax(vector.mask, axis=1))

    with refused(BoardwrightError, "rule_fault") as fault:
        play()
    assert fault.value.__notes__ == [str(Word("envs_row", {"row": 0}))]


def test_what_does_not_fit_is_refused(toy: Callable[[str], Any]) -> None:
    def code(kind: type[BoardwrightError], *args: Any, **choices: Any) -> str:
        with pytest.raises(kind) as caught:
            Vector(*args, **({"seed": 0} | choices))
        return caught.value.code

    game = load("tic_tac_toe")
    assert code(ConfigError, game, 1, preset="standard") == "envs_preset"
    assert code(ConfigError, game, 1, seat=2) == "config_value"
    assert code(ConfigError, game, 1, seat="left") == "config_value"
    assert code(ConfigError, game, 1, rewards="riches") == "config_absent"
    assert code(ConfigError, game, 1, rewards={"returns": 1.0}) == "config_missing"
    assert code(ConfigError, game, 1, rewards={"returns": 1.0, "tally": {"x": 1.0}, "illegal": 0.0}) == "config_unknown"
    assert code(ConfigError, game, 1, on_illegal="ignore") == "config_value"
    assert code(AgentError, toy("peek"), 1, opponent="random") == "play_for_one"
    assert code(AgentError, game, 1, opponent="nobody") == "unknown_agent"
    assert code(BatchError, game, 1, seed=-1) == "seed"
    vector = Vector(game, 2, seed=0)
    with refused(BatchError, "one_a_row", rows=2):
        vector.reset(rows=np.array([True]))
    with pytest.raises(BatchError):
        vector.reset([1, 2, 3])


def test_an_opponent_that_answers_nonsense_is_named() -> None:
    with refused(AgentError, "agent_illegal", agent="Scripted"):
        Vector("tic_tac_toe", 1, seed=1, opponent=Scripted(11), seat=1)


def test_no_legal_action_at_a_decision_is_an_error(toy: Callable[[str], Any]) -> None:
    stuck = toy("stuck").as_interpreted()
    vector = Vector(stuck, 2, seed=0, seat=0)
    vector.step([0, 0])
    with refused(KernelError, "envs_no_action", ply=2):
        vector.step([0, 1])
    # The same where the opponent that plays at random has no legal action.
    with pytest.raises(KernelError):
        Vector(stuck, 2, seed=0, seat=1)


def test_a_learner_who_never_moves_is_told_so(toy: Callable[[str], Any]) -> None:
    toy("stuck")
    for opponent in ("random", First()):
        with refused(AgentError, "envs_never_moves"):
            Vector(load("stuck", "brief").as_interpreted(), 1, seed=0, seat=1, opponent=opponent)
