"""Evaluation of one agent: a fixed number of games, each seed played from every seat, win rates with intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boardwright.agents.spec import named
from boardwright.arena.distinct import DistinctGames, game_key
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.match import Player
from boardwright.arena.match_records import Record
from boardwright.arena.processes import matches, require_text
from boardwright.arena.ratings import WinRate, defaults, win_rate
from boardwright.arena.solo_play import SoloResult, play_solo
from boardwright.arena.tally import RESULTS, Tally, first_share, points, rank
from boardwright.core.agent import decides_for_many
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent
from boardwright.envs.rewards import STANDARD, Rewards

Keep = Callable[[Record], None]
"""A callback for the record of every match, as soon as it is over."""


@dataclass
class Evaluation:
    """An agent's results against an opponent, or alone. `distinct` counts games that differ in an action or a draw.

    In a game for several `ranks` counts the agent's finishes, first to last, and `firsts` its shares of first ranks.
    """

    game: Game
    agent: str
    opponent: str | None
    seed: int
    episodes: int
    confidence: float
    seats: list[Tally]
    ranks: list[int]
    firsts: float = 0.0
    returned: float = 0.0
    plies: int = 0
    truncated: int = 0
    tally: list[int] = field(default_factory=list)
    plies_by_result: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RESULTS, 0))
    games_seen: DistinctGames = field(default_factory=DistinctGames)

    @property
    def total(self) -> Tally:
        """All seats together."""
        return sum(self.seats, Tally())

    @property
    def played(self) -> int:
        """Games that are over."""
        return self.total.games

    @property
    def distinct(self) -> int:
        """The number of distinct games."""
        return len(self.games_seen)

    @property
    def repetitive(self) -> bool:
        """Whether the agents repeat a single game from each seat, so that more games add nothing."""
        return self.distinct <= len(self.seats) < self.total.games

    @property
    def complete(self) -> bool:
        """Whether all episodes are played."""
        return self.total.games == self.episodes

    def add(self, record: Record, seat: int) -> None:
        """Count a match that the agent played in a seat."""
        self.seats[seat].add(points(record, seat))
        self.ranks[rank(record.returns, seat) - 1] += 1
        self.firsts += first_share(record.returns, seat)
        self.returned += record.returns[seat]
        self.plies += record.plies
        self.truncated += record.truncated
        self.games_seen.add(game_key(record, seat))

    def add_one(self, game: SoloResult) -> None:
        """Count a single-player game of a batch."""
        self.seats[0].add(game.points)
        self.plies_by_result[RESULTS[round(2 * game.points)]] += game.plies
        self.tally = [a + b for a, b in zip(self.tally or [0] * len(game.tally), game.tally)]
        self.returned += game.returned
        self.plies += game.plies
        self.truncated += game.truncated
        self.games_seen.add((0, game.key))

    @property
    def first_rate(self) -> WinRate:
        """The share of first ranks with its interval. Chance gives 1 / players."""
        return win_rate(self.firsts, self.total.games, self.confidence, distinct=self.distinct)

    def components(self) -> dict[str, Any]:
        """Means over single-player games of a batch: the game's counters, their rewards, and the plies to each result.

        `shares` are counters divided by their totals. Rewards are those of the game's standard profile. The plies to a
        result that did not occur are None.
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
        }

    def _finishes(self) -> dict[str, Any]:
        """Ranks, which say more than wins and draws where there are more than two players."""
        if len(self.seats) <= 2:
            return {}
        share, low, high = self.first_rate.rounded(6)
        chance = round(1 / len(self.seats), 6)
        return {"ranks": self.ranks, "firsts": {"share": share, "low": low, "high": high, "chance": chance}}

    def _interval(self, count: int) -> list[float]:
        rate = win_rate(count, self.total.games, self.confidence, distinct=self.distinct).rounded(6)
        return [rate.low, rate.high]

    def to_dict(self) -> dict[str, Any]:
        """For `--json`: independent of the machine and the time."""
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
            **self._finishes(),
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
    opening: int = 0,
    executor: Executor = IN_PROCESS,
    keep: Keep | None = None,
    progress: Progress = silent,
    report: Callable[[Evaluation], None] | None = None,
) -> Evaluation:
    """Play `episodes` games and return the evaluation. Ctrl-C ends it early; finished games count.

    Each seed is played once from every seat, so that neither luck nor the first move favours an agent. In a
    single-player game a win is a return above zero, a loss one below. Numbers not given are those of arena.yaml; the
    number of games is rounded down to a multiple of the number of players.

    Agents that give the same actions in a batch as in single games play in batches, with the same results; Ctrl-C
    discards the unfinished games of a batch.

    With `any_first` the first action of a single-player game is a random candidate, the same for every agent. A batch
    agent plays single-player games in a batch, unless `keep` needs each record.

    Each number is played from an opening of `opening` random plies, the same for every seat. The executor runs the
    matches; results do not depend on it. `report` is given the results after each game.
    """
    episodes = fitting(defaults().games, game.players) if episodes is None else episodes
    seed = defaults().seed if seed is None else seed
    shared_out(episodes, game.players)
    if opponent is None and game.players > 1:
        raise AgentError("evaluate_opponent", game=game.name, players=game.players)
    if opponent is not None and game.players == 1:
        raise AgentError("evaluate_alone", game=game.name, opponent=str(opponent))
    one = named(agent, game)
    other = one if opponent is None else named(opponent, game)
    seats = [Tally() for _ in range(game.players)]
    opponent_text = None if opponent is None else other.text
    evaluation = Evaluation(
        game, one.text, opponent_text, seed, episodes, defaults().confidence, seats, [0] * game.players
    )
    batched = decides_for_many(one.agent) and game.players == 1 and keep is None and not opening
    if executor is not IN_PROCESS:
        require_text(game, [agent] if opponent is None else [agent, opponent])
    if any_first and not batched:
        raise AgentError("evaluate_first", agent=one.text, game=game.name)
    try:
        if batched:
            for ended in play_solo(game, one, episodes, seed, any_first=any_first, executor=executor):
                evaluation.add_one(ended)
                progress(evaluation.played, episodes, {})
                if report is not None:
                    report(evaluation)
            return evaluation
        seatings = [
            [one if player == seat else other for player in range(game.players)] for seat in range(game.players)
        ]
        given = [agent] if opponent is None else [agent, opponent]
        play_numbers = matches(game, given, seed, plies=opening, executor=executor)
        playing = [play_numbers(seated, range(episodes // game.players)) for seated in seatings]
        for place in range(episodes):
            seat = place % game.players
            record = next(playing[seat])
            evaluation.add(record, seat)
            if keep is not None:
                keep(record)
            progress(place + 1, episodes, {})
            if report is not None:
                report(evaluation)
    except KeyboardInterrupt:
        pass
    return evaluation


def fitting(games: int, players: int) -> int:
    """The largest multiple of the number of players that is not above `games`."""
    return games - games % players


def shared_out(games: int, players: int, path: str = "games") -> None:
    """Raise ConfigError unless the games can be divided equally among the seats. `path` is the key that says them."""
    if games < 1 or games % players:
        expected = ", ".join(str(players * factor) for factor in (1, 2, 3)) + ", ..."
        raise ConfigError("config_value", path=path, value=games, expected=expected)


def _round_all(values: dict[str, float]) -> dict[str, float]:
    return {name: round(value, 6) for name, value in values.items()}
