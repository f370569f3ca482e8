"""Matches by an executor: in this process or in several, on this machine or on others, with the same records."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from boardwright.agents.spec import Named, named
from boardwright.arena.batch_play import play_many, play_together, side_by_side
from boardwright.arena.executors import IN_PROCESS, Executor
from boardwright.arena.match import Player, play
from boardwright.arena.match_records import Record
from boardwright.arena.openings import opening
from boardwright.arena.ratings import defaults
from boardwright.core.errors import AgentError
from boardwright.core.game import Game

PlayNumbers = Callable[[Sequence[Named], Iterable[int]], Iterator[Record]]
"""Plays the matches of some numbers, one agent a seat, and yields their records in order."""

SHORT, LONG = 0.5, 2.0
"""Seconds: pieces of a search agent's matches grow while they are shorter, and shrink while they are longer."""


class MatchPiece(NamedTuple):
    """The matches of some numbers, as an executor takes them."""

    game: Game
    agents: tuple[str, ...]
    seed: int
    plies: int
    numbers: tuple[int, ...]


def matches(
    game: Game, agents: Sequence[Player], seed: int, *, plies: int = 0, executor: Executor = IN_PROCESS
) -> PlayNumbers:
    """Return a function that plays matches of a seed, from openings of `plies` random plies, by an executor.

    The matches depend on seed and number alone: any executor gives the same records. Other processes make the agents
    anew, so that these must be given as text.
    """
    if plies and game.has_chance:
        raise AgentError("levels_opening", game=game.name)
    if executor is IN_PROCESS:
        return partial(_play_here, game, seed, plies)
    require_text(game, agents)
    return partial(_play_elsewhere, executor, game, seed, plies)


def require_text(game: Game, agents: Iterable[Player]) -> None:
    """Raise AgentError unless agents are given as text: other processes make them anew."""
    for agent in agents:
        if not isinstance(agent, str):
            raise AgentError("workers_text", agent=named(agent, game).text)


def _play_here(game: Game, seed: int, plies: int, seated: Sequence[Named], numbers: Iterable[int]) -> Iterator[Record]:
    if not plies:
        yield from play_many(game, seated, seed=seed, numbers=numbers, rows=defaults().rows)
        return
    for number in numbers:
        yield play(game, seated, seed=seed, number=number, opening=opening(game, plies, seed, number))


class Pieces:
    """Cuts numbers into pieces. Where agents decide for many matches at once the pieces are those of `play_many`: a
    network's answers may depend on the size of its batch. Elsewhere they do not matter, and follow from their time.
    """

    def __init__(self, fixed: bool) -> None:
        self._fixed = fixed
        self._size = 1

    def cut(self, numbers: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """Yield the pieces, lazily: their sizes follow from those that `took` was told of."""
        rest = iter(numbers)
        while piece := tuple(islice(rest, self._size)):
            if self._fixed:
                self._size = min(4 * self._size, defaults().rows)
            yield piece

    def took(self, matches: int, seconds: float) -> None:
        """Report a finished piece."""
        if self._fixed:
            return
        if seconds < SHORT:
            self._size = max(self._size, min(2 * matches, defaults().rows))
        elif seconds > LONG:
            self._size = max(1, min(self._size, matches // 2))


def _play_elsewhere(
    executor: Executor, game: Game, seed: int, plies: int, seated: Sequence[Named], numbers: Iterable[int]
) -> Iterator[Record]:
    agents = tuple(player.text for player in seated)
    pieces = Pieces(fixed=not plies and side_by_side(game, seated))
    played = executor.map(play_piece, (MatchPiece(game, agents, seed, plies, cut) for cut in pieces.cut(numbers)))
    for records, seconds in played:
        pieces.took(len(records), seconds)
        yield from records


Agents = dict[tuple[str, str, str], Named]
"""Agents by game, configuration and text."""

_agents: Agents = {}
"""The agents of this process."""


def kept_agents(game: Game, texts: Iterable[str], agents: Agents | None = None) -> list[Named]:
    """The agents of some texts, kept in `agents`, or by the process for its next pieces."""
    agents = _agents if agents is None else agents
    keys = [(game.name, repr(game.config), text) for text in texts]
    for key in keys:
        if key not in agents:
            agents[key] = named(key[2], game)
    return [agents[key] for key in keys]


def play_piece(piece: MatchPiece, agents: Agents | None = None) -> tuple[list[Record], float]:
    """Return the records of a piece, and the seconds that it took. Agents are kept in `agents`, or by the process."""
    began = time.perf_counter()
    game = piece.game
    seated = kept_agents(game, piece.agents, agents)
    if piece.plies or not side_by_side(game, seated):
        records = list(_play_here(game, piece.seed, piece.plies, seated, piece.numbers))
    else:
        records = list(play_together(game, seated, seed=piece.seed, numbers=piece.numbers))
    return records, time.perf_counter() - began
