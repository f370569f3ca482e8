"""The results of a balance so far: games by candidate and playtester, the shares of points, and the ranking by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any, NamedTuple

from boardwright.arena.balance_candidates import differences
from boardwright.arena.ratings import BalanceDefaults, WinRate, win_rate
from boardwright.core import config
from boardwright.core.game import Game
from boardwright.core.search_space import Space

SEARCH, FINAL = 0, 1
"""The phases, each with seeds of its own."""

EVEN = 0.5
CURRENT = 0
"""The number of the candidate without changes."""


class Part(config.Settings):
    """Finished games of a candidate and a playtester: the points of player 1 in halves, and a checksum of each game."""

    part: int
    phase: int
    candidate: int
    agent: int
    exchanged: bool
    halves: tuple[int, ...]
    checksums: tuple[int, ...]


class Verdict(NamedTuple):
    """The shares of a playtester: of player 1, and of the first faction where there are two."""

    agent: str
    games: int
    seat: WinRate
    faction: WinRate | None

    @property
    def shares(self) -> list[WinRate]:
        """The shares that should be a half."""
        return [self.seat] if self.faction is None else [self.seat, self.faction]


@dataclass
class Results:
    """The games of a candidate in a phase, by playtester: points of player 1, as the factions are and exchanged."""

    halves: dict[tuple[int, bool], list[int]] = field(default_factory=dict)
    checksums: dict[int, set[int]] = field(default_factory=dict)

    def add(self, part: Part) -> None:
        """Count a part."""
        self.halves.setdefault((part.agent, part.exchanged), []).extend(part.halves)
        seen = self.checksums.setdefault(part.agent, set())
        # The same actions with other armies are another game.
        seen.update(2 * number + part.exchanged for number in part.checksums)


@dataclass
class Balance:
    """A search so far. `alive` are the candidates that are left, the fairest first once a round is over."""

    game: Game
    space: Space
    agents: list[str]
    seed: int
    opening: int
    schedule: BalanceDefaults
    candidates: list[dict[str, Any]]
    alive: list[int] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    results: dict[tuple[int, int], Results] = field(default_factory=dict)
    done: int = 0
    played: int = 0
    """Games of this process and its workers: those of a resumed log do not count."""
    seconds: float = 0.0
    """CPU seconds of the games that were `played`."""
    interrupted: bool = False

    @property
    def arrangements(self) -> list[bool]:
        """Whether factions are exchanged: once as they are, and once exchanged where there are factions."""
        return [False] if self.game.definition.factions is None else [False, True]

    @property
    def total(self) -> int:
        """All games of the search and of the measurement."""
        counts, left = 0, len(self.candidates)
        for games in self.games_of_rounds():
            counts += left * games
            left = self.kept_of(left)
        counts += (left + (not self._current_is_left)) * self.schedule.final
        return counts * len(self.agents) * len(self.arrangements)

    def settings(self) -> dict[str, Any]:
        """The settings that a resumed search must share."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.config,
            "space": dict(self.space),
            "agents": self.agents,
            "seed": self.seed,
            "opening": self.opening,
            **self.schedule.model_dump(),
        }

    def config_of(self, number: int) -> dict[str, Any]:
        """The whole configuration of a candidate."""
        return config.replaced(self.game.config, self.candidates[number])

    def differences(self, number: int) -> dict[str, Any]:
        """The changes of a candidate that differ from the current numbers."""
        return differences(self.game, self.candidates[number])

    def load(self, number: int, exchanged: bool) -> Game:
        """The game with a candidate's numbers."""
        data, factions = self.config_of(number), self.game.definition.factions
        if factions is not None and exchanged:
            data = factions.exchanged(data)
        # Not by the registry, which keeps every game that it loads.
        return Game(self.game.definition, [data])

    def add(self, part: Part) -> None:
        """Count finished games."""
        self.results.setdefault((part.phase, part.candidate), Results()).add(part)
        self.done += len(part.halves)

    def verdicts(self, phase: int, number: int) -> list[Verdict]:
        """The shares of a candidate, by playtester."""
        results = self.results.get((phase, number), Results())
        found = []
        for place, agent in enumerate(self.agents):
            own, other = (results.halves.get((place, exchanged), []) for exchanged in (False, True))
            games, distinct = len(own) + len(other), len(results.checksums.get(place, ()))
            seat, side = (sum(own) + sum(other)) / 2, sum(own) / 2 + len(other) - sum(other) / 2
            faction = win_rate(side, games, distinct=distinct) if len(self.arrangements) > 1 else None
            found.append(Verdict(agent, games, win_rate(seat, games, distinct=distinct), faction))
        return found

    def distance(self, phase: int, number: int) -> WinRate:
        """The worst distance from a half over all shares of a candidate, with the bounds that the intervals give."""
        shares = [share for verdict in self.verdicts(phase, number) for share in verdict.shares]
        return WinRate(
            max(abs(share.rate - EVEN) for share in shares),
            max(max(0.0, share.low - EVEN, EVEN - share.high) for share in shares),
            max(max(EVEN - share.low, share.high - EVEN) for share in shares),
        )

    def ranked(self, phase: int, numbers: Sequence[int]) -> list[int]:
        """Candidates, the fairest first: by the worst distance, then by the mean of all."""

        def key(number: int) -> tuple[float, float, int]:
            shares = [share.rate for verdict in self.verdicts(phase, number) for share in verdict.shares]
            distances = [round(abs(share - EVEN), 9) for share in shares]
            return max(distances), sum(distances) / len(distances), number

        return sorted(numbers, key=key)

    @property
    def measured(self) -> list[int]:
        """The candidates of the measurement, the fairest first: empty before it is over."""
        finalists = sorted({*self.alive, CURRENT})
        wanted = self.schedule.final * len(self.arrangements) * len(self.agents)
        games = [sum(verdict.games for verdict in self.verdicts(FINAL, number)) for number in finalists]
        return self.ranked(FINAL, finalists) if all(count == wanted for count in games) else []

    @property
    def proved(self) -> bool:
        """Whether the fairest candidate is fairer than the current numbers by their intervals, which do not meet."""
        best = self.measured[0] if self.measured else CURRENT
        return self.distance(FINAL, best).high < self.distance(FINAL, CURRENT).low

    def row(self, phase: int, number: int) -> dict[str, Any]:
        """A candidate for `--json`."""
        factions = self.game.definition.factions
        playtesters = []
        for verdict in self.verdicts(phase, number):
            shares = {"player_1": verdict.seat._asdict()}
            if factions is not None and verdict.faction is not None:
                shares[factions.names[0]] = verdict.faction._asdict()
            rounded = {name: {key: round(value, 6) for key, value in share.items()} for name, share in shares.items()}
            playtesters.append({"agent": verdict.agent, "games": verdict.games, **rounded})
        distance = self.distance(phase, number).rounded(6)._asdict()
        return {
            "candidate": number,
            "changed": self.candidates[number],
            "distance": distance,
            "playtesters": playtesters,
        }

    def to_dict(self) -> dict[str, Any]:
        """For `result.json` and `--json`: independent of machine, workers and time."""
        measured = self.measured
        return {
            **self.settings(),
            "tried": len(self.candidates),
            "games_played": self.done,
            "complete": bool(measured),
            "rounds": self.rounds,
            "best": measured[0] if measured else None,
            "proved": self.proved if measured else False,
            "measured": [self.row(FINAL, number) for number in measured],
        }

    def games_of_rounds(self) -> Iterator[int]:
        """The further games of each round, of a playtester."""
        left, games, before = len(self.candidates), self.schedule.games, 0
        while left > self.schedule.keep:
            yield games - before
            games, before, left = games * self.schedule.factor, games, self.kept_of(left)

    @property
    def _current_is_left(self) -> bool:
        """Whether the current numbers are among the last candidates: until that is known they are taken not to be."""
        return len(self.rounds) == len(list(self.games_of_rounds())) and CURRENT in self.alive

    def kept_of(self, left: int) -> int:
        return min(left, max(self.schedule.keep, ceil(left / self.schedule.factor)))
