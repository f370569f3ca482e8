"""One agent measured: a fixed number of games, each seed played from every seat, shares with intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boardwright.agents.spec import named
from boardwright.arena.batch_play import SoloResult, play_many, play_solo
from boardwright.arena.match import Player
from boardwright.arena.match_records import Record
from boardwright.arena.ratings import defaults, win_rate
from boardwright.core import dice
from boardwright.core.agent import decides_for_many
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent
from boardwright.envs.rewards import STANDARD, Rewards

Keep = Callable[[Record], None]
"""Is given the record of every match as soon as it is over."""

RESULTS = ("losses", "draws", "wins")


@dataclass
class Tally:
    """How often an agent lost, drew and won in one seat."""

    losses: int = 0
    draws: int = 0
    wins: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.losses + self.draws + self.wins

    @property
    def points(self) -> float:
        """One for a win, a half for a draw."""
        return self.wins + self.draws / 2

    def add(self, points: float) -> None:
        """Count a game of 0, a half or 1."""
        name = RESULTS[round(2 * points)]
        setattr(self, name, getattr(self, name) + 1)

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in RESULTS))

    def mirrored(self) -> Tally:
        """The same games as the other side saw them."""
        return Tally(self.wins, self.draws, self.losses)

    def to_dict(self) -> dict[str, int]:
        """For `--json`."""
        return {name: getattr(self, name) for name in reversed(RESULTS)}


@dataclass
class Evaluation:
    """What an agent did against an opponent, or alone. `distinct` counts games that differ in an action or a draw."""

    game: Game
    agent: str
    opponent: str | None
    seed: int
    asked: int
    confidence: float
    seats: list[Tally]
    returned: float = 0.0
    plies: int = 0
    truncated: int = 0
    tally: list[int] = field(default_factory=list)
    plies_by_result: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RESULTS, 0))
    _seen: set[int] = field(default_factory=set)

    @property
    def total(self) -> Tally:
        """All seats together."""
        return sum(self.seats, Tally())

    @property
    def distinct(self) -> int:
        """Games that are not one played before."""
        return len(self._seen)

    @property
    def repetitive(self) -> bool:
        """Whether the agents play one and the same game from each seat, so that more games say nothing more."""
        return self.distinct <= len(self.seats) < self.total.games

    @property
    def complete(self) -> bool:
        """Whether all games that were asked for are played."""
        return self.total.games == self.asked

    def add(self, record: Record, seat: int) -> None:
        """Count a match in which the agent sat there."""
        self.seats[seat].add(points(record, seat))
        self.returned += record.returns[seat]
        self.plies += record.plies
        self.truncated += record.truncated
        self._seen.add(hash((seat, *(number for step in record.history for number in step))))

    def add_one(self, game: SoloResult) -> None:
        """Count a game for one, played among many."""
        self.seats[0].add(game.points)
        self.plies_by_result[RESULTS[round(2 * game.points)]] += game.plies
        self.tally = [a + b for a, b in zip(self.tally or [0] * len(game.tally), game.tally)]
        self.returned += game.returned
        self.plies += game.plies
        self.truncated += game.truncated
        self._seen.add(game.key)

    def components(self) -> dict[str, Any]:
        """Of games for one played among many: what was counted in a game, what rewards that made, and how long it took.

        All are means, and `shares` are means of what was counted as a share of all there is. Rewards are those of the
        game's standard profile. What never came about took no number of plies: None. No action was refused: that ends
        an evaluation.
        """
        games, total = max(self.total.games, 1), self.total
        weights = Rewards(self.game, STANDARD).weights
        counted = {name: value / games for name, value in zip(self.game.layout.tally, self.tally)}
        rewards = {name: weights.tally.get(name, 0.0) * value for name, value in counted.items()}
        rewards["returns"] = weights.returns * self.returned / games
        steps = {
            name: round(plies / getattr(total, name), 6) if getattr(total, name) else None
            for name, plies in self.plies_by_result.items()
        }
        return {
            "counted": _round_all(counted),
            "shares": _round_all({name: counted[name] / most for name, most in self.game.layout.totals.items()}),
            "rewards": {**_round_all(rewards), "total": round(sum(rewards.values()), 6)},
            "plies_to": steps,
            "invalid_rate": 0.0,
        }

    def _interval(self, count: int) -> list[float]:
        found = win_rate(count, self.total.games, self.confidence).rounded(6)
        return [found.low, found.high]

    def to_dict(self) -> dict[str, Any]:
        """For `--json`: nothing in it depends on the machine or the hour."""
        total = self.total
        shares = {name: getattr(total, name) for name in reversed(RESULTS)}
        games = max(total.games, 1)
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.config,
            "agent": self.agent,
            "opponent": self.opponent,
            "seed": self.seed,
            "games": total.games,
            "complete": self.complete,
            **shares,
            "confidence": self.confidence,
            "intervals": {name: self._interval(n) for name, n in shares.items()},
            "seats": [seat.to_dict() for seat in self.seats],
            "mean_return": round(self.returned / games, 6),
            "mean_plies": round(self.plies / games, 6),
            "truncated": self.truncated,
            "distinct": self.distinct,
        }


def evaluate(
    game: Game,
    agent: Player,
    opponent: Player | None = None,
    episodes: int | None = None,
    seed: int | None = None,
    *,
    any_first: bool = False,
    keep: Keep | None = None,
    progress: Progress = silent,
) -> Evaluation:
    """Play `episodes` games. Ctrl-C ends them early, and what was played counts.

    Each seed is played once from every seat, so that neither luck nor the first move favours anyone. A game for one is
    played alone: there a win is a return above zero, a loss one below. Numbers not given are those of arena.yaml.

    Agents that decide for many games as they do for one are asked for many, and the results are the same; what Ctrl-C
    finds under way among them is lost.

    With `any_first` the first action of a game for one is any of those worth playing, the same for every agent. An
    agent that decides for many plays games for one side by side, unless someone is to `keep` each record.
    """
    episodes = defaults().games if episodes is None else episodes
    seed = defaults().seed if seed is None else seed
    shared_out(episodes, game.players)
    if opponent is None and game.players > 1:
        raise AgentError("evaluate_opponent", game=game.name, players=game.players)
    if opponent is not None and game.players == 1:
        raise AgentError("evaluate_alone", game=game.name, opponent=str(opponent))
    one = named(agent, game)
    other = one if opponent is None else named(opponent, game)
    seats = [Tally() for _ in range(game.players)]
    rival = None if opponent is None else other.text
    found = Evaluation(game, one.text, rival, seed, episodes, defaults().confidence, seats)
    many = decides_for_many(one.agent) and game.players == 1 and keep is None
    if any_first and not many:
        raise AgentError("evaluate_first", agent=one.text, game=game.name)
    try:
        if many:
            dice.usable_seed(seed)
            for ended in play_solo(game, one, episodes, seed, rows=defaults().rows, any_first=any_first):
                found.add_one(ended)
                progress(found.total.games, episodes, {})
            return found
        seatings = [[one if each == seat else other for each in range(game.players)] for seat in range(game.players)]
        numbers, rows = range(episodes // game.players), defaults().rows
        matches = [play_many(game, seated, seed=seed, numbers=numbers, rows=rows) for seated in seatings]
        for place in range(episodes):
            seat = place % game.players
            played = next(matches[seat])
            found.add(played, seat)
            if keep is not None:
                keep(played)
            progress(place + 1, episodes, {})
    except KeyboardInterrupt:
        pass
    return found


def shared_out(games: int, players: int) -> None:
    """Refuse a number of games that would seat an agent more often in one seat than in another."""
    if games < 1 or games % players:
        expected = ", ".join(str(players * factor) for factor in (1, 2, 3)) + ", ..."
        raise ConfigError("config_value", path="games", value=games, expected=expected)


def points(record: Record, seat: int) -> float:
    """What a seat took: 1 for doing better than all others (alone, than nothing), a half for as well as the best."""
    best = max((value for other, value in enumerate(record.returns) if other != seat), default=0.0)
    return 1.0 if record.returns[seat] > best else 0.5 if record.returns[seat] == best else 0.0


def _round_all(values: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 6) for name, value in values.items()}
