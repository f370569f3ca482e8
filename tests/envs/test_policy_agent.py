"""A policy of any tool as an agent: observations in its form, the arena's batches, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardwright import load
from boardwright.arena.evaluation import evaluate
from boardwright.core import forms
from boardwright.core.agent import is_steady
from boardwright.core.errors import AgentError, ConfigError
from boardwright.envs.policy_agent import PolicyAgent
from saying import refused


@pytest.mark.parametrize("observation", ["fields", "flat", "planes"])
def test_a_policy_is_given_observations_in_its_form(observation: str) -> None:
    game = load("tic_tac_toe")
    shapes = set()

    def first(observations: Any, masks: Any) -> Any:
        part = observations["planes"] if observation == "fields" else observations
        assert len(part) == len(masks)
        shapes.add(part.shape[1:])
        return np.argmax(masks, axis=1)

    agent = PolicyAgent(game, first, observation=observation)
    assert is_steady(agent)
    found = evaluate(game, agent, "random", 20, 1)
    assert found.complete
    expected = (2, 9) if observation == "fields" else forms.form(game, observation).shape
    assert shapes == {expected}


def test_a_policy_plays_alone_and_by_single_turns() -> None:
    game = load("minesweeper", "small", allow_flags=False).as_interpreted()
    agent = PolicyAgent(game, lambda seen, masks: np.argmax(masks, axis=1), observation="planes")
    assert evaluate(game, agent, episodes=4, seed=1).complete
    for seed in range(2):
        assert evaluate(game, agent, episodes=2, seed=seed, keep=lambda record: None).complete


def test_an_illegal_action_of_a_policy_is_an_error() -> None:
    game = load("connect_four").as_interpreted()
    with refused(AgentError, "agent_illegal", action="7"):
        evaluate(game, PolicyAgent(game, lambda seen, masks: np.full(len(masks), 7)), "random", 2, 1)


def test_a_form_that_is_not_there_is_refused() -> None:
    with refused(ConfigError, "config_absent", path="pixels"):
        PolicyAgent(load("connect_four"), lambda seen, masks: masks, observation="pixels")
