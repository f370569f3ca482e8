"""The average of a network's weights over the latest steps: what plays and is kept, since it wavers less."""

from __future__ import annotations

import copy

import torch

from boardwright.learning.networks import Network


class Average:
    """A second network that follows the first one: each step it keeps `share` of itself. With 0 it is the first."""

    def __init__(self, network: Network, share: float) -> None:
        self._followed, self._share = network, share
        self.network = network if share == 0 else copy.deepcopy(network).requires_grad_(False)
        self.steps = 0

    def update(self) -> None:
        """After a step. At first the average is short, so that it does not keep the beginning for long."""
        self.steps += 1
        if self._share == 0:
            return
        share = min(self._share, self.steps / (self.steps + 9))
        with torch.no_grad():
            for mine, theirs in zip(self.network.parameters(), self._followed.parameters()):
                mine.lerp_(theirs, 1 - share)
