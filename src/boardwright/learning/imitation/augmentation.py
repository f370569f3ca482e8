"""Augmentation of batches by a board's symmetries: a transformed position has its labels transformed alike."""

from __future__ import annotations

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.learning.imitation.dataset import Labelled


class Augmenter:
    """The permutations of fields, actions and cells under each symmetry of a game, if it tells some of an observation.

    The first symmetry, the identity, is one of them: it changes no field, and so it names none.
    """

    def __init__(self, game: Game) -> None:
        self._permutations = []
        if not any(symmetry.observation for symmetry in game.symmetries):
            return
        for number, symmetry in enumerate(game.symmetries):
            if number and not symmetry.observation:
                continue  # of states alone: nobody says what happens to an observation
            actions = np.argsort(np.asarray(symmetry.actions))[: game.actions.policy]
            fields = {name: np.argsort(np.asarray(moves).reshape(-1)) for name, moves in symmetry.observation.items()}
            self._permutations.append((actions, fields))

    def augment(self, batch: Labelled, rng: np.random.Generator) -> Labelled:
        """Apply one random symmetry to the whole batch."""
        if not self.known:
            return batch
        observations, actions, fields = self.drawn(batch.observations, rng)
        # The cells of labels are laid out as in the first field that is a board.
        cells = next(iter(fields.values()), None)
        chances, truth = batch.chances, batch.truth
        if cells is not None and chances[0].size == cells.size:
            chances, truth = _permuted(chances, cells), _permuted(truth, cells)
        return Labelled(observations, batch.masks[:, actions], batch.best[:, actions], chances, truth)

    @property
    def known(self) -> int:
        """The number of symmetries."""
        return len(self._permutations)

    def drawn(self, observations: Array, rng: np.random.Generator) -> tuple[Array, Array, dict[str, Array]]:
        """Apply one random symmetry to observations. Return them, and the sources of actions and of fields."""
        actions, fields = self._permutations[int(rng.integers(len(self._permutations)))]
        moved = observations.copy()
        for name, source in fields.items():
            moved[name] = _permuted(observations[name], source)
        return moved, actions, fields


def _permuted(values: Array, source: Array) -> Array:
    result: Array = values.reshape(len(values), -1)[:, source].reshape(values.shape)
    return result
