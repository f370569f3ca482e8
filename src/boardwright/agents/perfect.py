"""An agent that plays perfectly by retrograde analysis, for games small enough to be solved.

The states below a position are enumerated ply by ply, in batches; then values are backed up from the terminal states. A
layer holds each state once, however many transpositions lead to it.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from boardwright.agents.state_space import children, identities, layers
from boardwright.core.agent import Explanation, Turn
from boardwright.core.config import Settings
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.core.words import Word

WON = 1000.0
"""The value of a return of 1, less a point for each ply until the game is over."""


class Options(Settings):
    """`states`: the most states of a game; `any_size`: accept any game, and count the states below each position."""

    states: Annotated[int, Field(ge=1)]
    any_size: bool


class PerfectAgent:
    """Plays by exact values, which it keeps: the quickest win, the slowest loss, then the lowest index."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.limit = options.states
        self._values: dict[bytes, float] = {}

    def value(self, state: Array) -> float:
        """The value of a state to the player to move; to player 0 once the game is over."""
        key = identities(self.game, state)[0]
        if key not in self._values:
            self._solve(state)
        return self._values[key]

    def scores(self, state: Array) -> dict[int, float]:
        """The value of each legal action to the player to move."""
        self.value(state)  # solves all states below at once, rather than child by child
        actions = np.flatnonzero(self.game.legal_mask(state)[0])
        after = np.repeat(state, len(actions))
        self.game.step(after, actions)
        player = int(state["to_move"][0])
        values = {}
        for row, action in enumerate(actions):
            child = after[row : row + 1]
            sign = 1.0 if max(int(child["to_move"][0]), 0) == player else -1.0
            values[int(action)] = sign * self.value(child)
        return values

    def act(self, turn: Turn) -> int:
        """The best action."""
        return _best(self.scores(turn.position))

    def explain(self, turn: Turn) -> Explanation:
        """The value of every legal action, and the principal variation."""
        scores = self.scores(turn.position)
        line = [_best(scores)]
        state = self.game.apply(turn.position, line[0])
        while state["to_move"][0] != TERMINAL:
            line.append(_best(self.scores(state)))
            state = self.game.apply(state, line[-1])
        best = scores[line[0]]
        code = "reason_wins" if best > 0 else "reason_loses" if best < 0 else "reason_holds"
        # A score is the value of the position after the action.
        ends = {
            action: int(np.sign(worth)) * (round(WON - abs(worth)) + 1) if worth else 0
            for action, worth in scores.items()
        }
        return Explanation(line[0], scores, tuple(line), Word(code, {"plies": len(line)}), ends=ends)

    def _solve(self, root: Array) -> None:
        for layer in reversed(list(layers(self.game, root, limit=self.limit, agent="perfect"))):
            self._evaluate(layer)

    def _evaluate(self, layer: Array) -> None:
        values = np.where(layer["to_move"] == TERMINAL, layer["returns"][:, 0] * WON, -np.inf)
        after, rows, _ = children(self.game, layer)
        known = np.array([self._values[key] for key in identities(self.game, after)])
        if known.size:
            movers = np.maximum(after["to_move"], 0)
            worth = np.where(movers == layer["to_move"][rows], known, -known)
            np.maximum.at(values, rows, worth - np.sign(worth))
        self._values.update(zip(identities(self.game, layer), values.tolist()))


def _best(scores: dict[int, float]) -> int:
    return max(scores, key=lambda action: (scores[action], -action))


def make(game: Game, options: Options) -> PerfectAgent:
    """Return the agent."""
    return PerfectAgent(game, options)
