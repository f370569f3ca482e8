"""The rollout buffer: steps of many environments, their advantages (GAE), and minibatches of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from boardwright.core.record import Array

OBSERVED = "obs."
"""The prefix of an observation's fields among the columns of a buffer."""


@dataclass(frozen=True)
class Batch:
    """A minibatch. `auxiliary_labels` [B, H, W] are NaN where the auxiliary loss does not count."""

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
            yield Batch(
                {name: field[rows] for name, field in self.obs.items()}, *(tensor[rows] for tensor in self._rest())
            )

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


_WRITTEN = ("masks", "actions", "logp", "rewards", "values", "dones", "auxiliary_labels")


class RolloutBuffer:
    """Steps of `num_envs` rows. Observations keep their dtype: bytes stay bytes.

    `obs_shape` holds the shape and dtype of each field of an observation. `masks` are those that the policy sampled
    from: the legal action mask, less what the trainer masked.
    """

    def __init__(
        self,
        num_envs: int,
        steps: int,
        obs_shape: Mapping[str, tuple[tuple[int, ...], torch.dtype]],
        action_dim: int,
        device: str | torch.device,
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
        """Add one step of every row. `dones` are true where the step ended an episode."""
        for name, field in self.obs.items():
            field[self.at] = obs[name]
        for room, tensor in (
            (self.actions, actions),
            (self.logp, logp),
            (self.rewards, rewards),
            (self.dones, dones),
            (self.values, values),
            (self.masks, masks),
        ):
            room[self.at] = tensor
        self.auxiliary_labels[self.at] = torch.nan if auxiliary_labels is None else auxiliary_labels
        self.at += 1

    def columns(self) -> dict[str, Array]:
        """What `add` has written, [steps, rows, ...] each, as arrays for another process."""
        written = {name: getattr(self, name) for name in _WRITTEN}
        observed = {f"{OBSERVED}{name}": field for name, field in self.obs.items()}
        return {name: tensor.cpu().numpy() for name, tensor in {**observed, **written}.items()}

    @classmethod
    def joined(cls, parts: Sequence[Mapping[str, Array]], device: str | torch.device) -> RolloutBuffer:
        """A buffer with the columns of several parts, their rows in order."""
        columns = {name: torch.cat([torch.from_numpy(part[name]) for part in parts], dim=1) for name in parts[0]}
        observed = {name.removeprefix(OBSERVED): field for name, field in columns.items() if name.startswith(OBSERVED)}
        shapes = {name: (tuple(field.shape[2:]), field.dtype) for name, field in observed.items()}
        steps, rows, actions = columns["masks"].shape
        height, width = columns["auxiliary_labels"].shape[2:]
        buffer = cls(rows, steps, shapes, actions, device, (height, width))
        for name, field in observed.items():
            buffer.obs[name].copy_(field)
        for name in _WRITTEN:
            getattr(buffer, name).copy_(columns[name])
        return buffer

    def compute_gae(self, last_values: Tensor, gamma: float = 0.995, lam: float = 0.95) -> None:
        """Compute generalised advantage estimates (GAE); `last_values` [N] are those of the states after the last step.

        A terminal step does not bootstrap, nor does one that reaches the limit of plies: the rules give its return.
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
        """Yield all steps once, in random order; the last minibatch may be smaller."""
        total = self.steps * self.num_envs
        order = torch.randperm(total, generator=generator, device=generator.device).to(self.device)
        obs = {name: field.flatten(0, 1) for name, field in self.obs.items()}
        rest = (self.masks, self.actions, self.logp, self.values, self.advantages, self.returns, self.auxiliary_labels)
        flat = [tensor.flatten(0, 1) for tensor in rest]
        for start in range(0, total, batch_size):
            rows = order[start : start + batch_size]
            yield Batch({name: field[rows] for name, field in obs.items()}, *(tensor[rows] for tensor in flat))
