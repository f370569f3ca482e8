"""Imitation learning: a network learns a teacher's labels on positions of the teacher, a random player and itself.

Each round collects positions (a share of them from the network's own games, as in DAgger), writes them to disk as a
shard, and makes one pass over the latest shards. The policy head learns a uniform distribution over the good actions by
cross-entropy, the auxiliary head the probability that each hidden cell holds something.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from pydantic import Field
from torch import Tensor

from boardwright.core.config import Count, Positive, Settings, Weight
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.learning import curriculum
from boardwright.learning.checkpoints import pack, pack_optimizer, unpack, unpack_optimizer
from boardwright.learning.ema import EMA
from boardwright.learning.imitation.augmentation import Augmenter
from boardwright.learning.imitation.collection import Sources, collect, teacher_of
from boardwright.learning.imitation.dataset import Dataset, Labelled, packed
from boardwright.learning.networks import MaskedCategorical, Network
from boardwright.learning.ppo import auxiliary_loss
from boardwright.learning.torch_player import NetworkAgent, Precision, cast


class ImitationBoard(curriculum.CurriculumBoard):
    """A board that positions come from: its share of each round, and its batch size.

    `vary` mixes other values in, so that the network does not overfit one density.
    """

    share: Positive = Field(description="Share of the positions of a round, in the units of the other boards' shares.")
    batch: Count = Field(description="Positions in a batch.")
    rows: Count = Field(description="Games side by side while positions are collected.")


class Options(Settings):
    """The section `imitation` of a recipe, one line per hyperparameter."""

    teacher: str = Field(description="Agent that labels positions; best one that labels probabilities.")
    sources: Sources = Field(description="Players of the games that positions come from.")
    boards: Annotated[list[ImitationBoard], Field(min_length=1)] = Field(description="Boards that positions come from.")
    targets: Literal["chances", "truth"] = Field(
        description="Targets of the auxiliary head: the teacher's probabilities, or the truth."
    )
    truth: str = Field(description="Field of the state that holds the truth; empty for none.")
    rounds: Count = Field(description="Rounds in all.")
    positions: Count = Field(description="Positions in a round, over all boards.")
    window: Count = Field(description="Latest rounds that a round learns from, its own included.")
    policy_weight: Weight = Field(description="Weight of the policy loss.")
    auxiliary_weight: Weight = Field(description="Weight of the auxiliary loss: the lambda of specification 002.")
    lr: Positive = Field(description="Learning rate after the warm-up; it decays by a cosine.")
    warmup: Annotated[int, Field(ge=0)] = Field(description="Steps of linear warm-up of the learning rate.")
    weight_decay: Weight = Field(description="Weight decay of AdamW.")
    max_grad_norm: Positive = Field(description="Gradients are clipped to this norm.")
    average: Annotated[float, Field(ge=0, lt=1)] = Field(
        description="Decay of the EMA of the weights, which plays; 0 for none."
    )
    augment: bool = Field(description="Apply a random symmetry of the board to every batch.")
    precision: Precision = Field(description="Number format of the network's computations.")
    discard: bool = Field(description="Delete shards that no later round learns from.")


def losses(
    logits: Tensor, auxiliary: Tensor | None, mask: Tensor, best: Tensor, targets: Tensor
) -> tuple[Tensor, Tensor]:
    """Return the cross-entropy of the policy, and that of the auxiliary head over cells whose target is not NaN.

    A row without a good action does not count for the policy. Without an auxiliary head its loss is 0. Targets
    [B, H, W] are NaN in revealed cells, and on boards that are not laid yet.
    """
    chosen = MaskedCategorical(logits, mask)
    good = best.float()
    many = good.sum(dim=1)
    per_row = -(torch.where(best, chosen.logp, 0.0)).sum(dim=1) / many.clamp_min(1.0)
    policy = per_row.sum() / (many > 0).sum().clamp_min(1)
    if auxiliary is None:
        return policy, policy.new_zeros(())
    return policy, auxiliary_loss(auxiliary, targets)


def targets_of(batch: Labelled, kind: str) -> np.ndarray[Any, Any]:
    """The targets of the auxiliary head, [B, H, W]; NaN where none counts."""
    if kind == "chances":
        return batch.chances
    cells = batch.truth[0].size
    hidden = batch.masks[:, :cells].reshape(batch.truth.shape)
    # A board that is not laid yet has no truth.
    laid = batch.truth.any(axis=(1, 2), keepdims=True)
    return np.where(hidden & laid, batch.truth, np.nan).astype(np.float32)


class Imitation:
    """A run of imitation learning. One call of `advance` is one round."""

    def __init__(self, network: Network, games: list[Game], options: Options, *, seed: int, folder: Path) -> None:
        self.network, self.games, self.options = network, games, options
        self.seed, self.folder = seed, folder
        self.done, self.steps = 0, 0
        self.pace: list[float] = []
        self._before = 0
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=options.lr, weight_decay=options.weight_decay)
        self.average = EMA(network, options.average)
        self._teachers = [teacher_of(options.teacher, game) for game in games]
        self._augmenters = [Augmenter(game) for game in games]
        self._data = [self._dataset(number, game) for number, game in enumerate(games)]

    @property
    def player(self) -> NetworkAgent:
        """The network of the EMA as an agent."""
        return NetworkAgent(self.average.network, precision=self.options.precision)

    @property
    def watcher(self) -> None:
        """None: only a stage that learns from its own play has telemetry."""
        return

    @property
    def total(self) -> int:
        """The number of rounds."""
        return self.options.rounds

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """The state to resume from after a round."""
        tensors = {**pack("network", self.network), **pack("average", self.average.network)}
        progress = {"done": self.done, "steps": self.steps, "averaged": self.average.steps}
        return {**tensors, **pack_optimizer(self.optimizer)}, progress

    def restore(self, tensors: Mapping[str, Tensor], progress: Mapping[str, Any]) -> None:
        """Resume from a state."""
        unpack("network", self.network, tensors)
        unpack("average", self.average.network, tensors)
        unpack_optimizer(self.optimizer, tensors)
        self.done, self.steps, self.average.steps = progress["done"], progress["steps"], progress["averaged"]
        for data in self._data:
            data.cut(self.done)

    def advance(self, progress: Progress) -> dict[str, float]:
        """Collect, then learn. Return the round's metrics; `progress` is called after every batch."""
        began, self._before = time.process_time(), self.steps
        self._collect()
        collected = time.process_time() - began
        sums, count, positions = np.zeros(4), 0, 0
        for number, batch in self._batches():
            metrics = self._step(number, batch)
            sums += metrics
            count += 1
            positions += len(batch)
            progress(count, None, {"step": self.steps, "loss": metrics[0], "positions": positions})
        self.done += 1
        if self.options.discard:
            for data in self._data:
                data.discard(self.done + 1 - self.options.window)
        spent = time.process_time() - began
        names = ("loss", "policy_loss", "auxiliary_loss", "accuracy")
        return {
            "round": self.done,
            "steps": self.steps,
            **{name: float(value / max(count, 1)) for name, value in zip(names, sums)},
            "lr": self.optimizer.param_groups[0]["lr"],
            "collect_seconds": collected,
            "cpu_seconds": spent,
            "positions_per_s": positions / max(spent, 1e-9),
        }

    def _collect(self) -> None:
        total = sum(board.share for board in self.options.boards)
        own = None if self.done == 0 else self.player.choices
        for number, (game, board) in enumerate(zip(self.games, self.options.boards)):
            wanted = max(1, round(self.options.positions * board.share / total))
            seed = int(np.random.SeedSequence((self.seed, self.done, number)).generate_state(1, np.uint64)[0] >> 2)
            labelled = collect(
                game, self._teachers[number], self.options.sources, wanted, rows=board.rows, seed=seed,
                truth=self.options.truth, own=own,
            )  # fmt: skip
            self._data[number].cut(self.done)
            self._data[number].add(packed(labelled))

    def _batches(self) -> Iterator[tuple[int, Labelled]]:
        """The latest shards in batches, with boards and positions in a random order of this round."""
        rng = np.random.default_rng((self.seed, self.done, 0xBA7C4))
        pieces: list[tuple[int, Labelled]] = []
        for number, (data, board) in enumerate(zip(self._data, self.options.boards)):
            first = max(0, self.done + 1 - self.options.window)
            labelled = Labelled.joined([data.shard(shard) for shard in range(first, self.done + 1)])
            order = rng.permutation(len(labelled))
            for start in range(0, len(labelled) - board.batch + 1, board.batch):
                pieces.append((number, labelled.take(order[start : start + board.batch])))
        for place in rng.permutation(len(pieces)):
            number, piece = pieces[place]
            yield number, self._augmenters[number].augment(piece, rng) if self.options.augment else piece

    def _step(self, number: int, batch: Labelled) -> np.ndarray[Any, Any]:
        options = self.options
        for group in self.optimizer.param_groups:
            group["lr"] = options.lr * self._schedule()
        self.network.train()
        fields, device = self.network.inputs(batch.observations), self.network.device
        mask, best = (torch.from_numpy(part).to(device) for part in (batch.masks, batch.best))
        targets = torch.from_numpy(targets_of(batch, options.targets)).to(device)
        with cast(device, options.precision):
            logits, _, *auxiliary = self.network(fields, return_auxiliary=self.network.auxiliary)
        policy, aux = losses(logits, auxiliary[0] if auxiliary else None, mask, best, targets)
        loss = options.policy_weight * policy + options.auxiliary_weight * aux
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), options.max_grad_norm)
        self.optimizer.step()
        self.average.update()
        self.steps += 1
        with torch.no_grad():
            right = best.gather(1, MaskedCategorical(logits, mask).best()[:, None]).float().mean()
            return torch.stack([loss, policy, aux, right]).cpu().numpy()

    def _schedule(self) -> float:
        per_round = sum(
            round(self.options.positions * board.share / sum(b.share for b in self.options.boards))
            * min(self.options.window, self.options.rounds) // board.batch
            for board in self.options.boards
        )  # fmt: skip
        total = max(1, per_round * self.options.rounds)
        if self.steps < self.options.warmup:
            return (self.steps + 1) / self.options.warmup
        progress = self.steps / total
        if self.pace:
            here = self.pace[self.done]
            width = here - self.pace[self.done - 1] if self.done else 1 / self.options.rounds
            progress = here + width * min(1.0, (self.steps - self._before) / max(1, per_round))
        return max(0.01, 0.5 * (1 + math.cos(math.pi * min(1.0, progress))))

    def _dataset(self, number: int, game: Game) -> Dataset:
        board = self.options.boards[number]
        source = {"teacher": self.options.teacher, "sources": self.options.sources.model_dump(), "seed": self.seed}
        return Dataset(self.folder / f"{number}-{board.board}", game, {**source, "board": board.model_dump()})
