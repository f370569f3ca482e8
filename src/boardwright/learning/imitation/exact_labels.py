"""Exact labels: the teacher of a game whose labels are computed, not estimated, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardwright.arena.accuracy import Solve, final_outcome, solved_outcome
from boardwright.core.errors import AgentError
from boardwright.core.game import Game, Mask
from boardwright.core.record import TERMINAL, Array
from boardwright.learning.imitation.collection import teacher_of

HIDDEN = {
    "best": "the good actions by the exact chances, as the teacher computes them",
    "chances": "the exact probability that each hidden cell holds something, as a half float; NaN where none is known",
    "truth": "what each cell truly holds",
}
"""The meaning of the labels of a game that declares `Learning.hidden`."""

SOLVED = {
    "best": "every action that keeps the exact outcome of the position",
    "chances": "none: NaN",
    "truth": "none: 0",
}
"""The meaning of the labels of a game that declares `Search.solve`."""


@dataclass(frozen=True)
class ExactLabels:
    """A teacher with exact labels. `truth` is a field of the state, or empty; `meaning` says what each label is."""

    teacher: Any
    exact_by: str
    truth: str
    meaning: Mapping[str, str]


def exact_labels(game: Game) -> ExactLabels:
    """The exact labels of a game: its probabilities of hidden cells, or else its solver. Raises where it has none."""
    hidden, solve = game.definition.learning.hidden, game.definition.search.solve
    if hidden is not None:
        return ExactLabels(teacher_of(hidden.exact, game), hidden.exact, hidden.field, HIDDEN)
    if solve is not None:
        return ExactLabels(SolvedMoves(game, solve), "solve", "", SOLVED)
    raise AgentError("dataset_teacher", game=game.name)


class SolvedMoves:
    """Labels positions with every action that keeps the outcome, by the game's solver."""

    def __init__(self, game: Game, solve: Solve) -> None:
        self._game, self._solve = game, solve

    def teach_states(self, states: Array, masks: Mask) -> tuple[Mask, Array]:
        """Return good actions [N, A], and probabilities that are all NaN, [N, 1, 1]."""
        best = np.zeros(masks.shape, np.bool_)
        for row, mask in enumerate(masks):
            outcomes = {
                int(action): self._outcome(states[row : row + 1], int(action)) for action in np.flatnonzero(mask)
            }
            most = max(outcomes.values())
            best[row, [action for action, outcome in outcomes.items() if outcome == most]] = True
        return best, np.full((len(states), 1, 1), np.nan, np.float32)

    def _outcome(self, state: Array, action: int) -> int:
        player, after = int(state["to_move"][0]), self._game.apply(state, action)
        if after["to_move"][0] == TERMINAL:
            return final_outcome(after, player)
        return solved_outcome(self._game, self._solve, after, player)
