"""Proximal policy optimisation (PPO) with masked actions: rollout, GAE, update. Read from top to bottom.

The algorithm and names of specification 002. Boards of several sizes train one network: each has its own rows and
buffer, since a batch has one shape. Nothing here knows a game: legality is the mask, hidden truth a field of the state.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Protocol

import numpy as np
import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.core.config import Count, Positive, Settings, Share, Weight, Whole
from boardwright.core.errors import RuleFault
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.core.telemetry import Watcher
from boardwright.learning.checkpoints import pack, pack_bytes, pack_optimizer, unpack, unpack_bytes, unpack_optimizer
from boardwright.learning.networks import MaskedCategorical, Network
from boardwright.learning.rollout import Batch
from boardwright.learning.rollout_parts import Collected, Opponents, Parts, collect_part
from boardwright.learning.rollout_rows import Rows, collect
from boardwright.learning.rollout_stats import RolloutStats
from boardwright.learning.torch_player import NetworkAgent, Precision, cast


class Options(Settings):
    """The section `ppo` of a recipe, one line per hyperparameter. The first eleven are specification 002's."""

    num_envs: Count = Field(description="Rows, over all boards.")
    steps_per_env: Count = Field(description="Steps per row between two updates.")
    mini_batches: Count = Field(description="Mini-batches per epoch.")
    ppo_epochs: Count = Field(description="Passes over the rollout in one update.")
    gamma: Share = Field(description="Discount factor.")
    gae_lambda: Share = Field(description="0 is the one-step TD error, 1 Monte Carlo returns.")
    clip_eps: Positive = Field(description="Clip range of the probability ratio.")
    vf_coef: Weight = Field(description="Weight of the value loss.")
    ent_coef: Weight = Field(description="Weight of the entropy bonus.")
    lr: Positive = Field(description="Initial learning rate; it decays by a cosine.")
    max_grad_norm: Positive = Field(description="Gradients are clipped to this norm.")
    updates: Count = Field(
        description="Updates in all; with `--minutes`, those after which `lr` begins its decay again."
    )
    micro_batch: Count = Field(description="Rows per pass through the network; gradients are accumulated.")
    precision: Precision = Field(description="Number format of the network's computations.")
    compile: bool = Field(description="Use torch.compile and cudnn.benchmark; ignored if the run is deterministic.")
    deterministic: bool = Field(description="The same seed gives the same weights on one thread.")
    # What follows is for some games or recipes, and off by default.
    parts: Count = Field(
        default=1,
        description="Parts of a board's rows, each with its own random generator, or a piece for `--workers`.",
    )
    weight_decay: Weight = Field(default=0.0, description="Weight decay of AdamW.")
    clip_eps_v: Positive | None = Field(default=None, description="Clip range of the value; null: no clipping.")
    critic_warmup: Whole = Field(default=0, description="Updates that train the value head alone, after imitation.")
    auxiliary_weight: Weight = Field(
        default=0.0, description="Weight of the auxiliary loss, which predicts what is hidden."
    )
    truth: str = Field(default="", description="Field of the state, a byte a cell, that the auxiliary head predicts.")
    frontier_mask_until_updates: Whole = Field(
        default=0, description="Until this update reveals are masked to the frontier."
    )


class Knobs(Protocol):
    """The options of an update."""

    clip_eps: float
    clip_eps_v: float | None
    vf_coef: float
    ent_coef: float
    auxiliary_weight: float
    max_grad_norm: float
    micro_batch: int
    precision: Precision


def ppo_loss(
    logits: Tensor, value: Tensor, auxiliary: Tensor | None, batch: Batch, cfg: Knobs
) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the loss of a batch whose advantages are computed, and the parts of the loss."""
    policy = MaskedCategorical(logits, batch.action_mask)
    log_ratio = policy.log_prob(batch.actions) - batch.old_logp
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - cfg.clip_eps, 1 + cfg.clip_eps)
    policy_loss = -torch.min(ratio * batch.advantages, clipped * batch.advantages).mean()
    value = value.float()
    squared = (value - batch.returns).pow(2)
    if cfg.clip_eps_v is not None:
        near = batch.values + (value - batch.values).clamp(-cfg.clip_eps_v, cfg.clip_eps_v)
        squared = torch.max(squared, (near - batch.returns).pow(2))
    value_loss = 0.5 * squared.mean()
    entropy = policy.entropy().mean()
    loss = policy_loss + cfg.vf_coef * value_loss - cfg.ent_coef * entropy
    aux_loss = torch.zeros((), device=loss.device)
    if auxiliary is not None:
        aux_loss = auxiliary_loss(auxiliary, batch.auxiliary_labels)
        loss = loss + cfg.auxiliary_weight * aux_loss
    with torch.no_grad():
        kl = (ratio - 1 - log_ratio).mean()
        outside = ((ratio - 1).abs() > cfg.clip_eps).float().mean()
        drift = (ratio - 1).abs().amax()
    parts = {"loss": loss, "policy_loss": policy_loss, "value_loss": value_loss, "entropy": entropy}
    return loss, {**parts, "auxiliary_loss": aux_loss, "kl": kl, "clipped": outside, "drift": drift}


def auxiliary_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Binary cross-entropy over the cells whose label is not NaN: hidden cells, once the board is laid."""
    counted = ~torch.isnan(labels)
    wanted = torch.where(counted, labels, 0.0)
    per_cell = functional.binary_cross_entropy_with_logits(logits.float().squeeze(1), wanted, reduction="none")
    return torch.where(counted, per_cell, 0.0).sum() / counted.sum().clamp_min(1)


def ppo_update(
    model: Callable[..., tuple[Tensor, ...]], optimizer: torch.optim.Optimizer, batch: Batch, cfg: Knobs,
    *, learns: Callable[[], None] = lambda: None,
) -> dict[str, float]:  # fmt: skip
    """One optimizer step on a minibatch. Gradients are accumulated over micro-batches that fit the CPU's cache."""
    spread = batch.advantages.std(correction=0) + 1e-8
    normal = (batch.advantages - batch.advantages.mean()) / spread
    batch = replace(batch, advantages=normal)
    optimizer.zero_grad(set_to_none=True)
    metrics: dict[str, Tensor] = {}
    device = batch.actions.device
    for piece in batch.split(cfg.micro_batch):
        aux = cfg.auxiliary_weight > 0
        with cast(device, cfg.precision):
            logits, value, *auxiliary = model(piece.obs, return_auxiliary=aux)
        loss, parts = ppo_loss(logits, value, auxiliary[0] if aux else None, piece, cfg)
        share = len(piece) / len(batch)
        (loss * share).backward()  # type: ignore[no-untyped-call]
        for name, part in parts.items():
            before = metrics.get(name, torch.zeros((), device=part.device))
            metrics[name] = torch.maximum(before, part) if name == "drift" else before + share * part.detach()
    learns()
    parameters = [tensor for group in optimizer.param_groups for tensor in group["params"]]
    metrics["grad_norm"] = torch.nn.utils.clip_grad_norm_(parameters, cfg.max_grad_norm)
    optimizer.step()
    names, values = (
        list(metrics),
        torch.stack([tensor.detach().float().reshape(()) for tensor in metrics.values()]).tolist(),
    )
    return dict(zip(names, values))


class PPO:
    """A run of PPO: one call of `advance` is a rollout and an update. Rows can be changed between two calls."""

    def __init__(
        self, network: Network, boards: list[tuple[Game, int]], options: Options, *, seed: int,
        choices: Mapping[str, Any] | None = None, executor: Executor = IN_PROCESS, names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """`choices` are the environment's settings: opponents, seat, rewards (see envs.settings).

        `names` are those of the boards, if the metrics tell them apart.

        Rollouts in `parts` are collected by the executor, with the same bytes by any. Those of one part are collected
        here, where they and the update draw from one generator.
        """
        self.network, self.options, self.seed = network, options, seed
        self.choices, self.executor = choices or {}, executor
        self._opponents = Opponents(executor)
        self.done = 0
        self.pace: list[float] = []
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=options.lr, weight_decay=options.weight_decay)
        self.generator = torch.Generator().manual_seed(seed)
        fast = options.compile and not options.deterministic
        torch.backends.cudnn.benchmark = fast
        torch.use_deterministic_algorithms(options.deterministic)
        self.model: Callable[..., tuple[Tensor, ...]] = torch.compile(network) if fast else network
        self.rows: list[Rows] = []
        self.parts: list[Parts] = []
        self.set_rows(boards, names)

    def set_rows(self, boards: list[tuple[Game, int]], names: Sequence[str] = ()) -> None:
        """Replace the boards: games with their numbers of rows."""
        names = names or [""] * len(boards)
        seeds = np.random.SeedSequence((self.seed, self.done)).generate_state(len(boards), np.uint64) >> np.uint64(4)
        if self.options.parts > 1:
            self.parts = [
                Parts(game, count, self.options, self.network.device, int(seed), name)
                for (game, count), seed, name in zip(boards, seeds, names)
            ]
            return
        self.rows = [
            Rows(game, count, self.options, self.network, int(seed), self.choices, name)
            for (game, count), seed, name in zip(boards, seeds, names)
        ]

    @property
    def total(self) -> int:
        """The number of updates."""
        return self.options.updates

    @property
    def player(self) -> NetworkAgent:
        """The network as an agent."""
        return NetworkAgent(self.network, precision=self.options.precision)

    @property
    def watcher(self) -> Watcher | None:
        """The telemetry of the first board, if the game has any."""
        return (self.rows or self.parts)[0].watcher

    def advance(self, progress: Progress) -> dict[str, float]:
        """Collect a rollout, then update. Return the metrics; `progress` is called after every step."""
        began = time.process_time()
        for group in self.optimizer.param_groups:
            # A run that goes on after its updates, since there is time, begins the decay again.
            group["lr"] = self.options.lr * 0.5 * (1 + math.cos(math.pi * (self.done % self.total) / self.total))
        played = RolloutStats()
        elsewhere = self._collect_parts(played, progress) if self.parts else 0.0
        for rows in self.rows:
            self._collect(rows, played, progress)
        collected = time.process_time() - began + elsewhere
        metrics: list[dict[str, float]] = []
        for _ in range(self.options.ppo_epochs):
            for batch in self._minibatches():
                metrics.append(
                    ppo_update(self.model, self.optimizer, batch, self.options, learns=self._only_the_critic)
                )
                progress(len(metrics), None, {"step": len(metrics), "loss": metrics[-1]["loss"]})
        self.done += 1
        spent = time.process_time() - began + elsewhere
        watched = self.watcher.row() if self.watcher else {}
        return {
            "update": self.done,
            **{name: float(np.mean([parts[name] for parts in metrics])) for name in metrics[0]},
            "first_drift": metrics[0]["drift"],
            **played.row(),
            "lr": self.optimizer.param_groups[0]["lr"],
            "collect_seconds": collected,
            "cpu_seconds": spent,
            "worker_seconds": elsewhere,
            "steps_per_s": played.steps / max(spent, 1e-9),
            **watched,
        }

    def _collect(self, rows: Rows, played: RolloutStats, progress: Progress) -> None:
        """Fill the rollout buffer with the policy's games, and compute advantages."""
        self.network.eval()
        last = collect(
            rows, self.model, self.options, self.generator, played,
            frontier_only=self._frontier_only, progress=progress,
        )  # fmt: skip
        rows.buffer.compute_gae(last, self.options.gamma, self.options.gae_lambda)
        self.network.train()

    def _collect_parts(self, played: RolloutStats, progress: Progress) -> float:
        """The same for rows in parts, by the executor. Return the CPU seconds that other processes took."""
        self._opponents.update(self.choices)
        given: Any = {"network": self.executor.share(self.network), "choices": self._opponents.choices}
        given |= {"opponent": self._opponents.shared, "frontier_only": self._frontier_only}
        pieces = [piece for parts in self.parts for piece in parts.pieces(**given)]
        results: list[Collected] = []
        try:
            for result in self.executor.begin(collect_part, pieces):
                results.append(result)
                played.merge(result.stats)
                progress(len(results), len(pieces), {"rollout": len(results)})
        except RuleFault as error:
            if self.watcher is not None:  # the part's own watcher is gone with its process
                self.watcher.fault(error)
            raise
        rest = iter(results)
        for parts in self.parts:
            parts.accept(list(islice(rest, len(parts))))
        self.network.train()
        return 0.0 if self.executor is IN_PROCESS else sum(result.seconds for result in results)

    @property
    def _frontier_only(self) -> bool:
        return self.done < self.options.frontier_mask_until_updates

    def _minibatches(self) -> Iterator[Batch]:
        """The minibatches of every board in turn."""
        boards: list[Rows | Parts] = [*self.rows, *self.parts]
        size = [max(1, rows.count * self.options.steps_per_env // self.options.mini_batches) for rows in boards]
        per_board = [rows.buffer.get_minibatches(n, self.generator) for rows, n in zip(boards, size)]
        for batches in zip(*per_board):
            yield from batches

    def _only_the_critic(self) -> None:
        """During the critic's warm-up, train the value head alone: the policy keeps what imitation taught it."""
        if self.done < self.options.critic_warmup:
            for name, weights in self.network.named_parameters():
                if "value_head" not in name:
                    weights.grad = None

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """The state to resume from: weights, moments, random generator, and every row's game."""
        tensors = {**pack("network", self.network), **pack_optimizer(self.optimizer)}
        tensors["generator"] = self.generator.get_state()
        for number, rows in enumerate(self.rows):
            tensors |= pack_bytes(f"rows.{number}", rows.env.snapshot())
            tensors |= pack_bytes(f"watched.{number}", rows.watcher.snapshot() if rows.watcher else {})
        for number, parts in enumerate(self.parts):
            tensors |= parts.state(f"board.{number}")
        return tensors, {"done": self.done}

    def restore(self, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None:
        """Resume from a state, with the same boards and rows."""
        unpack("network", self.network, tensors)
        unpack_optimizer(self.optimizer, tensors)
        self.generator.set_state(tensors["generator"])
        self.done = progress["done"]
        for number, rows in enumerate(self.rows):
            rows.env.restore(unpack_bytes(f"rows.{number}", tensors))
            if rows.watcher is not None:
                rows.watcher.restore(unpack_bytes(f"watched.{number}", tensors))
        for number, parts in enumerate(self.parts):
            parts.restore(f"board.{number}", tensors)
