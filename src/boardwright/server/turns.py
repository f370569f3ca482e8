"""Agents' turns: a job for each, its answer appended to the log, again and again until the log has it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

from boardwright.core.errors import BoardwrightError, RuleFault
from boardwright.core.words import Word
from boardwright.server import commands, credentials
from boardwright.server.agent_pool import Pool
from boardwright.server.agent_worker import Answer, Job
from boardwright.server.aside import Aside
from boardwright.server.catalogue import Catalogue
from boardwright.server.compiling import Compiling
from boardwright.server.failures import StorageError
from boardwright.server.limits import PAYER, Limits
from boardwright.server.match_cache import MatchCache
from boardwright.server.matches import Folded, LiveMatch
from boardwright.server.parking import Parking

logger = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds between two tries to append an agent's move, from the first to the longest."""

Append = Callable[[LiveMatch, Sequence[Folded]], Awaitable[bool]]


class Turns:
    """The turns of agents, at most `most` of a payer at a time.

    `append` adds events to the log and to the match; `watched`: whether somebody watches it.
    """

    def __init__(
        self,
        matches: MatchCache,
        pool: Pool,
        catalogue: Catalogue,
        compiling: Compiling,
        aside: Aside,
        append: Append,
        watched: Callable[[str], bool],
        limits: Limits,
        most: int,
    ) -> None:
        self._matches = matches
        self._pool = pool
        self._catalogue = catalogue
        self._compiling = compiling
        self._aside = aside
        self._append = append
        self._watched = watched
        self._limits = limits
        self._parking = Parking(limits, most, self._go_on)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start the pool."""
        self._pool.start(self._deliver)

    async def close(self) -> None:
        """End the pool, and what waits."""
        for task in self._tasks:
            task.cancel()
        self._parking.close()
        await self._pool.close()

    def consider(self, match: LiveMatch, *, waits: int = 0) -> None:
        """Queue a job, if it is an agent's turn and it does not wait for the compiler."""
        if any(seat.agent is not None for seat in match.seats):
            self._pool.warm()
        # Agents among themselves go on while somebody watches.
        if all(seat.agent is not None for seat in match.seats) and not self._watched(match.heading.id):
            return
        place = match.heading.id, match.seq + 1
        waiting = self._compiling.preparing(match.heading.id) is not None or match.stuck == match.seq + 1
        if match.agent_to_move is None or waiting or place in self._parking:
            return
        if self._parking.begin(place, match.payer):
            self._begin(self._queue(match.copy(), waits))

    def parked(self, match: LiveMatch) -> Word | None:
        """Why the agent of a match does not think yet, None if it does."""
        seconds = self._parking.seconds(match.heading.id, match.payer)
        return Word("agent_parked", {"seconds": seconds}) if seconds else None

    def _go_on(self, number: str) -> None:
        # One that has left the memory goes on when somebody reads it.
        if (match := self._matches.peek(number)) is not None:
            self.consider(match)

    async def _queue(self, match: LiveMatch, waits: int) -> None:
        place, queued = (match.heading.id, match.seq + 1), False
        try:
            queued = await self._submit(match, waits)
        finally:
            if not queued:
                self._parking.end(place)

    async def _submit(self, match: LiveMatch, waits: int) -> bool:
        """Submit the job of a turn. False if there is none: it was answered already, or nobody can."""
        agent, player = match.agent_to_move, match.now.to_move
        assert agent is not None
        assert player is not None
        try:
            name, options = self._catalogue.agent(agent, match.game)
        except BoardwrightError as error:
            # It was offered when the match was made. The match can still be read and resigned.
            logger.error("nobody can move in match %s: %s", match.heading.id, error)
            return False
        game, heading, seed = match.game, match.heading, credentials.raw_bits()
        place = (heading.id, match.seq + 1, heading.game, heading.config)
        job, state = Job(*place, name, options, player, b"", seed, waits, match.payer), match.now.state
        if not game.definition.perfect_information:
            try:
                state = await self._aside.run(game, 0, game.resample, state, player, credentials.raw_bits())
            except RuleFault as error:
                await self._deliver(job, Answer(None, error.word))
                return False
        self._pool.submit(replace(job, state=state.tobytes()))
        return True

    async def _deliver(self, job: Job, answer: Answer) -> None:
        """Append an agent's move, unless the match changed meanwhile. While the log fails, try again."""
        self._limits.spend(job.payer, answer.seconds)
        PAYER.set(job.payer)
        pause = FIRST_PAUSE
        try:
            while True:
                try:
                    return await self._take(job, answer)
                except StorageError:  # the log has said so
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self._parking.end((job.match, job.seq))

    async def _take(self, job: Job, answer: Answer) -> None:
        match = (await self._matches.get(job.match)).copy()
        if answer.not_compiled:
            self._begin(self._wait_for_the_compiler(job, match))
            return
        agent, problem = match.agent_to_move, answer.problem
        if match.seq + 1 != job.seq or agent is None:
            self.consider(match)
            return
        if answer.action is not None:
            try:
                drafts = await self._aside.run(
                    match.game, 0, commands.agent_move, match, answer.action, agent, job.seed
                )
                await self._append(match, await self._aside.run(match.game, 0, match.fold, drafts))
                return
            except StorageError:
                raise
            except BoardwrightError as error:
                problem = error.word
        logger.error("%s could not move in match %s, event %s: %s", agent, job.match, job.seq, problem)
        if match.game.players <= 2:
            await self._append(match, match.fold(commands.agent_resigns(match)))
        else:
            # Nobody may resign among three. Every read of the match would ask the agent again, for the same answer.
            (await self._matches.get(job.match)).stuck = job.seq

    async def _wait_for_the_compiler(self, job: Job, match: LiveMatch) -> None:
        await self._compiling.wait(job, match.game)
        self.consider(await self._matches.get(job.match), waits=job.waits + 1)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("an agent's turn failed: %s", error)
