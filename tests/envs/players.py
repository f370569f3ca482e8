"""Opponents in Python for vectors, and the bytes of a vector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from boardwright.core.agent import Plain, Turn
from boardwright.envs import Vector


class First(Plain):
    """Plays the first legal action."""

    def act(self, turn: Turn) -> int:
        return turn.legal_actions[0]


class Scripted(Plain):
    """Plays the given actions in order."""

    def __init__(self, *answers: int) -> None:
        self.answers: Iterator[int] = iter(answers)

    def act(self, turn: Turn) -> int:
        return next(self.answers)


class Together(First):
    """Acts once for all rows, with draws."""

    def __init__(self) -> None:
        self.batch_sizes: list[int] = []

    def act_batch(self, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
        self.batch_sizes.append(len(masks))
        return np.argmax(masks * rng.random(masks.shape), axis=1)


def contents(vector: Vector, rows: slice = slice(None)) -> list[bytes]:
    """The bytes of all arrays of a vector, for some rows."""
    parts = (vector.states, vector.seats, vector.mask, vector.observations, vector.ended, vector.final)
    return [part[rows].tobytes() for part in (*parts, vector.final_observations, vector.final_seats)]
