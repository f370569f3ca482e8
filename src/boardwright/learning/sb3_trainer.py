"""MaskablePPO of sb3-contrib, unchanged, as a stage of a run: the same network, environment, rewards and metrics.

It reads those hyperparameters of the section `ppo` that both trainers have. It computes in fp32, without critic warm-up
or auxiliary loss. A resumed run restores weights, moments and games, but not the order of minibatches, which
MaskablePPO draws from NumPy's global generator.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from torch import Tensor

from boardwright.core.errors import ConfigError
from boardwright.core.game import Game, Mask
from boardwright.core.progress import Progress
from boardwright.core.telemetry import Watcher
from boardwright.envs.sb3 import Games
from boardwright.envs.vector import Step
from boardwright.learning.checkpoints import pack, pack_bytes, pack_optimizer, unpack, unpack_bytes, unpack_optimizer
from boardwright.learning.networks import MaskedCategorical, Network
from boardwright.learning.ppo import Options
from boardwright.learning.rollout_stats import RolloutStats, played_board
from boardwright.learning.telemetry import step_watched, watcher_of
from boardwright.learning.torch_player import NetworkAgent

NEVER = 1 << 30
"""The log interval of MaskablePPO, which is never reached: the run writes the metrics."""

LOGGED = {
    "train/loss": "loss",
    "train/policy_gradient_loss": "policy_loss",
    "train/value_loss": "value_loss",
    "train/approx_kl": "kl",
    "train/clip_fraction": "clipped",
}
"""MaskablePPO's logged metrics of an update, and our names for them."""


def policy_class(network: Network, weight_decay: float, seed: int) -> type[MaskableActorCriticPolicy]:
    """A policy for MaskablePPO with our network in place of its own."""

    class NetworkPolicy(MaskableActorCriticPolicy):
        def _build(self, lr_schedule: Callable[[float], float]) -> None:
            self.net = network
            self.optimizer = torch.optim.AdamW(network.parameters(), lr=lr_schedule(1), weight_decay=weight_decay)
            self.drawn = torch.Generator().manual_seed(seed)

        def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> Any:
            policy, values = self._chosen(obs, action_masks)
            actions = policy.best() if deterministic else policy.sample(self.drawn)
            return actions, values, policy.log_prob(actions)

        def evaluate_actions(self, obs: Any, actions: Tensor, action_masks: Any = None) -> Any:
            policy, values = self._chosen(obs, action_masks)
            return values, policy.log_prob(actions.long()), policy.entropy()

        def predict_values(self, obs: Any) -> Tensor:
            predicted: Tensor = self.net(obs)[1]
            return predicted

        def _chosen(self, obs: Any, masks: Any) -> tuple[MaskedCategorical, Tensor]:
            logits, values = self.net(obs)
            shaped = torch.as_tensor(masks, dtype=torch.bool, device=logits.device).reshape(logits.shape)
            return MaskedCategorical(logits, shaped), values

    return NetworkPolicy


class Watched(Games):
    """Our VecEnv with rollout statistics and the game's telemetry."""

    def __init__(self, game: Game, n: int, *, seed: int, name: str = "", **choices: Any) -> None:
        super().__init__(game, n, seed=seed, **choices)
        self.watcher, self.board = watcher_of(game), played_board(game, name)
        self.clear()

    def action_masks(self) -> Mask:
        """The legal action mask, [N, A]; all actions where illegal ones are penalised."""
        return np.ones_like(self.vector.mask) if self.vector.settled.penalise else super().action_masks()

    def clear(self) -> None:
        """Reset the statistics."""
        self.played = RolloutStats()
        if self.watcher is not None:
            self.watcher.clear()

    def advance(self, actions: Any) -> Step:
        """Step, and count the result."""
        step = step_watched(self.vector, actions, self.watcher)
        self.played.add(self.vector, step, self.board)
        return step


class _Watching(BaseCallback):
    """Reports the progress of the rollout."""

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress, self._step = progress, 0

    def _on_step(self) -> bool:
        self._step += 1
        self._progress(self._step, None, {"rollout": self._step})
        return True


class Maskable:
    """A run of MaskablePPO: one call of `advance` is a rollout and an update, as in our PPO."""

    def __init__(
        self, network: Network, boards: list[tuple[Game, int]], options: Options, *, seed: int,
        choices: Mapping[str, Any] | None = None, names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        if len(boards) != 1:
            raise ConfigError("config_value", path="curriculum.boards", value=len(boards), expected=1)
        self.network, self.options = network, options
        self.done = 0
        self.pace: list[float] = []
        game, count = boards[0]
        self.env = Watched(game, count, seed=seed, name=names[0] if names else "", **(choices or {}))
        self.model = MaskablePPO(
            policy_class(network, options.weight_decay, seed), self.env, n_steps=options.steps_per_env,
            batch_size=count * options.steps_per_env // options.mini_batches, n_epochs=options.ppo_epochs,
            learning_rate=self._rate, gamma=options.gamma, gae_lambda=options.gae_lambda, clip_range=options.clip_eps,
            clip_range_vf=options.clip_eps_v, ent_coef=options.ent_coef, vf_coef=options.vf_coef,
            max_grad_norm=options.max_grad_norm, device=network.device, seed=seed,
        )  # fmt: skip
        self.model.set_logger(Logger(None, []))
        self.steps = count * options.steps_per_env

    def _rate(self, _: float) -> float:
        # By our own count: MaskablePPO's remaining progress starts again in each call.
        return self.options.lr * 0.5 * (1 + math.cos(math.pi * self.done / self.total))

    @property
    def total(self) -> int:
        """The number of updates."""
        return self.options.updates

    @property
    def player(self) -> NetworkAgent:
        """The network as an agent."""
        return NetworkAgent(self.network)

    @property
    def watcher(self) -> Watcher | None:
        """The game's telemetry, if it has any."""
        return self.env.watcher

    def advance(self, progress: Progress) -> dict[str, float]:
        """A rollout and an update, by MaskablePPO's own `learn`."""
        began = time.process_time()
        self.env.clear()
        self.model.learn(self.steps, callback=_Watching(progress), log_interval=NEVER, reset_num_timesteps=False)
        rate = self._rate(0.0)
        self.done += 1
        spent = time.process_time() - began
        logged = self.model.logger.name_to_value
        return {
            "update": self.done,
            **{ours: float(logged[theirs]) for theirs, ours in LOGGED.items() if theirs in logged},
            "entropy": -float(logged.get("train/entropy_loss", 0.0)),
            **self.env.played.row(),
            "lr": rate,
            "cpu_seconds": spent,
            "steps_per_s": self.steps / max(spent, 1e-9),
            **(self.env.watcher.row() if self.env.watcher else {}),
        }

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """The state to resume from."""
        policy: Any = self.model.policy
        tensors = {**pack("network", self.network), **pack_optimizer(policy.optimizer)}
        tensors["generator"] = policy.drawn.get_state()
        tensors |= pack_bytes("rows", self.env.vector.snapshot())
        tensors |= pack_bytes("watched", self.env.watcher.snapshot() if self.env.watcher else {})
        return tensors, {"done": self.done}

    def restore(self, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None:
        """Resume from a state."""
        policy: Any = self.model.policy
        unpack("network", self.network, tensors)
        unpack_optimizer(policy.optimizer, tensors)
        policy.drawn.set_state(tensors["generator"])
        self.done = progress["done"]
        self.env.vector.restore(unpack_bytes("rows", tensors))
        if self.env.watcher is not None:
            self.env.watcher.restore(unpack_bytes("watched", tensors))
        # Its last observation is that of a fresh game: replace it by the restored rows.
        observations: Any = self.env._shown(self.env.vector.observations)
        self.model._last_obs = observations
        self.model.num_timesteps = self.done * self.steps
