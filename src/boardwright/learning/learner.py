"""A learner: a network that plays rounds of games against itself, and learns from the positions of the latest ones.

Self-play with a tree search and Descent differ in how they play and in their losses. The optimizer with its schedule,
the average of the weights, which plays, the window of positions and the checkpoint are stated here.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

import numpy as np
import numpy.typing as npt
import torch
from pydantic import Field
from torch import Tensor

from boardwright.core.config import Count, Positive, Settings, Weight
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.core.record import Array
from boardwright.learning.checkpoints import pack, pack_optimizer, unpack, unpack_optimizer
from boardwright.learning.ema import EMA
from boardwright.learning.imitation.augmentation import Augmenter
from boardwright.learning.networks import Network
from boardwright.learning.positions import P, Window
from boardwright.learning.torch_player import Precision, cast, faster

LEAST = 0.01
"""The share of the learning rate that is left at the end of the schedule."""


class Options(Settings):
    """What the sections `self_play` and `descent` of a recipe have in common."""

    rounds: Count = Field(description="Rounds in all.")
    random_plies: Annotated[int, Field(ge=0)] = Field(description="Random plies at the start of a game, at most.")
    window: Count = Field(description="Latest rounds that a round learns from.")
    passes: Positive = Field(description="Passes over as many positions as a round has, drawn from the window.")
    batch: Count = Field(description="Positions in a batch.")
    lr: Positive = Field(description="Initial learning rate; cosine decay.")
    weight_decay: Weight = Field(description="Weight decay of AdamW.")
    max_grad_norm: Positive = Field(description="Norm to which gradients are clipped.")
    average: Annotated[float, Field(ge=0, lt=1)] = Field(
        description="Decay of the average of the weights, which plays; 0 for none."
    )
    augment: bool = Field(description="Apply a random symmetry of the board to every batch.")
    precision: Literal["auto", "fp32", "bf16"] = Field(
        description="Number format of the network's passes; `auto` is the faster one, measured when the run begins."
    )


S = TypeVar("S", bound=Options)


class Learner(ABC, Generic[S, P]):
    """A run in rounds. `rows` is the number of positions that the network answers at once when it plays."""

    def __init__(
        self, network: Network, game: Game, options: S, kind: type[P], *, rows: int, seed: int, folder: Path
    ) -> None:
        self.network, self.game, self.options = network, game, options
        self.seed, self.done = seed, 0
        self.pace: list[float] = []
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=options.lr, weight_decay=options.weight_decay)
        self.average = EMA(network, options.average)
        self.precision: Precision = (
            faster(network, np.zeros(rows, game.observation_dtype))
            if options.precision == "auto"
            else options.precision
        )
        self.window = Window(folder, kind)
        self._augmenter = Augmenter(game)

    @property
    def total(self) -> int:
        """The number of rounds."""
        return self.options.rounds

    @property
    def watcher(self) -> None:
        """None: there is no telemetry of the games."""
        return

    @abstractmethod
    def losses(self, batch: P, rng: np.random.Generator) -> Tensor:
        """The loss of a batch, to be minimised, and other figures about it, [K]."""

    @abstractmethod
    def kept(self, done: int) -> int:
        """The rounds that a round learns from, its own included."""

    def learn(self, played: P, rng: np.random.Generator, progress: Progress) -> npt.NDArray[np.float64]:
        """Learn from a round that was played and from those before it. Return the means of `losses`."""
        options = self.options
        self.window.add(self.done, played, self.kept(self.done))
        positions = self.window.positions()
        steps = max(1, math.ceil(options.passes * len(played) / options.batch))
        sums: Any = 0.0
        for step in range(steps):
            for group in self.optimizer.param_groups:
                group["lr"] = options.lr * self._schedule(self._progress(step / steps))
            sums += self._step(positions.take(rng.integers(len(positions), size=options.batch)), rng)
            progress(step + 1, None, {"step": step + 1, "loss": sums[0] / (step + 1)})
        self.done += 1
        means: npt.NDArray[np.float64] = sums / steps
        return means

    def discard(self, done: int) -> None:
        """Delete the positions that a run does not need which resumes from a state after `done` rounds."""
        self.window.discard(done - self.kept(done) + 1)

    def metrics(self, played: int, spent: float) -> dict[str, float]:
        """The metrics of a round that every learner has: its number, positions, learning rate and time."""
        return {
            "round": self.done,
            "positions": float(played),
            "window": float(len(self.window)),
            "lr": self.optimizer.param_groups[0]["lr"],
            "cpu_seconds": spent,
            "bits": 16.0 if self.precision == "bf16" else 32.0,
            "positions_per_s": played / max(spent, 1e-9),
        }

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """The state to resume from after a round. The positions are in files."""
        tensors = {**pack("network", self.network), **pack("average", self.average.network)}
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
        self.window.restore(self.done, self.kept(self.done) - 1, self.game.observation_dtype)

    def turned(self, observations: Array, rng: np.random.Generator) -> tuple[Array, Any]:
        """Observations after a random symmetry of the board, and the places of their actions before it."""
        if not (self.options.augment and self._augmenter.known):
            return observations, slice(None)
        turned, actions, _ = self._augmenter.drawn(observations, rng)
        return turned, actions

    def heads(self, observations: Array) -> tuple[Tensor, ...]:
        """The network's outputs for a batch that it learns from."""
        self.network.train()
        with cast(self.network.device, self.precision):
            return tuple(self.network(self.network.inputs(observations)))

    def resolved(self) -> dict[str, Any]:
        """What `auto` stands for in this run."""
        return {"precision": self.precision}

    def _progress(self, within: float) -> float:
        """How far the run is, from 0 to 1: by its rounds, or by `pace`, which says it of each round's beginning."""
        if not self.pace:
            return (self.done + within) / self.total
        here = self.pace[self.done]
        width = here - self.pace[self.done - 1] if self.done else 1 / self.total
        return here + within * width

    def _schedule(self, progress: float) -> float:
        return max(LEAST, 0.5 * (1 + math.cos(math.pi * min(1.0, progress))))

    def _step(self, batch: P, rng: np.random.Generator) -> npt.NDArray[np.float64]:
        figures = self.losses(batch, rng)
        self.optimizer.zero_grad(set_to_none=True)
        figures[0].backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.options.max_grad_norm)
        self.optimizer.step()
        self.average.update()
        return figures.detach().cpu().numpy().astype(np.float64)
