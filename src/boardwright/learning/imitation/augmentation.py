"""Batches turned by a board's symmetries: the same position seen from another side has the same labels, turned."""

from __future__ import annotations

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.imitation.dataset import Labelled


class Turner:
    """Where fields, actions and cells go under each symmetry of a game that moves cells of its observation."""

    def __init__(self, game: Game) -> None:
        self._found = []
        for each in game.symmetries:
            actions = np.argsort(np.asarray(each.actions))[: game.actions.policy]
            fields = {
                name: np.argsort(np.asarray(moves).reshape(-1)) for name, moves in (each.observation or {}).items()
            }
            self._found.append((actions, fields))

    def turn(self, batch: Labelled, rng: np.random.Generator) -> Labelled:
        """The batch, all of it turned one way."""
        if not self._found:
            return batch
        actions, fields = self._found[int(rng.integers(len(self._found)))]
        observations = batch.observations.copy()
        for name, source in fields.items():
            observations[name] = _turned(batch.observations[name], source)
        # Cells of labels lie as those of the first field that is a board.
        cells = next(iter(fields.values()), None)
        chances, truth = batch.chances, batch.truth
        if cells is not None and chances[0].size == cells.size:
            chances, truth = _turned(chances, cells), _turned(truth, cells)
        return Labelled(observations, batch.masks[:, actions], batch.best[:, actions], chances, truth)


def _turned(values: Array, source: Array) -> Array:
    found: Array = values.reshape(len(values), -1)[:, source].reshape(values.shape)
    return found
