"""stable-baselines3: a VecEnv with batched masks, and MaskablePPO, unmodified, that learns on it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from boardwright import load
from boardwright.arena.evaluation import evaluate
from boardwright.core.errors import BatchError, ConfigError, IllegalAction
from boardwright.envs.sb3 import Games
from boardwright.learning.sb3_player import FieldsExtractor, ModelAgent


def test_masks_are_found_by_sb3_contrib() -> None:
    env = Games("tic_tac_toe", 4, seed=0)
    assert is_masking_supported(env)
    env.reset()
    masks = get_action_masks(env)
    assert masks.shape == (4, 9)
    assert (masks == env.vector.mask).all()
    assert env.env_method("action_masks", indices=2)[0].tolist() == env.vector.mask[2].tolist()


def test_a_step_tells_the_end_of_a_game_as_sb3_expects_it() -> None:
    env = Games("tic_tac_toe", 4, seed=0)
    env.seed(5)
    first = env.reset()
    assert first["planes"].shape == (4, 2, 9)
    ended = 0
    for _ in range(20):
        seen, rewards, done, infos = env.step(np.argmax(env.action_masks(), axis=1))
        assert rewards.dtype == np.float32
        for row in np.flatnonzero(done):
            ended += 1
            assert infos[row]["terminal_observation"]["planes"].sum() >= 5
            assert infos[row]["TimeLimit.truncated"] is False
            assert seen["planes"][row].sum() <= 1
    assert ended > 4
    env.seed(5)
    assert (env.reset()["planes"] == first["planes"]).all()


def test_rows_share_everything() -> None:
    env = Games("tic_tac_toe", 2, seed=0, render_mode="rgb_array")
    assert env.get_attr("render_mode") == ["rgb_array", "rgb_array"]
    assert not env.has_attr("nonsense")
    assert env.env_is_wrapped(VecMonitor) == [False, False]
    assert len(env.get_images()) == 2
    with pytest.raises(BatchError) as refused:
        env.set_attr("render_mode", None)
    assert refused.value.code == "envs_shared"
    env.close()


def test_an_illegal_action_raises() -> None:
    env = Games("tic_tac_toe", 2, seed=0, seat=0)
    env.reset()
    env.step(np.array([0, 0]))
    with pytest.raises(IllegalAction):
        env.step(np.array([0, 1]))


def test_the_extractor_joins_every_field(toy: Callable[[str], Any]) -> None:
    env = Games(toy("pig").as_interpreted(), 2, seed=0)
    extractor = FieldsExtractor(env.observation_space, scales={"points": 10.0})
    seen = {name: torch.as_tensor(np.ascontiguousarray(field)) for name, field in env.reset().items()}
    seen["points"][0, 1] = 5
    joined = extractor(seen)
    assert joined.shape == (2, 3)
    assert joined.max() == 0.5
    with pytest.raises(ConfigError) as refused:
        FieldsExtractor(env.observation_space, scales={"luck": 1.0})
    assert refused.value.code == "config_unknown"


@pytest.mark.parametrize("name", [pytest.param("connect_four", marks=pytest.mark.slow), "pig", "peek"])
def test_maskable_ppo_runs_on_any_game(name: str, toy: Callable[[str], Any]) -> None:
    game = load(name) if name == "connect_four" else toy(name).as_interpreted()
    env = VecMonitor(Games(game, 4, seed=0))
    model = MaskablePPO(
        "MultiInputPolicy", env, n_steps=16, policy_kwargs={"features_extractor_class": FieldsExtractor}, device="cpu"
    )
    model.learn(64)
    opponent = "random" if game.players > 1 else None
    assert evaluate(game, ModelAgent(model), opponent, 2, 0).complete


@pytest.mark.slow
def test_maskable_ppo_beats_random_after_a_minute() -> None:
    script = Path(__file__).parents[2] / "benchmarks" / "maskable_ppo.py"
    done = subprocess.run([sys.executable, script, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["games"] == 500
    assert result["cpu_seconds"] <= 120
    assert result["wins"] >= 0.85 * 500
    assert result["losses"] <= 0.05 * 500
    assert result["illegal_actions"] == 0
