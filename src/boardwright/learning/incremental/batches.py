"""Batches of scored positions, each from the side of the player to move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from boardwright.agents.incremental_model import SWAP, action_places, facet_of, swapped
from boardwright.core.facets import FEATURE_BITS as BITS
from boardwright.core.game import Game
from boardwright.learning.incremental.positions import ScoredPositions, outcome

MIRROR = "Mirror"
"""The symmetry that half of the batches are seen in, where the game names it."""


class Batch(NamedTuple):
    """Positions to learn from, [N]."""

    own: Tensor
    """The features as the player to move sees them, [N, K], filled with their number."""
    evaluations: Tensor
    """The game's evaluation, in logits."""
    targets: Tensor
    """The share of points to foretell."""
    actions: Tensor
    masks: Tensor
    """The legal action mask, [N, A]."""

    def to(self, device: torch.device) -> Batch:
        """The same positions on a device."""
        return Batch(*(part.to(device) for part in self))


class Batches:
    """All positions of some games. Player 1's are turned, so that the network sees one side only."""

    def __init__(self, game: Game, seen: ScoredPositions, unit: float, search_share: float) -> None:
        images = facet_of(game).symmetries(game.configs[0])
        count = game.actions.policy
        second = seen.players == 1
        turned = action_places(game, SWAP)
        self._own = indices(seen.words, second, swapped(game))
        self._actions = seen.actions.astype(np.int64)
        self._actions[second] = turned[self._actions[second]]
        self._masks, self._bits = seen.masks, count
        self._second, self._turned = second, np.argsort(turned)
        self._evaluations = (seen.evaluations / unit).astype(np.float32)
        shares = search_share * outcome(seen.values, unit) + (1 - search_share) * (seen.returns + 1) / 2
        self._targets = shares.astype(np.float32)
        known = MIRROR in images
        self._mirror = np.append(images[MIRROR], BITS * seen.words.shape[1]) if known else None
        self._mirrored_actions = action_places(game, MIRROR)

    def __len__(self) -> int:
        return len(self._targets)

    def take(self, rows: npt.NDArray[np.int64], *, mirrored: bool = False) -> Batch:
        """Some of the positions, mirrored if that is asked for and the game knows how."""
        own, actions = self._own[rows].astype(np.int64), self._actions[rows]
        masks = np.unpackbits(self._masks[rows], axis=1, count=self._bits).astype(np.bool_)
        second = self._second[rows]
        masks[second] = masks[second][:, self._turned]
        if mirrored and self._mirror is not None:
            own, actions = self._mirror[own], self._mirrored_actions[actions]
            masks = masks[:, np.argsort(self._mirrored_actions)]
        parts = (own, self._evaluations[rows], self._targets[rows], actions, masks)
        return Batch(*(torch.from_numpy(part) for part in parts))

    def all(self, size: int) -> Iterator[Batch]:
        """Every position once, in order."""
        for first in range(0, len(self), size):
            yield self.take(np.arange(first, min(first + size, len(self))))


def indices(
    words: npt.NDArray[np.int64], second: npt.NDArray[np.bool_], images: npt.NDArray[np.int64]
) -> npt.NDArray[np.int32]:
    """The features that are on, [N, K]; in `second` rows their images. Rows with fewer are filled with their number."""
    count = BITS * words.shape[1]
    widest = int(np.bitwise_count(words).sum(axis=1).max())
    out = np.full((len(words), widest), count, np.int32)
    filled = np.zeros(len(words), np.int64)
    for at in range(words.shape[1]):
        for place in range(BITS):
            rows = np.flatnonzero((words[:, at] >> place) & 1)
            index = at * BITS + place
            out[rows, filled[rows]] = np.where(second[rows], images[index], index)
            filled[rows] += 1
    return out
