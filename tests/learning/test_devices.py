"""Devices: every trainer computes on a second device what it computes on the CPU, and mixes the two nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

import boardwright
from boardwright.core.errors import ConfigError
from boardwright.learning import checkpoints, devices, recipes
from boardwright.learning.incremental import trainer as incremental
from boardwright.learning.incremental.trainer import IncrementalRun
from boardwright.learning.networks import MaskedCategorical
from boardwright.learning.rollout import RolloutBuffer
from boardwright.learning.training import Run

from .fake_device import DEVICE, MixUp, SecondDevice
from .test_incremental import SMALL

NETWORK = {"network.hidden": 8, "network.blocks": 1}
EVALUATION = {"evaluation.games": 4, "evaluation.every": 2, "save_every": 1}
PPO = {
    "ppo.num_envs": 8, "ppo.steps_per_env": 8, "ppo.mini_batches": 2, "ppo.ppo_epochs": 1, "ppo.micro_batch": 24,
    "ppo.updates": 2,
}  # fmt: skip
LEAGUE = {
    "play.league.every": 1, "play.league.games": 8, "play.league.table_games": 2, "play.league.sprt.elo0": -800,
    "play.league.sprt.elo1": -400, "play.league.sprt.alpha": 0.4, "play.league.sprt.beta": 0.4,
}  # fmt: skip
SELF_PLAY = {
    "self_play.rounds": 2, "self_play.games": 4, "self_play.groups": 1, "self_play.simulations": 4,
    "self_play.batch": 16, "self_play.precision": "auto", "self_play.snapshots": 1,
}  # fmt: skip
DESCENT = {"descent.rounds": 2, "descent.games": 3, "descent.evaluations": 20, "descent.batch": 16}
IMITATION = {"imitation.rounds": 2, "imitation.positions": 64, "imitation.precision": "fp32", "ppo.precision": "fp32"}
BOARDS = {"imitation.boards": [{"board": "small", "share": 1.0, "batch": 32, "rows": 16, "vary": {}}]}
MINES = {"stages": ["imitation", "ppo"], "tensorboard": False, "ppo.frontier_mask_until_updates": 1, "ppo.mine_weight": 0.5}

RUNS: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "ppo": ("tic_tac_toe", "any_game", {**PPO, **LEAGUE}, "ppo"),
    "ppo in parts": ("tic_tac_toe", "any_game", {**PPO, **LEAGUE, "ppo.parts": 2}, "ppo"),
    "sb3": ("tic_tac_toe", "any_game", PPO, "sb3"),
    "self-play": ("connect_four", "self_play", {**SELF_PLAY, "self_play.int8": "auto"}, "ppo"),
    "self-play in int8": ("connect_four", "self_play", {**SELF_PLAY, "self_play.int8": "always"}, "ppo"),
    "descent": ("tic_tac_toe", "descent", DESCENT, "ppo"),
    "hidden cells": ("minesweeper", "base", {**IMITATION, **BOARDS, **PPO, **MINES}, "ppo"),
    "specification 002": ("minesweeper", "seed_8x8_10", {**PPO, **MINES, "stages": ["ppo"]}, "ppo"),
    "units": ("skirmish", "base", {**IMITATION, **BOARDS, **PPO, **LEAGUE}, "ppo"),
}  # fmt: skip


@pytest.fixture
def second(monkeypatch):
    """A machine with a second device."""
    monkeypatch.setattr(devices, "names", lambda: [devices.CPU, DEVICE])
    with SecondDevice():
        yield DEVICE


def weights(folder: Path, name: str, device: str, *, resume: bool = False) -> dict[str, torch.Tensor]:
    """Train for two rounds on a device. Return the weights."""
    game, recipe, changed, trainer = RUNS[name]
    changed = {**NETWORK, **EVALUATION, **changed, "device": device}
    if name == "specification 002":
        changed |= {"network.hidden": 16}
    read = recipes.read(game, recipe, changed)
    Run(game, recipe, read, folder, resume=resume, trainer=trainer).go()
    return load_file(folder / checkpoints.MODEL)


@pytest.mark.parametrize("name", RUNS)
def test_a_run_computes_the_same_on_a_second_device(name, tmp_path, second):
    here = weights(tmp_path / "here", name, devices.CPU)
    there = weights(tmp_path / "there", name, second)
    assert here.keys() == there.keys()
    for key, value in here.items():
        torch.testing.assert_close(there[key], value, rtol=1e-3, atol=1e-4)
