"""Networks that read observation records: the seed's small one, and a residual one with a path for the whole board.

A network says which fields it reads and how (`Reads`): bytes become planes inside it, so that what is stored and sent
stays one byte a cell. Boards of any size go through the same weights. Actions are planes first: all cells of the first
kind, then all of the second, as games number them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
import torch
from pydantic import Field, model_validator
from torch import Tensor, nn
from torch.nn import functional

from boardwright.core.config import Settings
from boardwright.core.errors import BatchError, ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array

Fields = Mapping[str, Tensor]
"""Observations as tensors, a field each, [B, ...]."""

Count = Annotated[int, Field(ge=1)]


class Reading(Settings):
    """How a field is read: exactly one of three ways.

    `channels`: a board of bytes [H, W] becomes a plane for each list of values, 1 where the byte is one of them.
    `planes`: planes [C, H, W], divided by a number. `numbers`: anything, flattened and divided; it is known everywhere.
    `numbers: area` divides by the number of cells of the board.
    """

    channels: list[list[Annotated[int, Field(ge=0, le=255)]]] | None = None
    planes: float | None = None
    numbers: float | Literal["area"] | None = None

    @model_validator(mode="after")
    def _one(self) -> Reading:
        if sum(way is not None for way in (self.channels, self.planes, self.numbers)) != 1:
            raise ValueError("channels | planes | numbers")
        return self


class Options(Settings):
    """The section `network` of a recipe."""

    kind: Literal["cnn", "residual"]
    reads: dict[str, Reading]
    hidden: Annotated[int, Field(ge=8, multiple_of=8)]
    blocks: Count
    action_planes: Count
    other_actions: Annotated[int, Field(ge=0)]


class Encoder(nn.Module):
    """Fields of an observation as planes [B, C, H, W] and as numbers of the whole board [B, G]."""

    def __init__(self, reads: Mapping[str, Reading], shapes: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__()
        self._reads = dict(reads)
        self.planes, self.numbers = 0, 0
        for name, reading in reads.items():
            if name not in shapes:
                raise ConfigError("config_unknown", path=f"network.reads.{name}", known=list(shapes))
            if reading.channels is not None:
                table = torch.zeros(256, len(reading.channels))
                for channel, values in enumerate(reading.channels):
                    table[values, channel] = 1.0
                self.register_buffer(f"table_{name}", table, persistent=False)
                self.planes += len(reading.channels)
            elif reading.planes is not None:
                self.planes += shapes[name][0]
            else:
                self.numbers += math.prod(shapes[name])
        if self.planes == 0:
            raise ConfigError("config_value", path="network.reads", value=list(reads), expected="channels | planes")

    def forward(self, fields: Fields) -> tuple[Tensor, Tensor]:
        """The planes of every field in order, and its numbers."""
        planes, numbers, area = [], [], 1
        for name, reading in self._reads.items():
            field = fields[name]
            if reading.channels is not None:
                table = getattr(self, f"table_{name}")
                rows, cols = field.shape[1:]
                area = rows * cols
                found = table.index_select(0, field.reshape(-1).long())
                planes.append(found.reshape(-1, rows, cols, table.shape[1]).permute(0, 3, 1, 2))
            elif reading.planes is not None:
                area = field.shape[2] * field.shape[3]
                planes.append(field.float() / reading.planes)
        for name, reading in self._reads.items():
            if reading.numbers is not None:
                scale = area if reading.numbers == "area" else reading.numbers
                numbers.append(fields[name].reshape(fields[name].shape[0], -1).float() / scale)
        together = planes[0] if len(planes) == 1 else torch.cat(planes, dim=1)
        known = torch.cat(numbers, dim=1) if numbers else together.new_zeros(together.shape[0], 0)
        return together, known


class CNNPolicy(nn.Module):
    """The seed's network: three convolutions, then a head each for the policy, the value and the mines.

    Its logits are planes first, [B, K, H, W] flattened: all reveals, then all flags. (The seed interleaves them.)
    """

    def __init__(self, in_channels: int, hidden: int = 64, action_planes: int = 2) -> None:
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Conv2d(in_channels, 32, 3, padding=1),
            nn.ReLU(),
            nn.GroupNorm(4, 32),
            nn.Conv2d(32, hidden, 3, padding=1),
            nn.ReLU(),
            nn.GroupNorm(8, hidden),
            nn.Conv2d(hidden, hidden, 3, padding=1),
            nn.ReLU(),
        )
        self.policy_head = nn.Conv2d(hidden, action_planes, 1)
        self.value_head = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )
        self.mine_head = nn.Conv2d(hidden, 1, 1)

    def forward(self, x: Tensor, return_mine: bool = False) -> tuple[Tensor, ...]:
        """Logits [B, K * H * W], values [B] and, if asked for, the logits of a mine in every cell [B, 1, H, W]."""
        f = self.backbone(x)
        logits = planes_first(self.policy_head(f))
        value = self.value_head(f).squeeze(-1)
        if return_mine:
            return logits, value, self.mine_head(f)
        return logits, value


class Block(nn.Module):
    """Two convolutions beside a shortcut, and what the whole board says added in between.

    The second convolution begins at zero, so a deep network begins as a shallow one and needs no normalisation, which
    on a processor would cost as much as the convolutions.
    """

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(hidden, hidden, 3, padding=1)
        self.whole = nn.Linear(2 * hidden, hidden)
        self.second = nn.Conv2d(hidden, hidden, 3, padding=1)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)  # type: ignore[arg-type]  # a convolution is given a bias unless told otherwise

    def forward(self, x: Tensor) -> Tensor:
        """[B, F, H, W] to the same."""
        inner = self.first(x) + self.whole(pooled(x))[:, :, None, None]
        return functional.relu(x + self.second(functional.relu(inner)))


class ResidualPolicy(nn.Module):
    """A residual tower. Every block adds what it pools from the whole board, so that far cells are counted, too."""

    def __init__(self, planes: int, numbers: int, hidden: int, blocks: int, action_planes: int, others: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(planes, hidden, 3, padding=1)
        self.known = nn.Linear(numbers, hidden) if numbers else None
        self.blocks = nn.ModuleList(Block(hidden) for _ in range(blocks))
        self.policy_head = nn.Conv2d(hidden, action_planes, 1)
        self.other_head = nn.Linear(2 * hidden, others) if others else None
        self.value_head = nn.Sequential(nn.Linear(2 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.mine_head = nn.Conv2d(hidden, 1, 1)

    def forward(self, x: Tensor, numbers: Tensor, return_mine: bool = False) -> tuple[Tensor, ...]:
        """Logits [B, K * H * W + others], values [B] and, if asked for, logits of the auxiliary head [B, 1, H, W]."""
        f = self.stem(x)
        if self.known is not None:
            f = f + self.known(numbers)[:, :, None, None]
        f = functional.relu(f)
        for block in self.blocks:
            f = block(f)
        whole = pooled(f)
        logits = planes_first(self.policy_head(f))
        if self.other_head is not None:
            logits = torch.cat([logits, self.other_head(whole)], dim=1)
        value = self.value_head(whole).squeeze(-1)
        if return_mine:
            return logits, value, self.mine_head(f)
        return logits, value


class Network(nn.Module):
    """An encoder and a body. What it is given is observations, and nothing else."""

    def __init__(self, options: Options, shapes: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__()
        self.options = options
        self.encoder = Encoder(options.reads, shapes)
        planes, numbers = self.encoder.planes, self.encoder.numbers
        self.body: nn.Module
        if options.kind == "cnn":
            if options.other_actions:
                raise ConfigError("config_value", path="network.other_actions", value=options.other_actions, expected=0)
            # It has no path for numbers of the whole board: they are planes like the others.
            self.body = CNNPolicy(planes + numbers, options.hidden, options.action_planes)
        else:
            sizes = (options.hidden, options.blocks, options.action_planes, options.other_actions)
            self.body = ResidualPolicy(planes, numbers, *sizes)

    def forward(self, fields: Fields, return_mine: bool = False) -> tuple[Tensor, ...]:
        """Logits [B, A], values [B] and, if asked for, logits of the auxiliary head [B, 1, H, W]."""
        planes, numbers = self.encoder(fields)
        if isinstance(self.body, CNNPolicy):
            if numbers.shape[1]:
                wide = numbers[:, :, None, None].expand(-1, -1, *planes.shape[2:])
                planes = torch.cat([planes, wide], dim=1)
            found: tuple[Tensor, ...] = self.body(planes, return_mine)
        else:
            found = self.body(planes, numbers, return_mine)
        return found


class MaskedCategorical:
    """Which legal action, with which probability. In float32 whatever the network computes in.

    A masked action has no probability and no share in the entropy. A row without a legal action is refused: there is
    nothing to choose, and a uniform choice would be an illegal one.
    """

    def __init__(self, logits: Tensor, mask: Tensor) -> None:
        if not bool(mask.any(dim=-1).all()):
            raise BatchError("mask_empty", row=int(torch.argmin(mask.any(dim=-1).int())))
        self.mask = mask
        self.logits = logits.float().masked_fill(~mask, torch.finfo(torch.float32).min)
        self.logp = torch.log_softmax(self.logits, dim=-1)

    def log_prob(self, actions: Tensor) -> Tensor:
        """[B]."""
        return self.logp.gather(1, actions.unsqueeze(1)).squeeze(1)

    def entropy(self) -> Tensor:
        """[B]; of one legal action it is 0, of n equal ones log n."""
        return -torch.where(self.mask, self.logp.exp() * self.logp, 0.0).sum(dim=-1)

    def sample(self, generator: torch.Generator) -> Tensor:
        """An action a row, [B]. The Gumbel trick: exact, and one draw for each action."""
        noise = torch.rand(self.logits.shape, generator=generator, device=self.logits.device)
        return torch.argmax(self.logits - torch.log(-torch.log(noise.clamp_min(1e-20))), dim=-1)

    def best(self) -> Tensor:
        """The likeliest action a row, [B]; the lowest of equals."""
        return torch.argmax(self.logits, dim=-1)


def planes_first(x: Tensor) -> Tensor:
    """[B, K, H, W] to [B, K * H * W], whatever the order in memory."""
    return x.contiguous().flatten(1)


def pooled(x: Tensor) -> Tensor:
    """The mean and the largest value of every plane, [B, 2 * F]."""
    return torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)


def shapes_of(game: Game) -> dict[str, tuple[int, ...]]:
    """The fields of a game's observations with their shapes."""
    dtype = game.observation_dtype
    return {name: dtype[name].shape for name in dtype.names or ()}


def build(options: Options, game: Game) -> Network:
    """A network for a game, refused if its heads do not have an action for each of the game's."""
    network = Network(options, shapes_of(game))
    with torch.no_grad():
        logits = network(fields_of(np.zeros(1, game.observation_dtype), options.reads))[0]
    if logits.shape[1] != game.actions.policy:
        told = {"path": "network.action_planes", "value": logits.shape[1], "expected": game.actions.policy}
        raise ConfigError("config_value", **told)
    return network


def fields_of(observations: Array, reads: Mapping[str, Any]) -> dict[str, Tensor]:
    """The fields that a network reads, as tensors of their own."""
    return {name: torch.from_numpy(np.ascontiguousarray(observations[name])) for name in reads}
