"""Statistics of a rollout: win rates, also per opponent, board and density; shares of counters, mean reward."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from boardwright.arena.varied_boards import variant_labels
from boardwright.core.game import Game, Mask
from boardwright.core.record import OK
from boardwright.envs.opponents import Pool
from boardwright.envs.vector import Step, Vector

ALL = ""
"""The key that counts all games together."""

ON = "on_"
"""How the keys begin that count the games of a board."""


@dataclass(frozen=True)
class PlayedBoard:
    """The keys that count each variant of a board's game, and its totals of the counters that have one."""

    keys: list[list[str]]
    totals: list[dict[str, int]]


def played_board(game: Game, name: str = "") -> PlayedBoard:
    """The board of some rows. Without a name its games are counted under no key of their own."""
    labels = variant_labels(name, game) if name else [[] for _ in game.configs]
    totals = [dict(game.definition.layout(settings).totals) for settings in game.configs]
    return PlayedBoard([[f"{ON}{label}" for label in of_variant] for of_variant in labels], totals)


class RolloutStats:
    """Accumulates the steps of a vector environment into a row of metrics."""

    def __init__(self) -> None:
        self.steps, self.refused, self.reward = 0, 0, 0.0
        self.penalised = False
        self._games, self._won = Counter[str](), Counter[str]()
        self._shares: dict[str, dict[str, float]] = {}

    def add(self, env: Vector, step: Step, board: PlayedBoard | None = None) -> None:
        """Add the step that a vector environment has just made."""
        self.steps += env.n
        self.refused += int((env.reasons != OK).sum())
        self.penalised |= env.settled.penalise
        self.reward += float(step.rewards.sum())
        won = env.final["returns"][env.ended, env.final_seats[env.ended]] > 0
        self._count(ALL, won)
        opponent = env.settled.opponent
        if isinstance(opponent, Pool):
            opponents = env.final_opponents[env.ended]
            for number in np.unique(opponents):
                self._count(opponent.members[number].text, won[opponents == number])
        if board is not None and len(won):
            self._count_board(env, won, board)

    def merge(self, other: RolloutStats) -> None:
        """Add the steps of another vector environment, counted elsewhere."""
        self.steps += other.steps
        self.refused += other.refused
        self.penalised |= other.penalised
        self.reward += other.reward
        self._games.update(other._games)
        self._won.update(other._won)
        for counter, shares in other._shares.items():
            for key, share in shares.items():
                self._add_share(counter, key, share)

    def row(self) -> dict[str, float]:
        """Win rates, the number of games, decisions in a game, the mean reward, the rate of illegal actions, shares.

        Illegal actions are counted where they are penalised. Elsewhere the policy is masked, and there is no rate.
        """
        rates = {name: self._won[name] / max(games, 1) for name, games in self._games.items()}
        games = self._games[ALL]
        return {
            "rollout_win_rate": rates.pop(ALL, 0.0),
            "rollout_games": float(games),
            **({"decisions": self.steps / games} if games else {}),
            "reward": self.reward / max(self.steps, 1),
            **({"invalid_rate": self.refused / max(self.steps, 1)} if self.penalised else {}),
            **{f"rollout_win_rate_{name}": rate for name, rate in sorted(rates.items())},
            **{
                f"rollout_{counter}_share{f'_{key}' if key else ''}": share / self._games[key]
                for counter, shares in self._shares.items()
                for key, share in sorted(shares.items())
            },
        }

    def _count(self, name: str, won: Mask) -> None:
        self._games[name] += len(won)
        self._won[name] += int(won.sum())

    def _count_board(self, env: Vector, won: Mask, board: PlayedBoard) -> None:
        """Count the games that ended by the keys of their variants, and their counters by the totals of these."""
        final, seats = env.final[env.ended], env.final_seats[env.ended]
        for variant in np.unique(final["variant"]):
            there = final["variant"] == variant
            keys, totals = board.keys[variant], board.totals[variant]
            for key in keys:
                self._count(key, won[there])
            for counter, most in totals.items():
                column = env.game.layout.tally.index(counter)
                share = float(final["tally"][there, seats[there], column].sum()) / most
                for key in (ALL, *keys):
                    self._add_share(counter, key, share)

    def _add_share(self, counter: str, key: str, share: float) -> None:
        shares = self._shares.setdefault(counter, {})
        shares[key] = shares.get(key, 0.0) + share
