"""The network that alpha-beta updates move by move, in torch, and its whole numbers for play."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from boardwright.agents.accumulators import ONE
from boardwright.agents.incremental_model import FORMAT, IncrementalModel, facet_of, swapped
from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.game import Game

WEIGHT = 1024
"""The weight 1.0 of an output in whole numbers."""

MOST = 30.0
"""The largest weight of an output: sums of products over 256 units fit 32 bits."""

HINT = 4.0
"""Steps in the order of moves for each logit of the policy."""


class IncrementalNetwork(nn.Module):
    """One hidden layer over the features of both sides, then a value and a logit for each action."""

    def __init__(self, game: Game, units: int) -> None:
        super().__init__()
        self.count = BITS * facet_of(game).words
        images = torch.from_numpy(np.append(swapped(game), self.count))
        self.register_buffer("swapped", images, persistent=False)
        self.first = nn.EmbeddingBag(self.count + 1, units, mode="sum", padding_idx=self.count)
        self.biases = nn.Parameter(torch.full((units,), 0.5))
        self.value = nn.Linear(2 * units, 1)
        self.policy = nn.Linear(2 * units, game.actions.policy)
        nn.init.normal_(self.first.weight, std=0.05)
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.policy.bias)
        with torch.no_grad():
            self.first.weight[self.count] = 0

    def forward(self, own: Tensor) -> tuple[Tensor, Tensor]:
        """The logit of a win [N], to be added to the evaluation's, and logits of actions [N, A].

        `own` are the features as the player to move sees them, [N, K], filled with `count`.
        """
        swapped: Tensor = self.swapped  # type: ignore[assignment]
        sides = [torch.clamp(self.first(side) + self.biases, 0.0, 1.0) for side in (own, swapped[own])]
        hidden = torch.cat(sides, dim=1)
        return self.value(hidden)[:, 0], self.policy(hidden)

    def clip(self) -> None:
        """Keep the weights within what their whole numbers can hold."""
        with torch.no_grad():
            for layer in (self.value, self.policy):
                layer.weight.clamp_(-MOST, MOST)
            # A unit's sum fits 16 bits with any features on, each weight rounded by at most a half.
            whole = torch.cat([self.first.weight[: self.count], self.biases[None]])
            reach = torch.maximum(whole.clamp(min=0).sum(0), -whole.clamp(max=0).sum(0))
            shrink = ((np.iinfo(np.int16).max - len(whole) / 2) / ONE / reach).clamp(max=1.0)
            self.first.weight.mul_(shrink)
            self.biases.mul_(shrink)

    def quantized(self, game: Game, unit: float, notes: dict[str, Any]) -> IncrementalModel:
        """The network in whole numbers, as it is played. `unit` is one logit in units of the evaluation."""
        one = ONE * WEIGHT
        first = _whole(self.first.weight[: self.count], ONE)
        offset = torch.cat([self.value.bias, self.policy.bias]).detach().cpu().double().numpy() * one
        about = {
            "format": FORMAT, "game": game.name, "version": game.version, "config": game.config, "unit": unit / one,
            "hint": HINT / one, **notes,
        }  # fmt: skip
        units = len(self.biases)
        return IncrementalModel(
            first=first,
            biases=_whole(self.biases, ONE),
            value=_whole(self.value.weight.reshape(2, units), WEIGHT),
            policy=_whole(self.policy.weight.reshape(-1, 2, units), WEIGHT),
            offset=np.rint(offset).astype(np.int64),
            about=about,
        )


def _whole(weights: Tensor, one: int) -> npt.NDArray[np.int16]:
    limits = np.iinfo(np.int16)
    whole: npt.NDArray[np.int16] = np.clip(
        np.rint(weights.detach().cpu().double().numpy() * one), limits.min, limits.max
    ).astype(np.int16)
    return whole


def played(network: IncrementalNetwork, model: IncrementalModel) -> IncrementalNetwork:
    """The network with the weights that its whole numbers stand for, to measure what rounding costs."""
    rounded = copy.deepcopy(network)
    device = network.biases.device

    def there(weights: npt.NDArray[np.float64]) -> Tensor:
        return torch.from_numpy(weights.astype(np.float32)).to(device)  # MPS knows no float64

    one = ONE * WEIGHT
    with torch.no_grad():
        rounded.first.weight[: network.count] = there(model.first / ONE)
        rounded.biases.copy_(there(model.biases / ONE))
        rounded.value.weight.copy_(there(model.value.reshape(1, -1) / WEIGHT))
        rounded.policy.weight.copy_(there(model.policy.reshape(len(model.policy), -1) / WEIGHT))
        rounded.value.bias.copy_(there(model.offset[:1] / one))
        rounded.policy.bias.copy_(there(model.offset[1:] / one))
    return rounded
