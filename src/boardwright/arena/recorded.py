"""Results from match records alone, as `--record` writes them: ratings of two players' matches, shares of one player's.

Records do not say how many matches were planned, nor by which command they were played.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from boardwright.arena.distinct import DistinctGames, game_key
from boardwright.arena.match_records import Record
from boardwright.arena.standings import Pairing, Standing, standings
from boardwright.arena.tally import Tally, points
from boardwright.core.errors import HistoryError


@dataclass
class RecordedMatches:
    """The matches of a file so far. `alone` has the games of an agent without opponents."""

    game: str = ""
    seed: int = 0
    agents: list[str] = field(default_factory=list)
    pairings: dict[tuple[int, int], Pairing] = field(default_factory=dict)
    alone: dict[int, Tally] = field(default_factory=dict)
    alone_seen: DistinctGames = field(default_factory=DistinctGames)
    played: int = 0
    plies: int = 0
    returned: float = 0.0

    def add(self, record: Record) -> None:
        """Count a match. Raises HistoryError for another game than that of the first, and for more than two seats."""
        if not self.played:
            self.game, self.seed = record.game, record.seed
        if record.game != self.game or len(record.agents) not in {1, 2} or len(record.returns) != len(record.agents):
            raise HistoryError("records_mixed", game=self.game, other=record.game, players=len(record.agents))
        self.played += 1
        self.plies += record.plies
        numbers = [self._number(agent) for agent in record.agents]
        if len(numbers) == 1:
            self.returned += record.returns[0]
            self.alone.setdefault(numbers[0], Tally()).add(points(record, 0))
            self.alone_seen.add(game_key(record, 0))
        elif numbers[0] != numbers[1]:  # a game of an agent against itself rates nobody
            first, second = sorted(numbers)
            pairing = self.pairings.setdefault((first, second), Pairing(first, second))
            pairing.add(record, numbers.index(first))

    @property
    def distinct(self) -> int:
        """Games that differ in the agents, their seats, an action or a draw."""
        return len(self.alone_seen) + sum(len(pairing.games_seen) for pairing in self.pairings.values())

    def standings(self) -> list[Standing]:
        """Every agent's standing, the strongest first."""
        return standings(self.agents, self.pairings.values())

    def _number(self, agent: str) -> int:
        if agent not in self.agents:
            self.agents.append(agent)
        return self.agents.index(agent)
