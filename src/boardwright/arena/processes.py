"""Matches in this process or in several at the same time, with the same records; and matches from random openings."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context

from boardwright.agents.spec import Named, named
from boardwright.arena.batch_play import play_many
from boardwright.arena.match import Player, play
from boardwright.arena.match_records import Record
from boardwright.arena.openings import opening
from boardwright.arena.ratings import defaults
from boardwright.core.errors import AgentError
from boardwright.core.game import Game

PlayNumbers = Callable[[Sequence[Named], Iterable[int]], Iterator[Record]]
"""Plays the matches of some numbers, one agent a seat, and yields their records in order."""


@contextmanager
def matches(
    game: Game, agents: Sequence[Player], seed: int, *, plies: int = 0, workers: int = 1
) -> Iterator[PlayNumbers]:
    """Yield a function that plays matches of a seed, from openings of `plies` random plies, in `workers` processes.

    The matches depend on seed and number alone: any number of processes gives the same records. Other processes make
    the agents anew, so that these must be given as text.
    """
    if plies and game.has_chance:
        raise AgentError("levels_opening", game=game.name)
    if workers == 1:
        yield partial(_play_here, game, seed, plies)
        return
    for agent in agents:
        if not isinstance(agent, str):
            raise AgentError("workers_text", agent=named(agent, game).text)
    before = set(active_children())
    # Spawned rather than forked: threads of compiled code do not survive a fork.
    executor = ProcessPoolExecutor(workers, get_context("spawn"), _begin)
    try:
        yield partial(_play_elsewhere, executor, workers, game, seed, plies)
    finally:
        # Matches that nobody waits for are not played to their ends.
        executor.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - before:
            child.terminate()


def _play_here(game: Game, seed: int, plies: int, seated: Sequence[Named], numbers: Iterable[int]) -> Iterator[Record]:
    if not plies:
        yield from play_many(game, seated, seed=seed, numbers=numbers, rows=defaults().rows)
        return
    for number in numbers:
        yield play(game, seated, seed=seed, number=number, opening=opening(game, plies, seed, number))


def _play_elsewhere(
    executor: ProcessPoolExecutor,
    workers: int,
    game: Game,
    seed: int,
    plies: int,
    seated: Sequence[Named],
    numbers: Iterable[int],
) -> Iterator[Record]:
    # As many chunks are under way as there are processes. They grow as in `play_many`, for the same reasons.
    texts = [player.text for player in seated]
    rest, size = iter(numbers), 1
    waiting: deque[Future[list[Record]]] = deque()
    while True:
        while len(waiting) < workers and (chunk := list(islice(rest, size))):
            waiting.append(executor.submit(_play_chunk, game, texts, seed, plies, chunk))
        if not waiting:
            return
        yield from waiting.popleft().result()
        size = min(2 * size, defaults().rows)


def _begin() -> None:
    # Ctrl-C reaches every process of a terminal: the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_agents: dict[tuple[str, str, str], Named] = {}
"""The agents of a process by game, configuration and text."""


def _play_chunk(game: Game, texts: list[str], seed: int, plies: int, numbers: list[int]) -> list[Record]:
    for text in texts:
        key = (game.name, repr(game.config), text)
        if key not in _agents:
            _agents[key] = named(text, game)
    seated = [_agents[game.name, repr(game.config), text] for text in texts]
    return list(_play_here(game, seed, plies, seated, numbers))
