"""A ladder: each level against the one below, from random openings with seats swapped, until the test accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import Any

import numpy as np

from boardwright.agents.alphabeta_loop import NEAR_WON
from boardwright.agents.levels import Profile
from boardwright.agents.spec import Named, named
from boardwright.arena.distinct import DistinctGames, game_key
from boardwright.arena.evaluation import Keep
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.match import play
from boardwright.arena.match_records import Record
from boardwright.arena.openings import opening
from boardwright.arena.processes import matches
from boardwright.arena.ratings import Rating, Sprt, climbing, defaults, win_rate
from boardwright.arena.tally import Tally, points
from boardwright.core.agent import Turn
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent


@dataclass
class Rung:
    """A level against the one below. The tally is the higher level's.

    `pairs` counts pair scores of 0, 1/4, ... 1; a pair of games that were both played before is not counted.
    """

    level: str
    below: str
    tally: Tally = field(default_factory=Tally)
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    verdict: str | None = None
    decided: int = 0
    worse: int = 0
    plies: int = 0
    games_seen: DistinctGames = field(default_factory=DistinctGames)

    def add_pair(self, records: Sequence[Record]) -> None:
        """Count two games; the higher level played the first in seat 0 and the second in seat 1."""
        taken, new = 0.0, False
        for seat, record in enumerate(records):
            earned = points(record, seat)
            self.tally.add(earned)
            self.plies += record.plies
            taken += earned
            new |= self.games_seen.add(game_key(record, seat))
        self.pairs[round(2 * taken)] += new

    def to_dict(self, sprt: Sprt | None) -> dict[str, Any]:
        """For `--json`: the win rate with its interval, and the share of the lower level's moves that noise spoilt."""
        games = max(self.tally.games, 1)
        score = win_rate(self.tally.points, self.tally.games, distinct=len(self.games_seen)).rounded(4)
        data: dict[str, Any] = {
            "level": self.level,
            "below": self.below,
            "games": self.tally.games,
            "distinct": len(self.games_seen),
            **self.tally.to_dict(),
            "pairs": self.pairs,
            "score": score.rate,
            "low": score.low,
            "high": score.high,
            "mean_plies": round(self.plies / games, 1),
        }
        if self.decided:
            data["worse_moves_below"] = round(self.worse / self.decided, 4)
        if sprt is not None:
            data["sprt"] = {
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "ratio": round(sprt.ratio(self.pairs), 4),
                "bounds": [round(bound, 4) for bound in sprt.bounds],
                "accepted": self.verdict,
            }
        return data


@dataclass
class Ladder:
    """The results of a ladder so far."""

    game: Game
    profile: str
    seed: int
    games: int
    opening: int
    sprt: Sprt | None
    rungs: list[Rung]
    complete: bool = False

    @property
    def played(self) -> int:
        """Games that are over."""
        return sum(rung.tally.games for rung in self.rungs)

    @property
    def distinct(self) -> int:
        """Games that differ in the levels, their seats, an action or a draw."""
        return sum(len(rung.games_seen) for rung in self.rungs)

    def ratings(self) -> list[tuple[str, Rating]]:
        """The levels up to the first that has not played, with Elo points above the weakest."""
        played = list(takewhile(lambda rung: rung.tally.games, self.rungs))
        scores = [(rung.tally.points, rung.tally.games) for rung in played]
        ratings = climbing(scores, prior=defaults().prior, confidence=defaults().confidence)
        return list(zip([self.rungs[0].below, *(rung.level for rung in played)], ratings))

    def to_dict(self) -> dict[str, Any]:
        """For `--json`: independent of the machine and the time, unless a level has a time budget."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.config,
            "profile": self.profile,
            "seed": self.seed,
            "most_games": self.games,
            "opening_plies": self.opening,
            "confidence": defaults().confidence,
            "distinct": self.distinct,
            "complete": self.complete,
            "rungs": [rung.to_dict(self.sprt) for rung in self.rungs],
        }


def climb(
    game: Game,
    profile: str,
    levels: Profile,
    *,
    games: int,
    least: int,
    plies: int,
    seed: int,
    sprt: Sprt | None,
    executor: Executor = IN_PROCESS,
    keep: Keep | None = None,
    progress: Progress = silent,
    report: Callable[[Ladder], None] | None = None,
) -> Ladder:
    """Play every rung, from the bottom, by an executor. Ctrl-C ends it early; finished games count.

    `report` is given the results after each game.
    """
    ordered = list(levels.levels)
    rungs = [Rung(high, low) for low, high in pairwise(ordered)]
    agents = {level: named(f"{level}:profile={profile}", game) for level in ordered}
    ladder = Ladder(game, profile, seed, games, plies, sprt, rungs)

    def over(record: Record) -> None:
        if keep is not None:
            keep(record)
        progress(ladder.played, games * len(rungs), {})
        if report is not None:
            report(ladder)

    try:
        for place, rung in enumerate(rungs):
            quiet = _quiet(game, levels, rung.below)
            high, low = agents[rung.level], agents[rung.below]
            numbers = range(place * (games // 2), (place + 1) * (games // 2))
            play_numbers = matches(game, [high.text, low.text], seed, plies=plies, executor=executor)
            for pair in zip(play_numbers((high, low), numbers), play_numbers((low, high), numbers)):
                _add_pair(game, rung, pair, plies, quiet, over)
                rung.verdict = sprt.verdict(rung.pairs) if sprt else None
                if rung.verdict and rung.tally.games >= least:
                    break
        ladder.complete = True
    except KeyboardInterrupt:
        pass
    return ladder


def _add_pair(game: Game, rung: Rung, pair: Sequence[Record], plies: int, quiet: Any, over: Keep) -> None:
    """Count two games from one opening with seats swapped."""
    rung.add_pair(pair)
    for seat, record in enumerate(pair):
        if quiet is not None:
            decided, worse = _worse(game, record, 1 - seat, plies, quiet)
            rung.decided += decided
            rung.worse += worse
        over(record)


def pair_of_games(game: Game, high: Named, low: Named, plies: int, seed: int, number: int) -> Iterator[Record]:
    """Play two games from one opening of `plies` random plies with seats swapped; first `high` has seat 0."""
    begun = opening(game, plies, seed, number)
    for seated in ((high, low), (low, high)):
        yield play(game, seated, seed=seed, number=number, opening=begun)


def _quiet(game: Game, levels: Profile, name: str) -> Any:
    """The same level without its noise, None if it has none. Moves that it values below its best are mistakes."""
    level = levels.levels[name]
    if not level.options.get("noise"):
        return None
    from boardwright.agents import make

    return make(level.agent, game, **{**level.options, "noise": 0})


def _worse(game: Game, record: Record, seat: int, begun: int, quiet: Any) -> tuple[int, int]:
    state = game.new()
    decided, worse = 0, 0
    for ply, (action, draw) in enumerate(record.history):
        after = game.apply(state, action, draw)
        if int(state["to_move"][0]) == seat and ply >= begun:
            turn = Turn(game, state, seat, np.random.default_rng(0))
            best = quiet.deepen(turn.position)
            value, _ = quiet.search(after, best.depth - 1)
            value = value if max(int(after["to_move"][0]), 0) == seat else -value
            if abs(value) > NEAR_WON:
                value -= np.sign(value)  # counted from a ply later
            decided += 1
            worse += int(value < best.value)
        state = after
    return decided, worse
