"""Networks that read observation records: an encoder, then one of the architectures of architectures.py.

A network declares the fields it reads and how (`Reading`): bytes become planes inside it, so that stored observations
stay one byte a cell. Boards of any size go through the same weights. Actions are planes first: all cells of the first
kind, then all of the second, as games number them; a game that numbers them otherwise has a chart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

import numpy as np
import torch
from pydantic import Field, model_validator
from torch import Tensor, nn

from boardwright.core.config import Settings
from boardwright.core.errors import BatchError, ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.architectures import CNNPolicy, ResidualPolicy, UnitsPolicy

Fields = Mapping[str, Tensor]
"""Observations as tensors, one per field, [B, ...]."""

Count = Annotated[int, Field(ge=1)]


class Reading(Settings):
    """The encoding of a field: exactly one of three.

    `channels`: a board of bytes [H, W] becomes a plane for each list of values, 1 where the byte is one of them.
    `planes`: planes [C, H, W], divided by a number. `numbers`: any field, flattened and divided; every cell sees it.
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


class Units(Settings):
    """A field that is a table of units, one per row: the columns of a unit's cell, and the number of own units.

    Own units come first. All columns are divided by `scale`.
    """

    field: str
    col: Annotated[int, Field(ge=0)]
    row: Annotated[int, Field(ge=0)]
    scale: Annotated[float, Field(gt=0)]
    own: Count


class Options(Settings):
    """The section `network` of a recipe."""

    kind: Literal["cnn", "residual", "units"]
    reads: dict[str, Reading]
    hidden: Annotated[int, Field(ge=8, multiple_of=8)]
    blocks: Count
    action_planes: Count
    other_actions: Annotated[int, Field(ge=0)]
    units: Units | None = None  # of the kind `units` alone

    @model_validator(mode="after")
    def _units_or_not(self) -> Options:
        if (self.kind == "units") != (self.units is not None):
            raise ValueError("units")
        return self


class Encoder(nn.Module):
    """Encodes the fields of an observation as planes [B, C, H, W] and as numbers of the whole board [B, G]."""

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
        """Return the planes and the numbers of all fields, in order."""
        planes, numbers, area = [], [], 1
        for name, reading in self._reads.items():
            field = fields[name]
            if reading.channels is not None:
                table = getattr(self, f"table_{name}")
                rows, cols = field.shape[1:]
                area = rows * cols
                encoded = table.index_select(0, field.reshape(-1).long())
                planes.append(encoded.reshape(-1, rows, cols, table.shape[1]).permute(0, 3, 1, 2))
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


class Network(nn.Module):
    """An encoder and an architecture. Its input is observations alone.

    `chart` maps each action of the game to an output of the architecture (see `Learning.chart`); without one the order
    is the same. `auxiliary` is whether the network has an auxiliary head, which predicts the hidden cells.
    """

    def __init__(
        self, options: Options, shapes: Mapping[str, tuple[int, ...]], chart: Sequence[int] | None = None
    ) -> None:
        super().__init__()
        self.options = options
        self.encoder = Encoder(options.reads, shapes)
        self.auxiliary = options.kind != "units"
        self.chart = None if chart is None else [int(output) for output in chart]
        self.charted: Tensor
        self.register_buffer("charted", torch.tensor(self.chart or []), persistent=False)
        planes, numbers = self.encoder.planes, self.encoder.numbers
        self.body: nn.Module
        sizes = (options.hidden, options.blocks, options.action_planes, options.other_actions)
        if options.kind == "cnn":
            if options.other_actions:
                raise ConfigError("config_value", path="network.other_actions", value=options.other_actions, expected=0)
            # It has no input for numbers of the whole board: they become constant planes.
            self.body = CNNPolicy(planes + numbers, options.hidden, options.action_planes)
        elif options.units is not None:
            table = options.units
            if table.field not in shapes:
                raise ConfigError("config_unknown", path=f"network.units.{table.field}", known=list(shapes))
            self.body = UnitsPolicy(planes, numbers, shapes[table.field][1], table.own, *sizes)
        else:
            self.body = ResidualPolicy(planes, numbers, *sizes)

    @property
    def fields(self) -> list[str]:
        """The fields of an observation that the network reads, in order."""
        return [*self.options.reads, *([self.options.units.field] if self.options.units else [])]

    def forward(self, fields: Fields, return_auxiliary: bool = False) -> tuple[Tensor, ...]:
        """Return logits [B, A], values [B] and, on request, logits of the auxiliary head [B, 1, H, W]."""
        planes, numbers = self.encoder(fields)
        outputs: tuple[Tensor, ...]
        if isinstance(self.body, CNNPolicy):
            if numbers.shape[1]:
                wide = numbers[:, :, None, None].expand(-1, -1, *planes.shape[2:])
                planes = torch.cat([planes, wide], dim=1)
            outputs = self.body(planes, return_auxiliary)
        elif self.options.units is not None:
            table = self.options.units
            units = fields[table.field]
            cols, rows = units[:, :, table.col].long(), units[:, :, table.row].long()
            outputs = self.body(planes, numbers, units.float() / table.scale, cols, rows)
        else:
            outputs = self.body(planes, numbers, return_auxiliary)
        return outputs if self.chart is None else (outputs[0].index_select(1, self.charted), *outputs[1:])


class MaskedCategorical:
    """A categorical distribution over the legal actions, in float32 whatever the precision of the network.

    A masked action has probability 0 and no share in the entropy. A row without a legal action is refused: a uniform
    choice would be an illegal one.
    """

    def __init__(self, logits: Tensor, mask: Tensor) -> None:
        if not bool(mask.any(dim=-1).all()):
            raise BatchError("mask_empty", row=int(torch.argmin(mask.any(dim=-1).int())))
        self.mask = mask
        self.logits = logits.float().masked_fill(~mask, torch.finfo(torch.float32).min)
        self.logp = torch.log_softmax(self.logits, dim=-1)

    def log_prob(self, actions: Tensor) -> Tensor:
        """Log-probabilities of actions, [B]."""
        return self.logp.gather(1, actions.unsqueeze(1)).squeeze(1)

    def entropy(self) -> Tensor:
        """The entropy, [B]: 0 for one legal action, log n for n equal ones."""
        return -torch.where(self.mask, self.logp.exp() * self.logp, 0.0).sum(dim=-1)

    def sample(self, generator: torch.Generator) -> Tensor:
        """Sample an action per row, [B], by the Gumbel-max trick: exact, with one draw per action."""
        noise = torch.rand(self.logits.shape, generator=generator, device=self.logits.device)
        return torch.argmax(self.logits - torch.log(-torch.log(noise.clamp_min(1e-20))), dim=-1)

    def best(self) -> Tensor:
        """The most probable action of each row, [B]; the lowest of equals."""
        return torch.argmax(self.logits, dim=-1)


def shapes_of(game: Game) -> dict[str, tuple[int, ...]]:
    """The shapes of the fields of a game's observations."""
    return {name: game.observation_dtype[name].shape for name in game.layout.observation}


def chart_of(game: Game) -> list[int] | None:
    """The network output of each action, for games that declare a chart."""
    chart = game.definition.learning.chart
    return None if chart is None else [int(output) for output in chart(game.configs[0])]


def build(options: Options, game: Game) -> Network:
    """Build a network for a game. Refused if the number of logits is not the game's number of actions."""
    # The other architectures have no chart: their outputs are in the order of the actions.
    network = Network(options, shapes_of(game), chart_of(game) if options.units else None)
    with torch.no_grad():
        logits = network(fields_of(np.zeros(1, game.observation_dtype), network.fields))[0]
    if logits.shape[1] != game.actions.policy:
        params = {"path": "network.action_planes", "value": logits.shape[1], "expected": game.actions.policy}
        raise ConfigError("config_value", **params)
    return network


def fields_of(observations: Array, reads: Iterable[str]) -> dict[str, Tensor]:
    """Copy the fields that a network reads into tensors."""
    return {name: torch.from_numpy(np.ascontiguousarray(observations[name])) for name in reads}
