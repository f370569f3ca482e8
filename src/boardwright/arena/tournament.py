"""Round-robin tournaments: pairings with swapped seats, one rating for each agent, a crosstable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from boardwright.agents.spec import Named, named
from boardwright.arena.evaluation import Keep, shared_out
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.match import Player
from boardwright.arena.match_records import Record
from boardwright.arena.processes import PlayNumbers, matches
from boardwright.arena.ratings import Sprt, defaults
from boardwright.arena.standings import Pairing, Standing, points_table, standings
from boardwright.arena.tally import Tally
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.progress import Progress, silent


@dataclass
class Tournament:
    """The results of a tournament so far, with ratings."""

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
    def distinct(self) -> int:
        """Games that differ in the agents, their seats, an action or a draw."""
        return sum(len(pairing.games_seen) for pairing in self.pairings)

    @property
    def points(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The points of each agent against each other, scaled to the distinct games of the pairing, [P, P]."""
        return points_table(len(self.agents), self.pairings)

    def standings(self) -> list[Standing]:
        """Every agent's standing, the strongest first; equals in the order of entry."""
        return standings(self.agents, self.pairings)

    def between(self, one: str, other: str) -> Tally:
        """The tally of one agent against another."""
        a, b = self.agents.index(one), self.agents.index(other)
        pairing = next(candidate for candidate in self.pairings if {candidate.first, candidate.second} == {a, b})
        return pairing.tally if pairing.first == a else pairing.tally.mirrored()

    def to_dict(self) -> dict[str, Any]:
        """For `--json`: independent of the machine and the time."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.game.config,
            "seed": self.seed,
            "games": self.played,
            "distinct": self.distinct,
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
            "pairings": [self._pairing(pairing) for pairing in self.pairings],
        }

    def _pairing(self, pairing: Pairing) -> dict[str, Any]:
        data: dict[str, Any] = {
            "first": self.agents[pairing.first],
            "second": self.agents[pairing.second],
            "games": pairing.tally.games,
            "distinct": len(pairing.games_seen),
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
    opening: int = 0,
    executor: Executor = IN_PROCESS,
    keep: Keep | None = None,
    progress: Progress = silent,
    report: Callable[[Tournament], None] | None = None,
) -> Tournament:
    """Play `games` games of every pairing, or fewer where `sprt` accepts. Ctrl-C ends it early; finished games count.

    Early stopping biases ratings towards the winner a little: they are best without `sprt`. Each pair of games begins
    with an opening of `opening` random plies; the executor runs the matches. `report` is given the results after each
    game.
    """
    games = defaults().pairing_games if games is None else games
    seed = defaults().seed if seed is None else seed
    if game.players != 2:
        raise AgentError("tournament_two", game=game.name, players=game.players)
    if len(agents) < 2:
        raise AgentError("tournament_few", found=len(agents))
    shared_out(games, game.players)
    entered = [named(agent, game) for agent in agents]
    texts = [player.text for player in entered]
    for text in texts:
        if texts.count(text) > 1:
            raise AgentError("tournament_twice", agent=text)
    pairings = [Pairing(first, second) for first, second in combinations(range(len(entered)), 2)]
    result = Tournament(game, texts, seed, games, sprt, pairings)

    def over(record: Record) -> None:
        if keep is not None:
            keep(record)
        progress(result.played, games * len(pairings), {})
        if report is not None:
            report(result)

    try:
        play_numbers = matches(game, agents, seed, plies=opening, executor=executor)
        # Round by round rather than pairing by pairing: a stopped tournament has games of every agent.
        playing = [_matches(result, place, entered, play_numbers) for place in range(len(pairings))]
        for _ in range(games // 2):
            for place, pairing in enumerate(pairings):
                if pairing.verdict is None:
                    _play_pair(result, pairing, playing[place], over)
        result.complete = True
    except KeyboardInterrupt:
        pass
    return result


def _matches(result: Tournament, place: int, entered: list[Named], play_numbers: PlayNumbers) -> list[Iterator[Record]]:
    """The matches of a pairing, lazily: those with its first agent in seat 0, and those in seat 1.

    Pairings share no numbers, so that they are independent.
    """
    pairing, pairs = result.pairings[place], result.games // 2
    sides = [entered[pairing.first], entered[pairing.second]]
    numbers = range(place * pairs, (place + 1) * pairs)
    return [play_numbers(seated, numbers) for seated in (sides, sides[::-1])]


def _play_pair(result: Tournament, pairing: Pairing, playing: list[Iterator[Record]], over: Keep) -> None:
    """Play two games of one number with seats swapped."""
    pair_points, new = 0.0, False
    for seat, played in enumerate(playing):
        record = next(played)
        points_taken, unseen = pairing.add(record, seat)
        new |= unseen
        pair_points += points_taken
        over(record)
    pairing.pairs[round(2 * pair_points)] += new
    pairing.verdict = result.sprt.verdict(pairing.pairs) if result.sprt else None
