"""Self-play: in each round the network plays itself with Gumbel search, then learns from the latest rounds.

The policy head learns the policy of the search by cross-entropy, the value head how the game ended. The average of the
weights plays. A round is whole games, so that a stopped run goes on from its last round to the same bytes. Its groups
of games are played in threads, or by an executor in other processes, with weights that may lag behind by some rounds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.learning.checkpoints import pack, pack_optimizer, save_model, unpack, unpack_optimizer
from boardwright.learning.ema import EMA
from boardwright.learning.imitation.augmentation import Augmenter
from boardwright.learning.networks import MaskedCategorical, Network, fields_of
from boardwright.learning.self_play import games
from boardwright.learning.self_play.groups import Group, play_elsewhere, play_group
from boardwright.learning.self_play.positions import Positions, Window
from boardwright.learning.torch_player import NetworkAgent, Precision, cast, converted, faster

MODELS, SNAPSHOT = "models", "round-{:05d}.safetensors"
"""The folder of a run that keeps models as they were, and their names."""

Count = Annotated[int, Field(ge=1)]
Weight = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(ge=0, le=1)]


class Options(Settings):
    """The section `self_play` of a recipe."""

    rounds: Count = Field(description="Rounds in all.")
    games: Count = Field(description="Games of a group in a round, all at once: the rows of a pass of the network.")
    groups: Count = Field(description="Groups of games in a round, each in a thread, or a piece for `--workers`.")
    simulations: Annotated[int, Field(ge=2)] = Field(description="Simulations of a move.")
    considered: Annotated[int, Field(ge=2)] = Field(
        description="Actions at the root that sequential halving begins with."
    )
    exploration: Weight = Field(description="Exploration constant of PUCT, below the root.")
    visit_scale: Weight = Field(description="Weight of values against the policy, before there are visits.")
    value_scale: Weight = Field(description="Weight of values against the policy, a visit of the most visited action.")
    random_plies: Annotated[int, Field(ge=0)] = Field(description="Random plies at the start of a game, at most.")
    bootstrap: Share = Field(description="Share of the search's value in a target; the rest is how the game ended.")
    cache_size: Annotated[int, Field(ge=0)] = Field(
        description="Entries of the cache of the network's answers, which lasts a round."
    )
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
    snapshots: Annotated[int, Field(ge=0)] = Field(
        description="Rounds between two models that stay in the folder `models`; 0 for none."
    )
    augment: bool = Field(description="Apply a random symmetry of the board to every batch.")
    precision: Literal["auto", "fp32", "bf16"] = Field(
        description="Number format of the network's passes; `auto` is the faster one, measured when the run begins."
    )
    staleness: Annotated[int, Field(ge=0)] = Field(
        default=0,
        description="Rounds by which the weights that play lag: with 1, a round is played while one is learned.",
    )


class SelfPlay:
    """A run of self-play. One call of `advance` is one round."""

    def __init__(
        self, network: Network, game: Game, options: Options, *, seed: int, folder: Path, device: str,
        executor: Executor = IN_PROCESS,
    ) -> None:  # fmt: skip
        self.network, self.game, self.options, self.executor = network, game, options, executor
        self.seed, self.device, self.done = seed, device, 0
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=options.lr, weight_decay=options.weight_decay)
        self.average = EMA(network, options.average)
        self.precision: Precision = (
            faster(network, np.zeros(options.games, game.observation_dtype), device)
            if options.precision == "auto"
            else options.precision
        )
        self._versions: dict[int, Network] = {}
        self._begun: dict[int, Iterator[tuple[games.Played, float]]] = {}
        self.window = Window(folder, Positions)
        self._augmenter = Augmenter(game)

    @property
    def total(self) -> int:
        """The number of rounds."""
        return self.options.rounds

    @property
    def player(self) -> NetworkAgent:
        """The network of the EMA as an agent, without a search."""
        return NetworkAgent(self.average.network, device=self.device, precision=self.precision)

    @property
    def watcher(self) -> None:
        """None: there is no telemetry of the games."""
        return

    def advance(self, progress: Progress) -> dict[str, float]:
        """Play a round, then learn. Return the metrics; `progress` is called after every ply and every batch."""
        began = time.process_time()
        options, keep = self.options, self._keep(self.done)
        played, elsewhere = self._play(progress)
        collected = time.process_time() - began + elsewhere
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
        if options.snapshots and self.done % options.snapshots == 0:
            path = self.window.folder.parent / MODELS / SNAPSHOT.format(self.done)
            path.parent.mkdir(exist_ok=True)
            save_model(path, self.average.network, self.game, {"round": self.done})
        spent = time.process_time() - began + elsewhere
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
            "worker_seconds": elsewhere,
            "staleness": float(self.done - 1 - self._version(self.done - 1)),
            "bits": 16.0 if self.precision == "bf16" else 32.0,
            "positions_per_s": len(played.positions) / max(spent, 1e-9),
        }

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """The state to resume from after a round. The positions are in files.

        The weights of rounds that are being played are part of it: a resumed run plays these again.
        """
        tensors = {**pack("network", self.network), **pack("average", self.average.network)}
        for version, network in self._versions.items():
            tensors |= pack(f"version.{version}", network)
        return {**tensors, **pack_optimizer(self.optimizer)}, {
            "done": self.done,
            "averaged": self.average.steps,
            "precision": self.precision,
        }

    def restore(self, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None:
        """Resume from a state."""
        unpack("network", self.network, tensors)
        unpack("average", self.average.network, tensors)
        unpack_optimizer(self.optimizer, tensors)
        self.done, self.average.steps = progress["done"], progress["averaged"]
        self.precision = progress["precision"]
        self._begun.clear()
        self._versions = {version: self._copied() for version in range(self._version(self.done), self.done)}
        for version, network in self._versions.items():
            unpack(f"version.{version}", network, tensors)
        self.window.restore(self.done, self._keep(self.done) - 1, self.game.observation_dtype)

    def _version(self, number: int) -> int:
        """The rounds that the weights have learned from which play a round."""
        return max(0, number - self.options.staleness)

    def _copied(self) -> Network:
        """The weights that play from now on, for inference."""
        return converted(self.average.network, self.precision)

    def _play(self, progress: Progress) -> tuple[games.Played, float]:
        """Return the games of this round, and the CPU seconds that other processes took.

        All rounds that its weights may play are begun, too, where there are other processes.
        """
        self._versions[self.done] = self._copied()
        number, threads = self.done, torch.get_num_threads()
        if self.executor is IN_PROCESS:
            if self.options.groups > 1:
                torch.set_num_threads(1)  # a thread for each group is enough; the update takes them all again
            played = games.play_groups(
                [partial(play_group, group) for group in self._groups(number)],
                lambda ply: progress(ply, None, {"ply": ply}),
            )
            torch.set_num_threads(threads)
            elsewhere = 0.0
        else:
            for later in range(number, min(number + self.options.staleness + 1, self.total)):
                if later not in self._begun:
                    self._begun[later] = self.executor.begin(play_elsewhere, self._groups(later))
            parts, seconds = [], []
            for part, spent in self._begun.pop(number):
                parts.append(part)
                seconds.append(spent)
                progress(len(parts), self.options.groups, {"group": len(parts)})
            played, elsewhere = games.Played.joined(parts), sum(seconds)
        needed = self._version(number + 1)
        self._versions = {version: network for version, network in self._versions.items() if version >= needed}
        return played, elsewhere

    def _groups(self, number: int) -> list[Group]:
        """The pieces of a round. The weights are shared, so that they travel to a process once."""
        network = self.executor.share(self._versions[self._version(number)])
        threads = 1 if self.options.groups > 1 else torch.get_num_threads()
        made = partial(Group, self.game, network, self.options, self.precision, self.device, threads)
        return [made((self.seed, number, group)) for group in range(self.options.groups)]

    def _keep(self, done: int) -> int:
        """The rounds that a round learns from, its own included."""
        return min(self.options.window, self.options.first_window + done // 2)

    def _schedule(self, done: float) -> float:
        return max(0.01, 0.5 * (1 + math.cos(math.pi * min(1.0, done / self.total))))

    def _step(self, batch: Positions, rng: np.random.Generator) -> np.ndarray[Any, Any]:
        options = self.options
        observations, masks, policies = batch.observations, batch.masks, batch.policies
        if options.augment and self._augmenter.known:
            observations, actions, _ = self._augmenter.drawn(observations, rng)
            masks, policies = masks[:, actions], policies[:, actions]
        self.network.train()
        fields = {name: field.to(self.device) for name, field in fields_of(observations, self.network.fields).items()}
        with cast(self.device, self.precision):
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
