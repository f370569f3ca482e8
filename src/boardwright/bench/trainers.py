"""The two trainers of `boardwright bench ppo`: our PPO and MaskablePPO, on the network of specification 002.

The network is the same module, the rows, steps, minibatches and epochs are the same, and neither has an auxiliary loss.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from boardwright.core import config, registry
from boardwright.core.game import Game
from boardwright.core.progress import silent
from boardwright.learning import ppo, recipes
from boardwright.learning.networks import Network, build
from boardwright.learning.torch_player import Precision, cast

Turn = Callable[[], int]
Prepare = Callable[[int], Turn]

RECIPE = "seed_8x8_10"


@dataclass(frozen=True)
class Sizes:
    """The sizes of both trainers, except for the micro-batches, which only ours has."""

    preset: str
    envs: int
    steps: int
    mini_batches: int
    epochs: int
    micro_batch: int
    seed: int


def ours(game: str, sizes: Sizes, precision: Precision) -> Prepare:
    """A rollout and an update of our PPO."""
    made = _ppo(game, sizes, precision)

    def turn() -> int:
        made.done = 0  # always the first update of its schedule
        made.advance(silent)
        return sizes.envs * sizes.steps

    return lambda number: turn


def theirs(game: str, sizes: Sizes) -> Prepare:
    """A rollout and an update of MaskablePPO."""
    from sb3_contrib import MaskablePPO

    from boardwright.envs.sb3 import Games
    from boardwright.learning.sb3_trainer import policy_class

    loaded, network = _network(game, sizes)
    chosen = _recipe(game)

    env = Games(loaded, sizes.envs, seed=sizes.seed)
    model = MaskablePPO(
        policy_class(network, chosen.weight_decay, sizes.seed), env, n_steps=sizes.steps,
        batch_size=sizes.envs * sizes.steps // sizes.mini_batches,
        n_epochs=sizes.epochs, learning_rate=chosen.lr, gamma=chosen.gamma, gae_lambda=chosen.gae_lambda,
        clip_range=chosen.clip_eps, ent_coef=chosen.ent_coef, vf_coef=chosen.vf_coef,
        max_grad_norm=chosen.max_grad_norm, device="cpu", seed=sizes.seed,
    )  # fmt: skip
    _, callback = model._setup_learn(1 << 60, None)

    venv = model.env
    assert venv is not None

    def turn() -> int:
        model.collect_rollouts(venv, callback, model.rollout_buffer, sizes.steps, use_masking=True)
        model.train()
        return sizes.envs * sizes.steps

    return lambda number: turn


def update_and_bare(game: str, sizes: Sizes) -> tuple[Prepare, Prepare]:
    """All minibatches of one rollout: as updates, and as bare forward and backward passes of the network."""
    made = _ppo(game, sizes, "fp32")
    made.advance(silent)
    batches = list(made._minibatches())
    cfg = made.options

    def update() -> int:
        for batch in batches:
            ppo.ppo_update(made.network, made.optimizer, batch, cfg)
        return sum(map(len, batches))

    def bare() -> int:
        for batch in batches:
            for piece in batch.split(cfg.micro_batch):
                with cast(made.network.device, cfg.precision):
                    logits, value = made.network(piece.obs)
                (logits.sum() + value.sum()).backward()
            made.optimizer.zero_grad(set_to_none=True)
        return sum(map(len, batches))

    return lambda number: update, lambda number: bare


def _recipe(game: str) -> ppo.Options:
    options = recipes.read(game, RECIPE).ppo
    assert options is not None, "the recipe is one for PPO"
    return options


def _network(game: str, sizes: Sizes) -> tuple[Game, Network]:
    torch.set_num_threads(1)
    torch.manual_seed(sizes.seed)
    loaded = registry.load(game, sizes.preset, **recipes.changes(game, recipes.read(game, "small")))
    network = build(recipes.read(game, RECIPE).network, loaded)
    return loaded, network


def _ppo(game: str, sizes: Sizes, precision: Precision) -> ppo.PPO:
    loaded, network = _network(game, sizes)
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # torch's stubs lack it
    changed = {
        "num_envs": sizes.envs,
        "steps_per_env": sizes.steps,
        "mini_batches": sizes.mini_batches,
        "ppo_epochs": sizes.epochs,
        "micro_batch": sizes.micro_batch,
        "precision": precision,
        "auxiliary_weight": 0.0,
        "frontier_mask_until_updates": 0,
        "compile": False,
    }
    options = config.validate(ppo.Options, {**_recipe(game).model_dump(), **changed})
    return ppo.PPO(network, [(loaded, sizes.envs)], options, seed=sizes.seed)
