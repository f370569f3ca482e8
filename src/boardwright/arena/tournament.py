"""Everyone against everyone: pairings with swapped seats, one rating for each agent, a crosstable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from boardwright.agents.spec import Named, named
from boardwright.arena.batch_play import play_many
from boardwright.arena.evaluation import Keep, Tally, points, shared_out
from boardwright.arena.match import Player
from boardwright.arena.match_records import Record
from boardwright.arena.ratings import Rating, Sprt, bradley_terry, defaults
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent


@dataclass
class Pairing:
    """Two agents by their place in the list; the tally is the first one's. `pairs` counts scores of 0, 1/4, ... 1."""

    first: int
    second: int
    tally: Tally = field(default_factory=Tally)
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    verdict: str | None = None


@dataclass
class Standing:
    """An agent's line in the table."""

    agent: str
    rating: Rating
    tally: Tally


@dataclass
class Tournament:
    """What was played so far, and what follows from it."""

    game: Game
    agents: list[str]
    seed: int
    games: int
    sprt: Sprt | None
    pairings: list[Pairing]
    complete: bool = False

    @property
    def played(self) -> int:
        """Games that are over."""
        return sum(pairing.tally.games for pairing in self.pairings)

    @property
    def points(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """What each agent took from each other, [P, P]."""
        table = np.zeros((len(self.agents), len(self.agents)))
        for pairing in self.pairings:
            table[pairing.first, pairing.second] = pairing.tally.points
            table[pairing.second, pairing.first] = pairing.tally.games - pairing.tally.points
        return table

    def standings(self) -> list[Standing]:
        """Every agent, the strongest first; equals in the order in which they entered."""
        fixed = defaults()
        ratings = bradley_terry(self.points, prior=fixed.prior, confidence=fixed.confidence)
        rows = [Standing(agent, rating, Tally()) for agent, rating in zip(self.agents, ratings)]
        for pairing in self.pairings:
            rows[pairing.first].tally += pairing.tally
            rows[pairing.second].tally += pairing.tally.mirrored()
        return sorted(rows, key=lambda row: -round(row.rating.elo, 6))

    def between(self, one: str, other: str) -> Tally:
        """What one agent did against another."""
        a, b = self.agents.index(one), self.agents.index(other)
        pairing = next(each for each in self.pairings if {each.first, each.second} == {a, b})
        return pairing.tally if pairing.first == a else pairing.tally.mirrored()

    def to_dict(self) -> dict[str, Any]:
        """For `--json`: nothing in it depends on the machine or the hour."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.config,
            "seed": self.seed,
            "games": self.played,
            "complete": self.complete,
            "confidence": defaults().confidence,
            "standings": [
                {
                    "agent": row.agent,
                    "elo": round(row.rating.elo, 1),
                    "interval": [round(row.rating.low, 1), round(row.rating.high, 1)],
                    "games": row.tally.games,
                    "points": row.tally.points,
                    **row.tally.to_dict(),
                }
                for row in self.standings()
            ],
            "pairings": [self._pairing(each) for each in self.pairings],
        }

    def _pairing(self, pairing: Pairing) -> dict[str, Any]:
        data: dict[str, Any] = {
            "first": self.agents[pairing.first],
            "second": self.agents[pairing.second],
            "games": pairing.tally.games,
            **pairing.tally.to_dict(),
            "pairs": pairing.pairs,
        }
        if self.sprt is not None:
            data["sprt"] = {
                "ratio": round(self.sprt.ratio(pairing.pairs), 4),
                "bounds": [round(bound, 4) for bound in self.sprt.bounds],
                "accepted": pairing.verdict,
            }
        return data


def tournament(
    game: Game,
    agents: Sequence[Player],
    games: int | None = None,
    seed: int | None = None,
    *,
    sprt: Sprt | None = None,
    keep: Keep | None = None,
    progress: Progress = silent,
) -> Tournament:
    """Play `games` games of every pairing, or fewer where `sprt` has seen enough. Ctrl-C keeps what was played.

    Games stopped early flatter the winner a little: ratings are best without `sprt`.
    """
    games = defaults().pairing_games if games is None else games
    seed = defaults().seed if seed is None else seed
    if game.players != 2:
        raise AgentError("tournament_two", game=game.name, players=game.players)
    if len(agents) < 2:
        raise AgentError("tournament_few", found=len(agents))
    shared_out(games, game.players)
    entered = [named(agent, game) for agent in agents]
    texts = [each.text for each in entered]
    for text in texts:
        if texts.count(text) > 1:
            raise AgentError("tournament_twice", agent=text)
    pairings = [Pairing(first, second) for first, second in combinations(range(len(entered)), 2)]
    found = Tournament(game, texts, seed, games, sprt, pairings)

    def over(record: Record) -> None:
        if keep is not None:
            keep(record)
        progress(found.played, games * len(pairings), {})

    try:
        # Round by round rather than pairing by pairing: whoever stops it has games of everyone.
        matches = [_matches(found, place, entered) for place in range(len(pairings))]
        for _ in range(games // 2):
            for place, pairing in enumerate(pairings):
                if pairing.verdict is None:
                    _play_pair(found, pairing, matches[place], over)
        found.complete = True
    except KeyboardInterrupt:
        pass
    return found


def _matches(found: Tournament, place: int, entered: list[Named]) -> list[Iterator[Record]]:
    """The matches of a pairing as they are asked for: those with its first agent in seat 0, and those in seat 1.

    No other pairing has its numbers, so that they are independent.
    """
    pairing, pairs = found.pairings[place], found.games // 2
    sides = [entered[pairing.first], entered[pairing.second]]
    numbers, rows = range(place * pairs, (place + 1) * pairs), defaults().rows
    return [
        play_many(found.game, seated, seed=found.seed, numbers=numbers, rows=rows) for seated in (sides, sides[::-1])
    ]


def _play_pair(found: Tournament, pairing: Pairing, matches: list[Iterator[Record]], over: Keep) -> None:
    """Two games of one seed with seats swapped."""
    taken = 0.0
    for seat, played in enumerate(matches):
        record = next(played)
        result = points(record, seat)
        pairing.tally.add(result)
        taken += result
        over(record)
    pairing.pairs[round(2 * taken)] += 1
    pairing.verdict = found.sprt.verdict(pairing.pairs) if found.sprt else None
