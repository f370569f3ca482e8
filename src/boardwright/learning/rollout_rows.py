"""The rows that play one board for PPO: their environment, what the policy sees of it, and the steps of a rollout."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.progress import Progress
from boardwright.envs.vector import Vector
from boardwright.learning.networks import MaskedCategorical, Network
from boardwright.learning.rollout import RolloutBuffer
from boardwright.learning.rollout_stats import RolloutStats, played_board
from boardwright.learning.telemetry import step_watched, watcher_of
from boardwright.learning.torch_player import cast

if TYPE_CHECKING:
    from boardwright.learning.ppo import Options

Model = Callable[..., tuple[Tensor, ...]]
"""A network, or its compiled form."""


def frontier(mask: Tensor, rows: int, cols: int) -> Tensor:
    """The mask without those cells of the first plane that have no revealed neighbour, [N, A].

    A mask that would lose all its cells (before the first move, or walled in) is left unchanged.
    """
    cells = rows * cols
    hidden = mask[:, :cells].reshape(-1, 1, rows, cols).float()
    done = functional.pad(1.0 - hidden, (1, 1, 1, 1))
    beside = functional.max_pool2d(done, 3, stride=1).reshape(-1, cells) > 0
    restricted = mask.clone()
    restricted[:, :cells] &= beside
    return torch.where(restricted[:, :cells].any(dim=1, keepdim=True), restricted, mask)


class Rows:
    """The rows that play one board, and their rollout buffer."""

    def __init__(
        self, game: Game, count: int, options: Options, network: Network, seed: int | Sequence[int],
        choices: Mapping[str, Any] | None = None, name: str = "",
    ) -> None:  # fmt: skip
        """`name` is that of the board, where its games are counted apart from those of others."""
        self.game, self.count, self.network = game, count, network
        self.board = played_board(game, name)
        self.env = Vector(game, count, seed=seed, **(choices or {}))
        self.watcher = watcher_of(game)
        self.truth = options.truth if options.auxiliary_weight > 0 else ""
        seen = network.inputs(self.env.observations[:1])
        shapes = {name: (tuple(field.shape[1:]), field.dtype) for name, field in seen.items()}
        self.cells = (1, 1)
        if network.auxiliary:
            with torch.no_grad():
                shape = network(seen, True)[2].shape
            self.cells = (int(shape[2]), int(shape[3]))
        require_truth(game, options)
        rooms = self.cells if self.truth else (1, 1)
        self.buffer = RolloutBuffer(count, options.steps_per_env, shapes, game.actions.policy, self.device, rooms)

    @property
    def device(self) -> torch.device:
        """The device of the network, on which everything that it learns from is."""
        return self.network.device

    def seen(self) -> dict[str, Tensor]:
        """The current observations."""
        return self.network.inputs(self.env.observations)

    def mask(self, *, frontier_only: bool) -> Tensor:
        """The legal action mask, [N, A], restricted to the frontier if `frontier_only`.

        All actions where illegal ones are penalised: the policy is to learn what is illegal.
        """
        if self.env.settled.penalise:
            return torch.ones(self.env.mask.shape, dtype=torch.bool, device=self.device)
        mask = torch.from_numpy(self.env.mask.copy()).to(self.device)
        return frontier(mask, *self.cells) if frontier_only else mask

    def labels(self) -> Tensor | None:
        """The true content of hidden cells: NaN in revealed cells, and on boards that are not laid yet."""
        if not self.truth:
            return None
        there = self.env.states[self.truth].reshape(self.count, -1)
        hidden = self.env.mask[:, : there.shape[1]] & there.any(axis=1, keepdims=True)
        labels = np.where(hidden, there, np.nan).astype(np.float32).reshape(self.count, *self.cells)
        return torch.from_numpy(labels).to(self.device)


def require_truth(game: Game, options: Options) -> None:
    """Refuse a field for the auxiliary head to predict that the state does not have."""
    known = game.state_dtype.names or ()
    if options.auxiliary_weight > 0 and options.truth and options.truth not in known:
        raise ConfigError("config_unknown", path="ppo.truth", known=list(known))


def collect(
    rows: Rows, model: Model, options: Options, generator: torch.Generator, played: RolloutStats,
    *, frontier_only: bool, progress: Progress,
) -> Tensor:  # fmt: skip
    """Fill the rows' buffer with the policy's games. Return the values of the states after the last step, [N]."""
    if rows.watcher is not None:
        rows.watcher.clear()
    for step in range(options.steps_per_env):
        seen, mask, labels = rows.seen(), rows.mask(frontier_only=frontier_only), rows.labels()
        logits, values = predict(model, seen, options, rows.device)
        policy = MaskedCategorical(logits, mask)
        actions = policy.sample(generator)
        step_result = step_watched(rows.env, actions.cpu().numpy(), rows.watcher)
        rewards = torch.from_numpy(step_result.rewards.astype(np.float32)).to(rows.device)
        dones = torch.from_numpy(rows.env.ended.copy()).to(rows.device)
        rows.buffer.add(seen, actions, policy.log_prob(actions), rewards, dones, values, mask, labels)
        played.add(rows.env, step_result, rows.board)
        progress(step + 1, options.steps_per_env, {"rollout": step + 1})
    return predict(model, rows.seen(), options, rows.device)[1]


def predict(model: Model, seen: Mapping[str, Tensor], options: Options, device: torch.device) -> tuple[Tensor, Tensor]:
    """Return logits and values in float32, in the micro-batches of an update, so that only the weights differ."""
    size = options.micro_batch
    count = len(next(iter(seen.values())))
    outputs = []
    with torch.no_grad(), cast(device, options.precision):
        for start in range(0, count, size):
            outputs.append(model({name: field[start : start + size] for name, field in seen.items()}))
    logits, values = (torch.cat([output[part] for output in outputs]).float() for part in (0, 1))
    return logits, values
