"""Two ways to train the seed's network on the same environment, for `boardwright bench ppo`: ours and MaskablePPO's.

The network is the same module, the rows, steps, minibatches and epochs are the same, and neither has an auxiliary loss.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from boardwright.core import config, registry
from boardwright.core.game import Game
from boardwright.learning import ppo, recipes
from boardwright.learning.networks import MaskedCategorical, Network, build
from boardwright.learning.policy import Precision, cast

Turn = Callable[[], int]
Prepare = Callable[[int], Turn]

RECIPE = "seed_8x8_10"


@dataclass(frozen=True)
class Asked:
    """Sizes that both sides share, but for the micro-batches, which only ours has."""

    preset: str
    envs: int
    steps: int
    mini_batches: int
    epochs: int
    micro_batch: int
    seed: int


def ours(game: str, asked: Asked, precision: Precision) -> Prepare:
    """A turn of ours: a rollout and its update."""
    made = _ppo(game, asked, precision)

    def turn() -> int:
        made.done = 0  # always the first of its schedule
        made.advance(lambda row: None)
        return asked.envs * asked.steps

    return lambda number: turn


def theirs(game: str, asked: Asked) -> Prepare:
    """A turn of MaskablePPO's."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

    from boardwright.envs.sb3 import Games

    loaded, network = _network(game, asked)
    chosen = recipes.read(game, RECIPE).ppo

    class SamePolicy(MaskableActorCriticPolicy):
        """MaskablePPO's policy with our network in place of its own."""

        def _build(self, lr_schedule: Any) -> None:
            self.net = network
            self.optimizer = torch.optim.AdamW(
                network.parameters(), lr=lr_schedule(1), weight_decay=chosen.weight_decay
            )

        def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> Any:
            policy, values = self._policy(obs, action_masks)
            actions = policy.sample(self._generator())
            return actions, values, policy.log_prob(actions)

        def evaluate_actions(self, obs: Any, actions: Tensor, action_masks: Any = None) -> Any:
            policy, values = self._policy(obs, action_masks)
            return values, policy.log_prob(actions.long()), policy.entropy()

        def predict_values(self, obs: Any) -> Tensor:
            found: Tensor = self.net(_tensors(obs))[1]
            return found

        def _policy(self, obs: Any, masks: Any) -> tuple[MaskedCategorical, Tensor]:
            logits, values = self.net(_tensors(obs))
            shaped = torch.as_tensor(masks, dtype=torch.bool).reshape(logits.shape)
            return MaskedCategorical(logits, shaped), values

        def _generator(self) -> torch.Generator:
            if not hasattr(self, "_drawn"):
                self._drawn = torch.Generator().manual_seed(asked.seed)
            return self._drawn

    env = Games(loaded, asked.envs, seed=asked.seed)
    model = MaskablePPO(
        SamePolicy, env, n_steps=asked.steps, batch_size=asked.envs * asked.steps // asked.mini_batches,
        n_epochs=asked.epochs, learning_rate=chosen.lr, gamma=chosen.gamma, gae_lambda=chosen.gae_lambda,
        clip_range=chosen.clip_eps, ent_coef=chosen.ent_coef, vf_coef=chosen.vf_coef,
        max_grad_norm=chosen.max_grad_norm, device="cpu", seed=asked.seed,
    )  # fmt: skip
    _, callback = model._setup_learn(1 << 60, None)

    venv = model.env
    assert venv is not None

    def turn() -> int:
        model.collect_rollouts(venv, callback, model.rollout_buffer, asked.steps, use_masking=True)
        model.train()
        return asked.envs * asked.steps

    return lambda number: turn


def update_and_bare(game: str, asked: Asked) -> tuple[Prepare, Prepare]:
    """All minibatches of one rollout, once as updates, once as nothing but passes through the network and back."""
    made = _ppo(game, asked, "fp32")
    made.advance(lambda row: None)
    batches = list(made._minibatches())
    cfg = made.options

    def update() -> int:
        for batch in batches:
            ppo.ppo_update(made.network, made.optimizer, batch, cfg)
        return sum(map(len, batches))

    def bare() -> int:
        for batch in batches:
            for piece in batch.split(cfg.micro_batch):
                with cast("cpu", cfg.precision):
                    logits, value = made.network(piece.obs)
                (logits.sum() + value.sum()).backward()
            made.optimizer.zero_grad(set_to_none=True)
        return sum(map(len, batches))

    return lambda number: update, lambda number: bare


def _network(game: str, asked: Asked) -> tuple[Game, Network]:
    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    loaded = registry.load(game, asked.preset, **recipes.changes(game, recipes.read(game, "small")))
    network = build(recipes.read(game, RECIPE).network, loaded)
    return loaded, network


def _ppo(game: str, asked: Asked, precision: Precision) -> ppo.PPO:
    loaded, network = _network(game, asked)
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs lack it
    changed = {
        "num_envs": asked.envs,
        "steps_per_env": asked.steps,
        "mini_batches": asked.mini_batches,
        "ppo_epochs": asked.epochs,
        "micro_batch": asked.micro_batch,
        "precision": precision,
        "aux_mine_weight": 0.0,
        "frontier_mask_until_updates": 0,
        "compile": False,
    }
    options = config.validate(ppo.Options, {**recipes.read(game, RECIPE).ppo.model_dump(), **changed})
    return ppo.PPO(network, [(loaded, asked.envs)], options, seed=asked.seed, device="cpu")


def _tensors(obs: Any) -> dict[str, Tensor]:
    return {name: field[:, 0] if name == "mines_left" and field.dim() > 1 else field for name, field in obs.items()}
