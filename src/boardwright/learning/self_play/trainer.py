"""Self-play: in each round the network plays itself with Gumbel search, then learns from the latest rounds.

The policy head learns the policy of the search by cross-entropy, the value head how the game ended. The average of the
weights plays. A round is whole games, so that a stopped run goes on from its last round to the same bytes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

from boardwright.agents import puct
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.core.record import Array
from boardwright.learning.checkpoints import pack, pack_optimizer, unpack, unpack_optimizer
from boardwright.learning.ema import EMA
from boardwright.learning.imitation.augmentation import Augmenter
from boardwright.learning.networks import MaskedCategorical, Network, fields_of
from boardwright.learning.self_play import games
from boardwright.learning.self_play.positions import Positions, Window
from boardwright.learning.torch_player import NetworkAgent, Precision, cast

Count = Annotated[int, Field(ge=1)]
Weight = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(ge=0, le=1)]


class Options(Settings):
    """The section `self_play` of a recipe."""

    rounds: Count = Field(description="Rounds in all.")
    games: Count = Field(description="Games of a round, all at once.")
    simulations: Annotated[int, Field(ge=2)] = Field(description="Simulations of a move.")
    considered: Annotated[int, Field(ge=2)] = Field(
        description="Actions at the root that sequential halving begins with."
    )
    exploration: Weight = Field(description="Exploration constant of PUCT, below the root.")
    visit_scale: Weight = Field(description="Weight of values against the policy, before there are visits.")
    value_scale: Weight = Field(description="Weight of values against the policy, a visit of the most visited action.")
    random_plies: Annotated[int, Field(ge=0)] = Field(description="Random plies at the start of a game, at most.")
    bootstrap: Share = Field(description="Share of the search's value in a target; the rest is how the game ended.")
    kept: Annotated[int, Field(ge=0)] = Field(description="Answers of the network that are kept during a round.")
    window: Count = Field(description="Latest rounds that a round learns from, once there are as many.")
    first_window: Count = Field(description="The same at the beginning; it grows by one in two rounds.")
    passes: Positive = Field(description="Passes over as many positions as a round has, drawn from the window.")
    batch: Count = Field(description="Positions in a batch.")
    value_weight: Weight = Field(description="Weight of the value loss.")
    lr: Positive = Field(description="Initial learning rate; cosine decay.")
    weight_decay: Weight = Field(description="Weight decay of AdamW.")
    max_grad_norm: Positive = Field(description="Norm to which gradients are clipped.")
    average: Annotated[float, Field(ge=0, lt=1)] = Field(
        description="Decay of the average of the weights, which plays; 0 for none."
    )
    augment: bool = Field(description="Apply a random symmetry of the board to every batch.")
    precision: Precision = Field(description="Number format of the network's passes.")


class SelfPlay:
    """A run of self-play. One call of `advance` is one round."""

    def __init__(self, network: Network, game: Game, options: Options, *, seed: int, folder: Path, device: str) -> None:
        self.network, self.game, self.options = network, game, options
        self.seed, self.device, self.done = seed, device, 0
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=options.lr, weight_decay=options.weight_decay)
        self.average = EMA(network, options.average)
        self.window = Window(folder)
        self._augmenter = Augmenter(game)
        chosen = puct.Options(
            iterations=options.simulations,
            exploration=options.exploration,
            considered=options.considered,
            kept=options.kept,
            visit_scale=options.visit_scale,
            value_scale=options.value_scale,
        )
        self._trees = puct.Trees(game, options.games, chosen, self._evaluate)

    @property
    def total(self) -> int:
        """The number of rounds."""
        return self.options.rounds

    @property
    def player(self) -> NetworkAgent:
        """The network of the EMA as an agent, without a search."""
        return NetworkAgent(self.average.network, device=self.device, precision=self.options.precision)

    @property
    def watcher(self) -> None:
        """None: there is no telemetry of the games."""
        return

    def advance(self, progress: Progress) -> dict[str, float]:
        """Play a round, then learn. Return the metrics; `progress` is called after every ply and every batch."""
        began = time.process_time()
        options, keep = self.options, self._keep(self.done)
        seed = int(np.random.SeedSequence((self.seed, self.done)).generate_state(1, np.uint64)[0] >> 2)
        self._trees.forget_answers()
        played = games.play(
            self.game,
            self._trees,
            seed=seed,
            random_plies=options.random_plies,
            bootstrap=options.bootstrap,
            tick=lambda ply: progress(ply, None, {"ply": ply}),
        )
        collected = time.process_time() - began
        self.window.add(self.done, played.positions, keep)
        positions = self.window.positions()
        rng = np.random.default_rng((self.seed, self.done, 0x5E1F))
        steps = max(1, math.ceil(options.passes * len(played.positions) / options.batch))
        sums = np.zeros(4)
        for step in range(steps):
            for group in self.optimizer.param_groups:
                group["lr"] = options.lr * self._schedule(self.done + step / steps)
            sums += self._step(positions.take(rng.integers(len(positions), size=options.batch)), rng)
            progress(step + 1, None, {"step": step + 1, "loss": sums[0] / (step + 1)})
        self.done += 1
        self.window.discard(self.done - self._keep(self.done))
        spent = time.process_time() - began
        names = ("loss", "policy_loss", "value_loss", "accuracy")
        return {
            "round": self.done,
            **{name: float(value / steps) for name, value in zip(names, sums)},
            "positions": float(len(played.positions)),
            "window": float(len(positions)),
            "plies": played.plies / played.games,
            "draws": played.draws / played.games,
            "first_wins": played.first_wins / played.games,
            "evaluations": float(played.evaluations),
            "simulations_per_s": len(played.positions) * options.simulations / max(collected, 1e-9),
            "lr": self.optimizer.param_groups[0]["lr"],
            "collect_seconds": collected,
            "cpu_seconds": spent,
            "positions_per_s": len(played.positions) / max(spent, 1e-9),
        }

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """The state to resume from after a round. The positions are in files."""
        tensors = {**pack("network", self.network), **pack("average", self.average.network)}
        return {**tensors, **pack_optimizer(self.optimizer)}, {"done": self.done, "averaged": self.average.steps}

    def restore(self, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None:
        """Resume from a state."""
        unpack("network", self.network, tensors)
        unpack("average", self.average.network, tensors)
        unpack_optimizer(self.optimizer, tensors)
        self.done, self.average.steps = progress["done"], progress["averaged"]
        self.window.restore(self.done, self._keep(self.done) - 1, self.game.observation_dtype)

    def _keep(self, done: int) -> int:
        """The rounds that a round learns from, its own included."""
        return min(self.options.window, self.options.first_window + done // 2)

    def _schedule(self, done: float) -> float:
        return max(0.01, 0.5 * (1 + math.cos(math.pi * min(1.0, done / self.total))))

    def _evaluate(self, observations: Array) -> tuple[puct.Floats, puct.Floats]:
        network = self.average.network
        network.eval()
        fields = {name: field.to(self.device) for name, field in fields_of(observations, network.fields).items()}
        with torch.inference_mode(), cast(self.device, self.options.precision):
            logits, values, *_ = network(fields)
        return logits.float().cpu().numpy(), values.float().cpu().numpy()

    def _step(self, batch: Positions, rng: np.random.Generator) -> np.ndarray[Any, Any]:
        options = self.options
        observations, masks, policies = batch.observations, batch.masks, batch.policies
        if options.augment and self._augmenter.known:
            observations, actions, _ = self._augmenter.drawn(observations, rng)
            masks, policies = masks[:, actions], policies[:, actions]
        self.network.train()
        fields = {name: field.to(self.device) for name, field in fields_of(observations, self.network.fields).items()}
        with cast(self.device, options.precision):
            logits, value, *_ = self.network(fields)
        mask, wanted, ends = (
            torch.from_numpy(np.ascontiguousarray(part)).to(self.device) for part in (masks, policies, batch.values)
        )
        chosen = MaskedCategorical(logits, mask)
        policy_loss = -(torch.where(mask, chosen.logp * wanted, 0.0)).sum(dim=1).mean()
        value_loss = functional.mse_loss(value.float(), ends)
        loss = policy_loss + options.value_weight * value_loss
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), options.max_grad_norm)
        self.optimizer.step()
        self.average.update()
        with torch.no_grad():
            right = (chosen.best() == wanted.argmax(dim=1)).float().mean()
            return torch.stack([loss, policy_loss, value_loss, right]).cpu().numpy()
