"""Statistics of a rollout: win rates, also per opponent of a pool, mean reward and illegal actions."""

from __future__ import annotations

from collections import Counter

import numpy as np

from boardwright.core.game import Mask
from boardwright.core.record import OK
from boardwright.envs.opponents import Pool
from boardwright.envs.vector import Step, Vector

ALL = ""
"""The key that counts all opponents together."""


class RolloutStats:
    """Accumulates the steps of a vector environment into a row of metrics."""

    def __init__(self) -> None:
        self.steps, self.refused, self.reward = 0, 0, 0.0
        self._games, self._won = Counter[str](), Counter[str]()

    def add(self, env: Vector, step: Step) -> None:
        """Add the step that a vector environment has just made."""
        self.steps += env.n
        self.refused += int((env.reasons != OK).sum())
        self.reward += float(step.rewards.sum())
        won = env.final["returns"][env.ended, env.final_seats[env.ended]] > 0
        self._count(ALL, won)
        opponent = env.settled.opponent
        if isinstance(opponent, Pool):
            opponents = env.final_opponents[env.ended]
            for number in np.unique(opponents):
                self._count(opponent.members[number].text, won[opponents == number])

    def merge(self, other: RolloutStats) -> None:
        """Add the steps of another vector environment, counted elsewhere."""
        self.steps += other.steps
        self.refused += other.refused
        self.reward += other.reward
        self._games.update(other._games)
        self._won.update(other._won)

    def row(self) -> dict[str, float]:
        """Win rates, the number of games, decisions in a game, the mean reward and the rate of illegal actions."""
        rates = {name: self._won[name] / max(games, 1) for name, games in self._games.items()}
        games = self._games[ALL]
        return {
            "rollout_win_rate": rates.pop(ALL, 0.0),
            "rollout_games": float(games),
            **({"decisions": self.steps / games} if games else {}),
            "reward": self.reward / max(self.steps, 1),
            "invalid_rate": self.refused / max(self.steps, 1),
            **{f"rollout_win_rate_{name}": rate for name, rate in sorted(rates.items())},
        }

    def _count(self, name: str, won: Mask) -> None:
        self._games[name] += len(won)
        self._won[name] += int(won.sum())
