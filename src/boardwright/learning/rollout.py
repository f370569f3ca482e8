"""What a policy did and what came of it: steps of many environments, their advantages, and minibatches of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Batch:
    """A minibatch. `auxiliary_labels` are not a number where the auxiliary loss does not count, [B, H, W]."""

    obs: Mapping[str, Tensor]
    action_mask: Tensor
    actions: Tensor
    old_logp: Tensor
    values: Tensor
    advantages: Tensor
    returns: Tensor
    auxiliary_labels: Tensor

    def __len__(self) -> int:
        return len(self.actions)

    def split(self, size: int) -> Iterator[Batch]:
        """The same rows in pieces of at most `size`."""
        for start in range(0, len(self), size):
            rows = slice(start, start + size)
            yield Batch({name: field[rows] for name, field in self.obs.items()}, *(each[rows] for each in self._rest()))

    def _rest(self) -> tuple[Tensor, ...]:
        return (
            self.action_mask,
            self.actions,
            self.old_logp,
            self.values,
            self.advantages,
            self.returns,
            self.auxiliary_labels,
        )


class RolloutBuffer:
    """Steps of `num_envs` rows, kept where they were put: bytes of observations stay bytes.

    `obs_shape` has the fields of an observation with their shapes and types. `masks` are those that were acted on,
    with whatever the trainer took away from the legal ones.
    """

    def __init__(
        self,
        num_envs: int,
        steps: int,
        obs_shape: Mapping[str, tuple[tuple[int, ...], torch.dtype]],
        action_dim: int,
        device: str,
        cells: tuple[int, int] = (1, 1),
    ) -> None:
        self.num_envs, self.steps, self.device = num_envs, steps, device
        size = (steps, num_envs)

        def room(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*size, *shape, dtype=dtype, device=device)

        self.obs = {name: room(*shape, dtype=dtype) for name, (shape, dtype) in obs_shape.items()}
        self.masks = room(action_dim, dtype=torch.bool)
        self.actions = room(dtype=torch.int64)
        self.logp, self.rewards, self.values, self.advantages, self.returns = (room() for _ in range(5))
        self.dones = room(dtype=torch.bool)
        self.auxiliary_labels = room(*cells)
        self.at = 0

    def add(
        self,
        obs: Mapping[str, Tensor],
        actions: Tensor,
        logp: Tensor,
        rewards: Tensor,
        dones: Tensor,
        values: Tensor,
        masks: Tensor,
        auxiliary_labels: Tensor | None = None,
    ) -> None:
        """One step of every row. `dones` says whether the step ended a game: what follows belongs to another one."""
        for name, field in self.obs.items():
            field[self.at] = obs[name]
        for room, given in (
            (self.actions, actions),
            (self.logp, logp),
            (self.rewards, rewards),
            (self.dones, dones),
            (self.values, values),
            (self.masks, masks),
        ):
            room[self.at] = given
        self.auxiliary_labels[self.at] = torch.nan if auxiliary_labels is None else auxiliary_labels
        self.at += 1

    def compute_gae(self, last_values: Tensor, gamma: float = 0.995, lam: float = 0.95) -> None:
        """Generalised advantage estimates, backwards; `last_values` [N] are of what follows the last step.

        A step that ended a game is worth its reward: nothing follows. A game that a limit cut off counts as ended, too,
        since at the limit its return is 0 by the rules.
        """
        running = torch.zeros_like(last_values)
        following = last_values
        for step in range(self.steps - 1, -1, -1):
            goes_on = (~self.dones[step]).float()
            delta = self.rewards[step] + gamma * following * goes_on - self.values[step]
            running = delta + gamma * lam * goes_on * running
            self.advantages[step] = running
            following = self.values[step]
        self.returns = self.advantages + self.values
        self.at = 0

    def get_minibatches(self, batch_size: int, generator: torch.Generator) -> Iterator[Batch]:
        """All steps once, in an order of the generator's; the last minibatch may be smaller."""
        total = self.steps * self.num_envs
        order = torch.randperm(total, generator=generator).to(self.device)
        obs = {name: field.flatten(0, 1) for name, field in self.obs.items()}
        rest = (self.masks, self.actions, self.logp, self.values, self.advantages, self.returns, self.auxiliary_labels)
        flat = [each.flatten(0, 1) for each in rest]
        for start in range(0, total, batch_size):
            rows = order[start : start + batch_size]
            yield Batch({name: field[rows] for name, field in obs.items()}, *(each[rows] for each in flat))
