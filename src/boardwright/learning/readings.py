"""How a network reads the fields of an observation: as planes over the board, or as numbers of the whole game.

A recipe says it field by field, or leaves it to `automatic`, which decides by the game's bounds and board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Literal

import torch
from pydantic import Field, model_validator
from torch import Tensor, nn
from torch.nn import functional

from boardwright.core import forms
from boardwright.core.config import Settings
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game

Fields = Mapping[str, Tensor]
"""Observations as tensors, one per field, [B, ...]."""

FEW = 16
"""A field of cells with no more values than this is read as a plane for each value, rather than as one shade."""


class Reading(Settings):
    """The encoding of a field: exactly one of three.

    `channels`: a board of bytes [H, W] becomes a plane for each list of values, 1 where the byte is one of them.
    `planes`: planes [C, H, W], divided by a number. `numbers`: any field, flattened and divided; every cell sees it.
    `numbers: area` divides by the number of cells of the board. `shape` says how a field of another shape lies on the
    board, [C, H, W]; where it is smaller than the board it stands in the upper left, or, one column wide, fills rows.
    """

    channels: list[list[Annotated[int, Field(ge=0, le=255)]]] | None = Field(
        default=None, description="A plane for each list of values, 1 where a byte of the board is one of them."
    )
    planes: float | None = Field(default=None, description="Divisor of a field that is planes [C, H, W].")
    numbers: float | Literal["area"] | None = Field(
        default=None, description="Divisor of a field whose numbers every cell sees; `area` is the number of cells."
    )
    shape: Annotated[list[int], Field(min_length=3, max_length=3)] | None = Field(
        default=None, description="How a field of another shape lies on the board, [C, H, W]."
    )

    @model_validator(mode="after")
    def _one(self) -> Reading:
        if sum(way is not None for way in (self.channels, self.planes, self.numbers)) != 1:
            raise ValueError("channels | planes | numbers")
        return self


def automatic(game: Game) -> dict[str, Reading]:
    """Return the readings of all fields of a game: by cells where they have some, else as numbers, each scaled."""
    shape, at = forms.geometry(game)
    # Cells that do not fill the rows one after another have no simple shape.
    regular = at.tolist() == list(range(shape[0] * shape[1]))
    reads = {}
    for field, rule in forms.rules(game).items():
        low, high = forms.bounds(game, field)
        scale = forms.largest(game, field)
        if rule == "whole" or (rule == "cells" and not regular):
            reads[field] = Reading(numbers=scale)
            continue
        size = math.prod(game.observation_dtype[field].shape)
        lies = {"corners": (shape[0] - 1, shape[1] - 1), "rows": (shape[0], 1)}.get(rule, shape)
        placed = [size // math.prod(lies), *lies]
        if low >= 0 and 1 < high < FEW:
            reads[field] = Reading(channels=[[value] for value in range(int(low), int(high) + 1)], shape=placed)
        else:
            reads[field] = Reading(planes=scale, shape=placed)
    return reads


def numbers(game: Game) -> dict[str, Reading]:
    """Return the readings of all fields of a game as numbers, each scaled."""
    return {field: Reading(numbers=forms.largest(game, field)) for field in game.layout.observation}


class Encoder(nn.Module):
    """Encodes the fields of an observation as planes [B, C, H, W] and as numbers of the whole board [B, G]."""

    def __init__(self, reads: Mapping[str, Reading], shapes: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__()
        self._reads = dict(reads)
        self.planes, self.numbers = 0, 0
        placed = [reading.shape for reading in reads.values() if reading.shape is not None]
        self.board = (max((shape[1] for shape in placed), default=0), max((shape[2] for shape in placed), default=0))
        for name, reading in reads.items():
            if name not in shapes:
                raise ConfigError("config_unknown", path=f"network.reads.{name}", known=list(shapes))
            if reading.shape is not None and math.prod(reading.shape) != math.prod(shapes[name]):
                expected = list(shapes[name])
                raise ConfigError("config_value", path=f"network.reads.{name}", value=reading.shape, expected=expected)
            if reading.channels is not None:
                table = torch.zeros(256, len(reading.channels))
                for channel, values in enumerate(reading.channels):
                    table[values, channel] = 1.0
                self.register_buffer(f"table_{name}", table, persistent=False)
                self.planes += len(reading.channels) * (1 if reading.shape is None else reading.shape[0])
            elif reading.planes is not None:
                self.planes += shapes[name][0] if reading.shape is None else reading.shape[0]
            else:
                self.numbers += math.prod(shapes[name])

    def forward(self, fields: Fields) -> tuple[Tensor, Tensor]:
        """Return the planes and the numbers of all fields, in order."""
        planes, numbers, area = [], [], 1
        for name, reading in self._reads.items():
            if reading.numbers is None:
                planes.append(self._spread(self._encoded(name, reading, fields[name]), reading))
                area = planes[-1].shape[2] * planes[-1].shape[3]
        for name, reading in self._reads.items():
            if reading.numbers is not None:
                scale = area if reading.numbers == "area" else reading.numbers
                numbers.append(fields[name].reshape(fields[name].shape[0], -1).float() / scale)
        if not planes:
            known = torch.cat(numbers, dim=1)
            return known.new_zeros(known.shape[0], 0, 1, 1), known
        together = planes[0] if len(planes) == 1 else torch.cat(planes, dim=1)
        return together, torch.cat(numbers, dim=1) if numbers else together.new_zeros(together.shape[0], 0)

    def _encoded(self, name: str, reading: Reading, field: Tensor) -> Tensor:
        """Return a field as planes, [B, C, H, W]."""
        if reading.shape is not None:
            field = field.reshape(-1, *reading.shape)
        if reading.channels is None:
            return field.float() / float(reading.planes or 1.0)
        table = getattr(self, f"table_{name}")
        rows, cols = field.shape[-2:]
        encoded = table.index_select(0, field.reshape(-1).long())
        count = 1 if reading.shape is None else reading.shape[0]
        encoded = encoded.reshape(-1, count, rows, cols, table.shape[1]).permute(0, 1, 4, 2, 3)
        planes: Tensor = encoded.flatten(1, 2)
        return planes

    def _spread(self, planes: Tensor, reading: Reading) -> Tensor:
        """Return planes over the whole board: the rest is 0, but one column fills its rows."""
        if reading.shape is None or tuple(reading.shape[1:]) == self.board:
            return planes
        rows, cols = self.board
        if reading.shape[2] == 1:
            planes = planes.expand(-1, -1, -1, cols)
        return functional.pad(planes, (0, cols - planes.shape[3], 0, rows - planes.shape[2]))
