"""Self-play: in each round the network plays itself with Gumbel search, then learns from the latest rounds.

The policy head learns the policy of the search by cross-entropy, the value head how the game ended. The average of the
weights plays. A round is whole games, so that a stopped run goes on from its last round to the same bytes. Its groups
of games are played in threads, or by an executor in other processes, with weights that may lag behind by some rounds.
"""

from __future__ import annotations

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

from boardwright.agents import puct
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.core.config import Count, Share, Weight
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.learning import learner
from boardwright.learning.checkpoints import pack, save_model, unpack
from boardwright.learning.devices import CPU
from boardwright.learning.networks import MaskedCategorical, Network
from boardwright.learning.positions import Positions
from boardwright.learning.quantization import TOWER, errors, quantized
from boardwright.learning.self_play import games
from boardwright.learning.self_play.groups import Group, play_elsewhere, play_group
from boardwright.learning.torch_player import NetworkAgent, TorchPasses, converted

MODELS, SNAPSHOT = "models", "round-{:05d}.safetensors"
"""The folder of a run that keeps models as they were, and their names."""


class Options(learner.Options):
    """The section `self_play` of a recipe."""

    games: Count = Field(description="Games of a group in a round, all at once: the rows of a pass of the network.")
    groups: Count = Field(description="Groups of games in a round, each in a thread, or a piece for `--workers`.")
    simulations: Annotated[int, Field(ge=2)] = Field(description="Simulations of a move.")
    considered: Annotated[int, Field(ge=2)] = Field(
        description="Actions at the root that sequential halving begins with."
    )
    exploration: Weight = Field(description="Exploration constant of PUCT, below the root.")
    visit_scale: Weight = Field(description="Weight of values against the policy, before there are visits.")
    value_scale: Weight = Field(description="Weight of values against the policy, a visit of the most visited action.")
    bootstrap: Share = Field(description="Share of the search's value in a target; the rest is how the game ended.")
    cache_size: Annotated[int, Field(ge=0)] = Field(
        description="Entries of the cache of the network's answers, which lasts a round."
    )
    int8: Literal["auto", "always", "never"] = Field(
        description="Play with int8 inference by ONNX Runtime; `auto`: a tower on the CPU."
    )
    first_window: Count = Field(description="Window of the first round; it grows by one in two rounds, up to `window`.")
    value_weight: Weight = Field(description="Weight of the value loss.")
    snapshots: Annotated[int, Field(ge=0)] = Field(
        description="Rounds between two models that stay in the folder `models`; 0 for none."
    )
    staleness: Annotated[int, Field(ge=0)] = Field(
        default=0,
        description="Rounds by which the weights that play lag: with 1, a round is played while one is learned.",
    )


class SelfPlay(learner.Learner[Options, Positions]):
    """A run of self-play. One call of `advance` is one round."""

    def __init__(
        self, network: Network, game: Game, options: Options, *, seed: int, folder: Path,
        executor: Executor = IN_PROCESS,
    ) -> None:  # fmt: skip
        super().__init__(network, game, options, Positions, rows=options.games, seed=seed, folder=folder)
        self.executor = executor
        faster = network.device.type == CPU and network.options.kind == TOWER
        self.int8 = options.int8 == "always" or (options.int8 == "auto" and faster)
        self._versions: dict[int, Network] = {}
        self._passes: dict[int, puct.Evaluator] = {}
        self._rounding: dict[str, float] = {}
        self._begun: dict[int, Iterator[tuple[games.Played, float]]] = {}

    @property
    def player(self) -> NetworkAgent:
        """The network of the EMA as an agent, without a search."""
        return NetworkAgent(self.average.network, precision=self.precision)

    def advance(self, progress: Progress) -> dict[str, float]:
        """Play a round, then learn. Return the metrics; `progress` is called after every ply and every batch."""
        began = time.process_time()
        options = self.options
        played, elsewhere = self._play(progress)
        collected = time.process_time() - began + elsewhere
        figures = self.learn(played.positions, np.random.default_rng((self.seed, self.done, 0x5E1F)), progress)
        if options.snapshots and self.done % options.snapshots == 0:
            path = self.window.folder.parent / MODELS / SNAPSHOT.format(self.done)
            path.parent.mkdir(exist_ok=True)
            save_model(path, self.average.network, self.game, {"round": self.done})
        names = ("loss", "policy_loss", "value_loss", "accuracy")
        return {
            **self.metrics(len(played.positions), time.process_time() - began + elsewhere),
            **dict(zip(names, figures.tolist())),
            "plies": played.plies / played.games,
            "draws": played.draws / played.games,
            "first_wins": played.first_wins / played.games,
            "evaluations": float(played.evaluations),
            "simulations_per_s": len(played.positions) * options.simulations / max(collected, 1e-9),
            "collect_seconds": collected,
            "worker_seconds": elsewhere,
            "staleness": float(self.done - 1 - self._version(self.done - 1)),
            **self._rounding,
        }

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """The same with the weights of rounds that are being played: a resumed run plays these again."""
        tensors, progress = super().state()
        for version, network in self._versions.items():
            tensors |= pack(f"version.{version}", network)
        return tensors, {**progress, "int8": self.int8}

    def restore(self, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None:
        """Resume from a state."""
        super().restore(tensors, progress)
        self.int8 = progress["int8"]
        self._begun.clear()
        self._passes.clear()
        self._versions = {version: self._copied() for version in range(self._version(self.done), self.done)}
        for version, network in self._versions.items():
            unpack(f"version.{version}", network, tensors)

    def resolved(self) -> dict[str, Any]:
        """What `auto` stands for in this run."""
        return {**super().resolved(), "int8": "always" if self.int8 else "never"}

    def _version(self, number: int) -> int:
        """The rounds that the weights have learned from which play a round."""
        return max(0, number - self.options.staleness)

    def _copied(self) -> Network:
        """The weights that play from now on, for inference. ONNX Runtime takes them from the CPU."""
        return (
            converted(self.average.network, "fp32").cpu()
            if self.int8
            else converted(self.average.network, self.precision)
        )

    def _passes_of(self, version: int) -> puct.Evaluator:
        """The passes of the network that played so many rounds, made once."""
        if version not in self._passes:
            network = self._versions[version]
            if self.int8:
                passes = quantized(network, self.game)
                policy, value = errors(passes, network, self.game)
                self._rounding = {"bits": 8.0, "int8_policy_error": policy, "int8_value_error": value}
                self._passes[version] = passes
            else:
                self._passes[version] = TorchPasses(network, self.precision)
        return self._passes[version]

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
        self._passes = {version: passes for version, passes in self._passes.items() if version >= needed}
        return played, elsewhere

    def _groups(self, number: int) -> list[Group]:
        """The pieces of a round. The weights are shared, so that they travel to a process once."""
        passes = self.executor.share(self._passes_of(self._version(number)))
        threads = 1 if self.options.groups > 1 else torch.get_num_threads()
        made = partial(Group, self.game, passes, self.options, threads)
        return [made((self.seed, number, group)) for group in range(self.options.groups)]

    def kept(self, done: int) -> int:
        """The rounds that a round learns from: few at first, since weak play is soon out of date."""
        return min(self.options.window, self.options.first_window + done // 2)

    def losses(self, batch: Positions, rng: np.random.Generator) -> Tensor:
        """The loss, its parts for the policy and the value, and the share of moves that the policy has right."""
        observations, actions = self.turned(batch.observations, rng)
        logits, value, *_ = self.heads(observations)
        mask, wanted, ends = (
            torch.from_numpy(np.ascontiguousarray(part)).to(logits.device)
            for part in (batch.masks[:, actions], batch.policies[:, actions], batch.values)
        )
        chosen = MaskedCategorical(logits, mask)
        policy_loss = -(torch.where(mask, chosen.logp * wanted, 0.0)).sum(dim=1).mean()
        value_loss = functional.mse_loss(value.float(), ends)
        right = (chosen.best() == wanted.argmax(dim=1)).float().mean()
        return torch.stack([policy_loss + self.options.value_weight * value_loss, policy_loss, value_loss, right])
