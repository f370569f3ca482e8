"""Descent: in each round the value network plays itself by best-first minimax, then learns from all expanded nodes.

Cohen-Solal and Cazenave, arXiv 2012.10700. There is no policy: the value head learns the minimax value of every
expanded node of the search trees, with exact values at the ends of games and proofs passed on. The average of the
weights plays. A round is whole games, so that a stopped run goes on from its last round to the same bytes.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

from boardwright.agents import descent_trees
from boardwright.agents.descent import BestFirst
from boardwright.agents.requirements import two_sided
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.core.record import Array
from boardwright.learning.checkpoints import pack, pack_optimizer, unpack, unpack_optimizer
from boardwright.learning.descent import games
from boardwright.learning.ema import EMA
from boardwright.learning.imitation.augmentation import Augmenter
from boardwright.learning.networks import Network, fields_of
from boardwright.learning.self_play.groups import ROWS
from boardwright.learning.self_play.positions import Valued, Window
from boardwright.learning.torch_player import Precision, cast, converted, faster

STAGE = "descent"

Count = Annotated[int, Field(ge=1)]
Weight = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(gt=0)]
Share = Annotated[float, Field(ge=0, le=1)]


class Options(Settings):
    """The section `descent` of a recipe."""

    rounds: Count = Field(description="Rounds in all.")
    games: Count = Field(description="Games of a round, all at once.")
    evaluations: Count = Field(description="Positions that the network is asked about for a move.")
    nodes: Count = Field(description="Room of a game's tree; a game whose tree is full ends.")
    random_plies: Annotated[int, Field(ge=0)] = Field(description="Random plies at the start of a game, at most.")
    greedy: Share = Field(
        description="Ordinal distribution of moves by their rank: 0 is uniform, 1 the best move always."
    )
    last_greedy: Share = Field(description="The same in the last round; it changes in equal steps.")
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


class ValuePlayer(BestFirst):
    """The network of a run as an agent: the move after which its value is best, without a deeper search."""

    def __init__(self, game: Game, network: Network, *, device: str, precision: Precision) -> None:
        self.network = network
        self._asks = Asked(network, device, precision)
        super().__init__(game, self._asks, evaluations=1)


class Asked:
    """A network as the evaluator of a search, with its weights converted once."""

    def __init__(self, network: Network, device: str, precision: Precision) -> None:
        self.network, self.device, self.precision = converted(network, precision), device, precision

    def __call__(self, observations: Array) -> np.ndarray[Any, np.dtype[np.float32]]:
        fields = {name: field.to(self.device) for name, field in fields_of(observations, self.network.fields).items()}
        with torch.inference_mode(), cast(self.device, self.precision):
            values: Tensor = self.network(fields)[1]
        return values.float().cpu().numpy()


class Descent:
    """A run of Descent. One call of `advance` is one round."""

    def __init__(self, network: Network, game: Game, options: Options, *, seed: int, folder: Path, device: str) -> None:
        two_sided(STAGE, game)
        self.network, self.game, self.options = network, game, options
        self.seed, self.device, self.done = seed, device, 0
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=options.lr, weight_decay=options.weight_decay)
        self.average = EMA(network, options.average)
        self.precision: Precision = (
            faster(network, np.zeros(options.games * ROWS, game.observation_dtype), device)
            if options.precision == "auto"
            else options.precision
        )
        self.window = Window(folder, Valued)
        self._augmenter = Augmenter(game)
        chosen = descent_trees.Options(options.evaluations, options.nodes, to_the_end=True, multiple=ROWS)
        self._asks = Asked(self.average.network, device, self.precision)
        self._trees = descent_trees.Trees(game, options.games, chosen, lambda seen: self._asks(seen))

    @property
    def total(self) -> int:
        """The number of rounds."""
        return self.options.rounds

    @property
    def player(self) -> ValuePlayer:
        """The network of the EMA as an agent that looks one ply ahead."""
        return ValuePlayer(self.game, self.average.network, device=self.device, precision=self.precision)

    @property
    def watcher(self) -> None:
        """None: there is no telemetry of the games."""
        return

    def advance(self, progress: Progress) -> dict[str, float]:
        """Play a round, then learn. Return the metrics; `progress` is called after every ply and every batch."""
        began = time.process_time()
        options = self.options
        self._asks = Asked(self.average.network, self.device, self.precision)
        key = np.random.SeedSequence((self.seed, self.done, 0xDE5C))
        played = games.play(
            self.game,
            self._trees,
            seed=int(key.generate_state(1, np.uint64)[0] >> 2),
            random_plies=options.random_plies,
            greedy=options.greedy + (options.last_greedy - options.greedy) * self.done / max(1, self.total - 1),
            tick=lambda ply: progress(ply, None, {"ply": ply}),
        )
        collected = time.process_time() - began
        self.window.add(self.done, played.positions, options.window)
        positions = self.window.positions()
        rng = np.random.default_rng((self.seed, self.done, 0x1EA2))
        steps = max(1, math.ceil(options.passes * len(played.positions) / options.batch))
        loss = 0.0
        for step in range(steps):
            for group in self.optimizer.param_groups:
                group["lr"] = options.lr * self._schedule(self.done + step / steps)
            loss += self._step(positions.take(rng.integers(len(positions), size=options.batch)), rng)
            progress(step + 1, None, {"step": step + 1, "loss": loss / (step + 1)})
        self.done += 1
        self.window.discard(self.done - options.window + 1)
        spent = time.process_time() - began
        return {
            "round": self.done,
            "loss": loss / steps,
            "value_loss": loss / steps,
            "positions": float(len(played.positions)),
            "window": float(len(positions)),
            "played_plies": played.plies / played.games,
            "solved": played.solved / played.games,
            "full": played.full / played.games,
            "evaluations": float(played.evaluations),
            "lr": self.optimizer.param_groups[0]["lr"],
            "collect_seconds": collected,
            "cpu_seconds": spent,
            "bits": 16.0 if self.precision == "bf16" else 32.0,
            "positions_per_s": len(played.positions) / max(spent, 1e-9),
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
        self.window.restore(self.done, self.options.window - 1, self.game.observation_dtype)

    def _schedule(self, done: float) -> float:
        return max(0.01, 0.5 * (1 + math.cos(math.pi * min(1.0, done / self.total))))

    def _step(self, batch: Valued, rng: np.random.Generator) -> float:
        observations = batch.observations
        if self.options.augment and self._augmenter.known:
            observations, _, _ = self._augmenter.drawn(observations, rng)
        self.network.train()
        fields = {name: field.to(self.device) for name, field in fields_of(observations, self.network.fields).items()}
        with cast(self.device, self.precision):
            value: Tensor = self.network(fields)[1]
        loss = functional.mse_loss(value.float(), torch.from_numpy(batch.values).to(self.device))
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.options.max_grad_norm)
        self.optimizer.step()
        self.average.update()
        return float(loss.detach())
