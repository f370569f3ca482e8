"""Compilation in the background of the service: what each match waits for, and news of it for the match's readers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import numpy as np

from boardwright.agents import spec
from boardwright.agents.preparation import ACT, ANALYSE, EXPLAIN, LIGHT, Preparation, Request
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.server.agent_worker import Job
from boardwright.server.matches import LiveMatch

logger = logging.getLogger(__name__)

NEWS_SECONDS = 1.0
"""The readers of a match hear of the compiler's progress this often."""


class Compiling:
    """The background compiler of a service. `wake` tells the readers of a match to read it again."""

    def __init__(self, prepare: str | None, wake: Callable[[str], None]) -> None:
        self._preparation = Preparation(prepare)
        self._wake = wake
        self._waiting: dict[str, Request] = {}
        self._begun: set[str] = set()

    def begin(self, match: LiveMatch) -> None:
        """Start to compile what a match needs, its agents first, unless that is done or under way."""
        game = match.game
        agents = {seat.agent for seat in match.seats if seat.agent is not None}
        wanted = {f"{game.digest} {agent}" for agent in ("", *agents)}
        if game.tier is None or wanted <= self._begun or match.finished:
            return
        self._begun |= wanted
        # In a thread: a first position as plain Python and the start of a process take a while.
        begun = asyncio.get_running_loop().run_in_executor(None, self._begin, game, match.now.state, agents)
        begun.add_done_callback(_log_failure)

    def _begin(self, game: Game, state: Array, agents: set[str]) -> None:
        game.legal_mask(state)  # plain Python, if there is no machine code yet
        if game.tier is not None and game.tier.interpreted:
            self._preparation.request(game, LIGHT)
            for agent in agents:
                self._preparation.request(game, ACT, agent)

    async def wait(self, job: Job, game: Game) -> None:
        """Wait until what a job needs is compiled, or nobody compiles it."""
        state = np.frombuffer(job.state, game.state_dtype)
        agent = spec.to_text(job.agent, job.options)
        request = await asyncio.to_thread(self._preparation.request, game, ACT, agent, state, job.player)
        self._waiting[job.match] = request
        try:
            while not request.finished.is_set():
                self._wake(job.match)
                await asyncio.to_thread(request.finished.wait, NEWS_SECONDS)
        finally:
            self._waiting.pop(job.match, None)  # two jobs of a match may have waited, around an undo
            self._wake(job.match)

    async def explained(self, job: Job, game: Game) -> Word | None:
        """Wait a moment until what an explanation needs is compiled. Returns how far that is; None if it is done."""
        state = np.frombuffer(job.state, game.state_dtype)
        agent = spec.to_text(job.agent, job.options)
        for use in (
            *([EXPLAIN] if job.agent else []),
            *([ANALYSE] if game.definition.people.analysis is not None else []),
        ):
            request = await asyncio.to_thread(self._preparation.request, game, use, agent, state, job.player)
            if not await asyncio.to_thread(request.finished.wait, NEWS_SECONDS):
                return request.word()
        return None

    def preparing(self, match: str) -> Word | None:
        """What a match waits for, None if it does not wait for the compiler."""
        return self._waiting[match].word() if match in self._waiting else None

    def close(self) -> None:
        """End the compiler."""
        self._preparation.close()


def _log_failure(begun: asyncio.Future[None]) -> None:
    if not begun.cancelled() and (error := begun.exception()) is not None:
        logger.error("nothing is compiled ahead: %s", error)
