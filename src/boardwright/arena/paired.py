"""Agents compared on the same games for one: what each wins, and by how much it differs from the first, pair by pair.

What two agents win of the same games goes up and down together: their difference is known better than by games apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardwright.agents.spec import Named, named
from boardwright.arena.batch_play import play_solo
from boardwright.arena.evaluation import points as earned
from boardwright.arena.evaluation import shared_out
from boardwright.arena.match import Player, play
from boardwright.arena.ratings import WinRate, defaults, quantile, win_rate
from boardwright.core import dice
from boardwright.core.agent import decides_for_many
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent

Interval = tuple[float, float, float]
"""A figure, and where its interval begins and ends."""


@dataclass
class Comparison:
    """The points of each agent in each game: 1 for a win, a half for a draw; not a number where it was not played."""

    game: Game
    agents: list[str]
    seed: int
    confidence: float
    points: NDArray[np.float64]

    @property
    def complete(self) -> bool:
        """Whether everybody has played every game."""
        return bool(self._all_played.all())

    @property
    def games(self) -> int:
        """Games that all of them have played."""
        return int(self._all_played.sum())

    @property
    def _all_played(self) -> NDArray[np.bool_]:
        return np.asarray(np.isfinite(self.points).all(axis=0))

    def share(self, number: int) -> WinRate:
        """What an agent took of the games that all have played."""
        return win_rate(float(self.points[number, self._all_played].sum()), self.games, self.confidence)

    def difference(self, number: int) -> Interval:
        """How much more than the first agent it took."""
        return self._paired(number, 1.0, 1.0)

    def ratio(self, number: int) -> Interval | None:
        """What it took as a share of what the first agent took; None where that is nothing."""
        whole = self.share(0)[0]
        if whole == 0:
            return None
        ratio = self.share(number)[0] / whole
        _, low, high = self._paired(number, ratio, whole)
        return ratio, ratio + low, ratio + high

    def _paired(self, number: int, times: float, unit: float) -> Interval:
        # The mean of what an agent took in a game less some times what the first one took.
        gains = (self.points[number] - times * self.points[0])[self._all_played] / unit
        if not len(gains):
            return 0.0, -1.0, 1.0
        mean = float(gains.mean())
        reach = quantile(self.confidence) * float(gains.std()) / sqrt(len(gains))
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
        return {**about, "complete": self.complete, "confidence": self.confidence, "agents": rows}


def compare(
    game: Game,
    agents: Sequence[Player],
    episodes: int | None = None,
    seed: int | None = None,
    *,
    any_first: bool = False,
    progress: Progress = silent,
) -> Comparison:
    """Have everybody play the same `episodes` games, in turns; `progress` is called after each. Ctrl-C ends it early.

    With `any_first` the first action is given, the same for all (see `evaluate`): then what is hidden is the same, too.
    """
    episodes = defaults().games if episodes is None else episodes
    seed = defaults().seed if seed is None else seed
    if game.players != 1:
        raise AgentError("compare_alone", game=game.name, players=game.players)
    if len(agents) < 2:
        raise AgentError("compare_few", found=len(agents))
    shared_out(episodes, game.players)
    dice.usable_seed(seed)
    entered = [named(agent, game) for agent in agents]
    points = np.full((len(entered), episodes), np.nan)
    found = Comparison(game, [each.text for each in entered], seed, defaults().confidence, points)
    try:
        playing = {row: _played(game, each, episodes, seed, any_first) for row, each in enumerate(entered)}
        while playing:
            for row, ends in list(playing.items()):
                ended = next(ends, None)
                if ended is None:
                    del playing[row]
                    continue
                number, taken = ended
                points[row, number] = taken
                progress(int(np.isfinite(points).sum()), points.size, {})
    except KeyboardInterrupt:
        pass
    return found


def _played(game: Game, one: Named, episodes: int, seed: int, any_first: bool) -> Iterator[tuple[int, float]]:
    """Number and points of each game, as it ends."""
    if decides_for_many(one.agent):
        for ended in play_solo(game, one, episodes, seed, rows=defaults().rows, any_first=any_first):
            yield ended.number, ended.points
        return
    if any_first:
        raise AgentError("evaluate_first", agent=one.text, game=game.name)
    for number in range(episodes):
        yield number, earned(play(game, [one], seed=seed, number=number), 0)
