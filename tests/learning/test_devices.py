"""Devices: every trainer computes on a second device what it computes on the CPU, and mixes the two nowhere."""

from __future__ import annotations

import os
from contextlib import nullcontext
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
from boardwright.learning.metrics import Metrics
from boardwright.learning.networks import MaskedCategorical
from boardwright.learning.rollout import RolloutBuffer
from boardwright.learning.rollout_rows import Rows
from boardwright.learning.self_play import trainer as self_play
from boardwright.learning.torch_player import TorchPasses
from boardwright.learning.training import Run
from saying import refused

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
# "auto" measures which precision is faster, so that a busy machine may choose another one for each run.
SELF_PLAY = {
    "self_play.rounds": 2, "self_play.games": 4, "self_play.groups": 1, "self_play.simulations": 4,
    "self_play.batch": 16, "self_play.precision": "fp32", "self_play.snapshots": 1,
}  # fmt: skip
DESCENT = {
    "descent.rounds": 2, "descent.games": 3, "descent.evaluations": 20, "descent.batch": 16,
    "descent.precision": "fp32",
}  # fmt: skip
IMITATION = {"imitation.rounds": 2, "imitation.positions": 64, "imitation.precision": "fp32", "ppo.precision": "fp32"}
BOARDS = {"imitation.boards": [{"board": "small", "share": 1.0, "batch": 32, "rows": 16, "vary": {}}]}
MINES = {
    "stages": ["imitation", "ppo"],
    "tensorboard": False,
    "ppo.frontier_mask_until_updates": 1,
    "ppo.mine_weight": 0.5,
}
SEED = {"stages": ["ppo"], "ppo.compile": False, "ppo.precision": "fp32", "network.hidden": 16}
UNITS = {
    "stages": ["ppo"], "ppo.precision": "fp32", "play.opponents": {"random": 1.0}, "play.league.every": 9,
    "play.league.table_games": 0, "evaluation.games": 2, "evaluation.against": ["random"], "evaluation.controls": {},
    "tensorboard": False,
}  # fmt: skip

RUNS: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "ppo": ("tic_tac_toe", "any_game", {**PPO, **LEAGUE}, "ppo"),
    "ppo in parts": ("tic_tac_toe", "any_game", {**PPO, **LEAGUE, "ppo.parts": 2}, "ppo"),
    "sb3": ("tic_tac_toe", "any_game", PPO, "sb3"),
    "self-play": ("tic_tac_toe", "self_play", {**SELF_PLAY, "self_play.int8": "never"}, "ppo"),
    "self-play in int8": ("tic_tac_toe", "self_play", {**SELF_PLAY, "self_play.int8": "always"}, "ppo"),
    "descent": ("tic_tac_toe", "descent", DESCENT, "ppo"),
    "hidden cells": ("minesweeper", "base", {**IMITATION, **BOARDS, **PPO, **MINES}, "ppo"),
    "specification 002": ("minesweeper", "seed_8x8_10", {**PPO, **MINES, **SEED}, "ppo"),
    "units": ("skirmish", "base", {**PPO, **UNITS}, "ppo"),
}  # fmt: skip

GATE = {"ppo", "self-play in int8", "descent", "hidden cells"}
"""Runs of the gate: each trainer, with a league, hidden cells and weights that are converted."""


@pytest.fixture
def second(monkeypatch):
    """A machine with a second device, on which models are not quantized: that is for the CPU."""
    monkeypatch.setattr(devices, "names", lambda: [devices.CPU, DEVICE])
    monkeypatch.setattr(self_play, "quantized", on_the_cpu)
    monkeypatch.setattr(self_play, "errors", lambda *_: (0.0, 0.0))
    return DEVICE


def on_the_cpu(network, game):
    """The place of a quantized network, which must be given weights of the CPU."""
    assert network.device.type == devices.CPU
    return TorchPasses(network, "fp32")


def weights(folder: Path, name: str, device: str, *, resume: bool = False) -> dict[str, torch.Tensor]:
    """Train for two rounds on a device. Return the weights."""
    game, recipe, changed, trainer = RUNS[name]
    changed = {**NETWORK, **EVALUATION, **changed, "device": device}
    read = recipes.read(game, recipe, changed)
    with SecondDevice() if device == DEVICE else nullcontext():
        Run(game, recipe, read, folder, resume=resume, trainer=trainer).go()
    return load_file(folder / checkpoints.MODEL)


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in GATE else pytest.mark.slow) for name in RUNS])
def test_a_run_computes_the_same_on_a_second_device(name, tmp_path, second):
    here = weights(tmp_path / "here", name, devices.CPU)
    there = weights(tmp_path / "there", name, second)
    assert here.keys() == there.keys()
    for key, value in here.items():
        torch.testing.assert_close(there[key], value, rtol=1e-3, atol=1e-4)


def test_auto_is_fp32_on_a_device_without_autocast(tmp_path, second, monkeypatch):
    monkeypatch.setitem(RUNS["descent"][2], "descent.precision", "auto")
    weights(tmp_path, "descent", second)
    assert Metrics.rows(tmp_path / "descent")[-1]["bits"] == 32


def test_a_run_goes_on_on_another_device(tmp_path, second, monkeypatch):
    monkeypatch.setitem(RUNS["ppo"][2], "ppo.updates", 1)
    cut = weights(tmp_path, "ppo", second)
    monkeypatch.setitem(RUNS["ppo"][2], "ppo.updates", 2)
    whole = weights(tmp_path, "ppo", devices.CPU, resume=True)
    assert whole.keys() == cut.keys()
    assert len(Metrics.rows(tmp_path / "ppo")) == 2


def test_a_network_inside_alphabeta_learns_the_same_there(tmp_path, second):
    def learned(device: str) -> dict[str, float]:
        options = incremental.read("connect_four", {**SMALL, "agents": ["alphabeta:depth=1"], "device": device})
        with SecondDevice() if device == DEVICE else nullcontext():
            return IncrementalRun(boardwright.load("connect_four"), options, tmp_path / device).go()

    assert learned(second) == pytest.approx(learned(devices.CPU), rel=1e-3)


@pytest.mark.parametrize("plant", ["permutation", "noise", "labels", "float64"])
def test_a_planted_mix_up_is_caught(plant, tmp_path, second, monkeypatch):
    if plant == "permutation":  # an order of minibatches that stays on the CPU
        monkeypatch.setattr(RolloutBuffer, "device", property(lambda _: devices.CPU, lambda *_: None), raising=False)
    elif plant == "noise":
        monkeypatch.setattr(
            MaskedCategorical, "sample", lambda self, drawn: (self.logits + torch.rand(self.logits.shape)).argmax(-1)
        )
    elif plant == "labels":  # masks that stay where the environment made them
        monkeypatch.setattr(Rows, "mask", lambda rows, **_: torch.from_numpy(rows.env.mask.copy()))
    else:  # which MPS does not have
        monkeypatch.setattr(Rows, "mask", lambda rows, **_: torch.from_numpy(rows.env.mask * 1.0).to(rows.device) > 0)
    with pytest.raises(MixUp):
        weights(tmp_path, "ppo", second)


def test_an_absent_device_is_refused(tmp_path):
    recipe = recipes.read("tic_tac_toe", "any_game", {"device": "cuda:7"})
    with refused(ConfigError, "device_absent", value="cuda:7"):
        Run("tic_tac_toe", "any_game", recipe, tmp_path, resume=False)
    assert not list(tmp_path.iterdir())
    options = incremental.read("connect_four", {"device": "tpu"})
    with refused(ConfigError, "device_absent", value="tpu"):
        IncrementalRun(boardwright.load("connect_four"), options, tmp_path)


def test_cuda_is_named_with_its_number_and_computes_deterministically(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    monkeypatch.delenv(devices.WORKSPACE[0], raising=False)
    assert devices.names() == ["cpu", "cuda", "cuda:0", "cuda:1", "mps"]
    for name in ("cpu", "mps"):
        devices.prepare(name)
    assert devices.WORKSPACE[0] not in os.environ
    devices.prepare("cuda:1")
    assert os.environ[devices.WORKSPACE[0]] == devices.WORKSPACE[1]
