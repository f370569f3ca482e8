"""Paired comparison of agents on the same single-player games: win rates, and differences from the first agent.

Results on the same games are correlated, so a paired difference has a smaller variance than one of separate games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardwright.agents.spec import Named, named
from boardwright.arena.distinct import game_key
from boardwright.arena.evaluation import shared_out
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.match import Player
from boardwright.arena.processes import matches, require_text
from boardwright.arena.ratings import WinRate, defaults, quantile, win_rate
from boardwright.arena.solo_play import play_solo
from boardwright.arena.tally import points as earned
from boardwright.core import dice
from boardwright.core.agent import decides_for_many
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent

Interval = tuple[float, float, float]
"""An estimate, and the low and high ends of its interval."""


@dataclass
class Comparison:
    """The points of each agent in each game, [P, N]: 1 for a win, a half for a draw, NaN for a game not played.

    `keys` are hashes of the games, [P, N]: where they are equal for every agent, a game repeats another.
    """

    game: Game
    agents: list[str]
    seed: int
    confidence: float
    points: NDArray[np.float64]
    keys: NDArray[np.int64]

    @property
    def complete(self) -> bool:
        """Whether every agent has played every game."""
        return bool(self._all_played.all())

    @property
    def games(self) -> int:
        """The number of games that all agents have played."""
        return int(self._all_played.sum())

    @property
    def distinct(self) -> int:
        """The number of distinct games that all agents have played; the intervals count these."""
        return int(np.unique(self.keys[:, self._all_played], axis=1).shape[1])

    @property
    def _all_played(self) -> NDArray[np.bool_]:
        return np.asarray(np.isfinite(self.points).all(axis=0))

    def share(self, number: int) -> WinRate:
        """The win rate of an agent over the games that all have played."""
        taken = float(self.points[number, self._all_played].sum())
        return win_rate(taken, self.games, self.confidence, distinct=self.distinct)

    def difference(self, number: int) -> Interval:
        """The win rate of an agent less that of the first."""
        return self._paired(number, 1.0, 1.0)

    def ratio(self, number: int) -> Interval | None:
        """The win rate of an agent divided by that of the first; None where that is zero."""
        whole = self.share(0)[0]
        if whole == 0:
            return None
        ratio = self.share(number)[0] / whole
        _, low, high = self._paired(number, ratio, whole)
        return ratio, ratio + low, ratio + high

    def _paired(self, number: int, times: float, unit: float) -> Interval:
        # The mean of an agent's points a game less `times` the first agent's.
        gains = (self.points[number] - times * self.points[0])[self._all_played] / unit
        if not len(gains):
            return 0.0, -1.0, 1.0
        mean = float(gains.mean())
        reach = quantile(self.confidence) * float(gains.std()) / sqrt(self.distinct)
        return mean, mean - reach, mean + reach

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        rows = []
        for number, agent in enumerate(self.agents):
            share, low, high = self.share(number)
            row: dict[str, Any] = {"agent": agent, "share": share, "low": low, "high": high}
            if number:
                row |= {"difference": list(self.difference(number)), "ratio": self.ratio(number)}
            rows.append(row)
        about = {"game": self.game.name, "config": self.game.config, "seed": self.seed, "games": self.games}
        about["distinct"] = self.distinct
        return {**about, "complete": self.complete, "confidence": self.confidence, "agents": rows}


def compare(
    game: Game,
    agents: Sequence[Player],
    episodes: int | None = None,
    seed: int | None = None,
    *,
    any_first: bool = False,
    executor: Executor = IN_PROCESS,
    progress: Progress = silent,
) -> Comparison:
    """Play the same `episodes` games with every agent, in turns; `progress` is called after each. Ctrl-C ends it early.

    With `any_first` the first action is the same for all (see `evaluate`), and so is the hidden state. The executor
    runs the games; results do not depend on it.
    """
    episodes = defaults().games if episodes is None else episodes
    seed = defaults().seed if seed is None else seed
    if game.players != 1:
        raise AgentError("compare_alone", game=game.name, players=game.players)
    if len(agents) < 2:
        raise AgentError("compare_few", found=len(agents))
    shared_out(episodes, game.players)
    dice.usable_seed(seed)
    if executor is not IN_PROCESS:
        require_text(game, agents)
    entered = [named(agent, game) for agent in agents]
    points = np.full((len(entered), episodes), np.nan)
    keys = np.zeros(points.shape, np.int64)
    comparison = Comparison(game, [player.text for player in entered], seed, defaults().confidence, points, keys)
    try:
        playing = {
            row: _played(game, player, episodes, seed, any_first, executor) for row, player in enumerate(entered)
        }
        while playing:
            for row, ends in list(playing.items()):
                ended = next(ends, None)
                if ended is None:
                    del playing[row]
                    continue
                points[row, ended.number], keys[row, ended.number] = ended.points, ended.key
                progress(int(np.isfinite(points).sum()), points.size, {})
    except KeyboardInterrupt:
        pass
    return comparison


class _Played(NamedTuple):
    number: int
    points: float
    key: int


def _played(game: Game, one: Named, episodes: int, seed: int, any_first: bool, executor: Executor) -> Iterator[_Played]:
    """Yield each game as it ends."""
    if decides_for_many(one.agent):
        for ended in play_solo(game, one, episodes, seed, any_first=any_first, executor=executor):
            yield _Played(ended.number, ended.points, ended.key)
        return
    if any_first:
        raise AgentError("evaluate_first", agent=one.text, game=game.name)
    for number, record in enumerate(matches(game, [one.text], seed, executor=executor)([one], range(episodes))):
        yield _Played(number, earned(record, 0), game_key(record, 0)[1])
