"""Random episodes of an environment, to be played again up to any action."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from boardwright.core import config
from boardwright.foreign.environment import Environment


class Effort(config.Settings):
    """The effort of the laws for environments; configs/check_env.yaml documents each key."""

    seed: int
    games: int
    states: int
    actions: int
    steps: int


def effort(quick: bool = False) -> Effort:
    """The effort of `boardwright check --env`."""
    return config.validate(Effort, config.read(config.SHIPPED, "check_env")["quick" if quick else "full"])


@dataclass(frozen=True)
class Episode:
    """A seed and the actions of an episode; `over` where it came to its end in the steps that it was given."""

    seed: int
    actions: tuple[int, ...]
    over: bool

    def play(self, env: Environment, plies: int | None = None) -> None:
        """Play the episode again, or its first plies."""
        env.begin(self.seed)
        for action in self.actions[:plies]:
            env.act(action)


@dataclass
class Cases:
    """Random episodes, played once each, and the generator of the law that is tried."""

    env: Environment
    effort: Effort
    episodes: list[Episode] = field(default_factory=list)
    forbidding: list[tuple[int, int]] = field(default_factory=list)
    """The episodes by number, and the plies after which the mask forbade something."""
    rng: np.random.Generator = field(default_factory=np.random.default_rng)

    def reseed(self, purpose: str) -> None:
        """Begin the random numbers of a law, whichever laws were tried before."""
        self.rng = np.random.default_rng([self.effort.seed, zlib.crc32(purpose.encode())])

    def play(self, number: int) -> Iterator[list[int]]:
        """Play a random episode and keep it. Yields the actions so far, before each."""
        rng = np.random.default_rng([self.effort.seed, number])
        actions: list[int] = []
        self.env.begin(number)
        while self.env.mover is not None and len(actions) < self.effort.steps:
            yield actions
            mask = self.env.mask()
            legal = np.flatnonzero(mask)
            if not legal.size:
                break
            if not mask.all():
                self.forbidding.append((len(self.episodes), len(actions)))
            actions.append(int(rng.choice(legal)))
            self.env.act(actions[-1])
        self.episodes.append(Episode(number, tuple(actions), self.env.mover is None))

    def sample(self) -> Iterator[tuple[Episode, int]]:
        """Episodes with a number of plies before their end, at random: states in which somebody is to act."""
        playable = [episode for episode in self.episodes if episode.actions]
        for number in range(self.effort.states if playable else 0):
            episode = playable[number % len(playable)]
            yield episode, int(self.rng.integers(len(episode.actions)))

    def sample_forbidding(self) -> Iterator[tuple[Episode, int]]:
        """Episodes with a number of plies after which an action is illegal, at random."""
        order = self.rng.permutation(len(self.forbidding))[: self.effort.states].tolist()
        for number, plies in (self.forbidding[i] for i in order):
            yield self.episodes[number], plies
