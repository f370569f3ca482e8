"""Exponential moving average (EMA) of a network's weights, which plays and is saved, since it varies less."""

from __future__ import annotations

import copy

import torch

from boardwright.learning.networks import Network


class EMA:
    """A second network with the EMA of a network's weights; `share` is the decay. With 0 it is the same network."""

    def __init__(self, network: Network, share: float) -> None:
        self._source, self._share = network, share
        self.network = network if share == 0 else copy.deepcopy(network).requires_grad_(False)
        self.steps = 0

    def update(self) -> None:
        """Update after an optimizer step. The decay starts low, so that the initial weights fade quickly."""
        self.steps += 1
        if self._share == 0:
            return
        share = min(self._share, self.steps / (self.steps + 9))
        with torch.no_grad():
            for average, weights in zip(self.network.parameters(), self._source.parameters()):
                average.lerp_(weights, 1 - share)
