"""Networks that read observation records: an encoder, then one of the architectures of architectures.py.

A network declares the fields it reads and how (`Reading`): bytes become planes inside it, so that stored observations
stay one byte a cell. Boards of any size go through the same weights. Actions are planes first: all cells of the first
kind, then all of the second, as games number them; a game that numbers them otherwise has a chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

import numpy as np
import torch
from pydantic import Field, model_validator
from torch import Tensor, nn

from boardwright.core.config import Count, Settings, Whole
from boardwright.core.errors import BatchError, ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning import readings
from boardwright.learning.architectures import BoardPolicy, CNNPolicy, DensePolicy, ResidualPolicy, UnitsPolicy
from boardwright.learning.readings import Encoder, Fields, Reading


class Units(Settings):
    """A field that is a table of units, one per row: the columns of a unit's cell, and the number of own units.

    Own units come first. All columns are divided by `scale`.
    """

    field: str = Field(description="Field of the observation that is the table of units.")
    col: Whole = Field(description="Column of the table that holds the column of a unit's cell.")
    row: Whole = Field(description="Column of the table that holds the row of a unit's cell.")
    scale: Annotated[float, Field(gt=0)] = Field(description="Divisor of all columns.")
    own: Count = Field(description="Number of own units, which come first.")


class Options(Settings):
    """The section `network` of a recipe. `auto`, `board` and `dense` need no more than a size: the rest follows from
    the game (readings.py), and a model's file has it.

    `board` is a tower over the board, `dense` reads everything as numbers. `auto` is `dense` in a game without secrets
    and chance, where it learns more in the same time (decision 0026), and else `board`, where there is a board.
    """

    kind: Literal["auto", "cnn", "residual", "units", "board", "dense"] = Field(
        description="Architecture; `auto` becomes `board` or `dense`; the other keys of these follow from the game."
    )
    hidden: Annotated[int, Field(ge=8, multiple_of=8)] = Field(
        description="Channels of a convolution; fully connected layers are wider in proportion."
    )
    blocks: Count = Field(description="Residual blocks; `cnn` has none.")
    reads: dict[str, Reading] = Field(
        default_factory=dict,
        description="Encoding of each field of the observation; for `cnn`, `residual` and `units`.",
    )
    action_planes: Whole = Field(default=0, description="Actions of each cell, for `cnn`, `residual` and `units`.")
    other_actions: Whole = Field(default=0, description="Actions of no cell, for `residual` and `units`.")
    actions: Whole = Field(default=0, description="Number of actions, for `board` and `dense` in a model's file.")
    units: Units | None = Field(default=None, description="Table of units, for `units` alone.")

    @model_validator(mode="after")
    def _complete(self) -> Options:
        by_planes = self.kind in {"cnn", "residual", "units"}
        found = self.kind in {"board", "dense"} and bool(self.reads)
        needed = {
            "units": (self.units is not None, self.kind == "units"),
            "reads": (bool(self.reads), by_planes or found),
            "action_planes": (self.action_planes > 0, by_planes),
            "actions": (self.actions > 0, found),
        }
        wrong = [name for name, (given, wanted) in needed.items() if given != wanted]
        if wrong:
            raise ValueError(f"{', '.join(wrong)}, of the kind {self.kind}")
        return self


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
        self.auxiliary = options.kind in {"cnn", "residual"}
        self.chart = None if chart is None else [int(output) for output in chart]
        self.charted: Tensor
        self.register_buffer("charted", torch.tensor(self.chart or []), persistent=False)
        planes, numbers = self.encoder.planes, self.encoder.numbers
        if planes == 0 and options.kind != "dense":
            found = list(options.reads)
            raise ConfigError("config_value", path="network.reads", value=found, expected="channels | planes")
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
        elif options.kind == "board":
            size = (options.hidden, options.blocks, options.actions)
            self.body = BoardPolicy(planes, numbers, self.encoder.board, *size)
        elif options.kind == "dense":
            self.body = DensePolicy(numbers, options.hidden, options.blocks, options.actions)
        else:
            self.body = ResidualPolicy(planes, numbers, *sizes)

    @property
    def fields(self) -> list[str]:
        """The fields of an observation that the network reads, in order."""
        return [*self.options.reads, *([self.options.units.field] if self.options.units else [])]

    @property
    def device(self) -> torch.device:
        """The device of the weights, on which the network wants its inputs."""
        return next(self.parameters()).device

    def inputs(self, observations: Array) -> dict[str, Tensor]:
        """Copy the fields of observations that the network reads to its device."""
        return {name: field.to(self.device) for name, field in fields_of(observations, self.fields).items()}

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
        elif isinstance(self.body, DensePolicy):
            outputs = self.body(numbers)
        elif isinstance(self.body, BoardPolicy):
            outputs = self.body(planes, numbers)
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
        """Sample an action per row, [B], by the Gumbel-max trick: exact, with one draw per action.

        The generator may be on another device than the logits.
        """
        drawn = torch.rand(self.logits.shape, generator=generator, device=generator.device)
        noise = drawn.to(self.logits.device)
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
    if not options.reads:
        by_numbers = options.kind == "dense" or (options.kind == "auto" and _open(game))
        reads = readings.numbers(game) if by_numbers else readings.automatic(game)
        kind = "board" if any(reading.numbers is None for reading in reads.values()) else "dense"
        if options.kind not in {"auto", kind}:
            raise ConfigError("config_value", path="network.kind", value=options.kind, expected=f"auto | {kind}")
        found = {"kind": kind, "reads": reads, "actions": game.actions.policy}
        options = Options.model_validate({**options.model_dump(), **found})
    # The other architectures have no chart: their outputs are in the order of the actions.
    network = Network(options, shapes_of(game), chart_of(game) if options.units else None)
    with torch.no_grad():
        logits = network(network.inputs(np.zeros(1, game.observation_dtype)))[0]
    if logits.shape[1] != game.actions.policy:
        params = {"path": "network.action_planes", "value": logits.shape[1], "expected": game.actions.policy}
        raise ConfigError("config_value", **params)
    return network


def _open(game: Game) -> bool:
    """Whether nothing is hidden and nothing left to chance. What is hidden is inferred from the cells around it."""
    return game.definition.perfect_information and not game.has_chance


def fields_of(observations: Array, reads: Iterable[str]) -> dict[str, Tensor]:
    """Copy the fields that a network reads into tensors on the CPU."""
    return {name: torch.from_numpy(np.ascontiguousarray(observations[name])) for name in reads}
