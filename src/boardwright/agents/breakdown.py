"""An evaluation as the sum of its factors: each is the evaluation with the weights of all others at 0."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word


class Factor(NamedTuple):
    """A factor of an evaluation, and what it adds for a player."""

    title: Word
    value: float


def breakdown(game: Game, state: Array, player: int, weights: Array | None = None) -> tuple[Factor, ...]:
    """The factors of a state for a player, by these weights (by default the standard ones). They add up to the value.

    Empty where the game declares no factors. A factor whose weights are all 0 is left out.
    """
    whole = game.weights() if weights is None else weights
    found = []
    for name, own in game.definition.search.factors.items():
        if not any(whole[weight][0] for weight in own):
            continue
        alone = np.zeros_like(whole)
        for weight in (*own, *_shapes(game)):
            alone[weight] = whole[weight]
        found.append(Factor(Word(f"{game.name}.factor.{name}"), float(game.evaluate(state, player, alone)[0])))
    return tuple(found)


def _shapes(game: Game) -> list[str]:
    """The weights of factors after the first of each, which shape it and add nothing by themselves."""
    return [weight for own in game.definition.search.factors.values() for weight in own[1:]]
