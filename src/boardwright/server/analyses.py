"""Questions to agents: hints and analyses. They have processes and a queue of their own: no move waits for them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from boardwright.agents.preparation import PATIENCE
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.server.agent_pool import Pool
from boardwright.server.agent_worker import Answer, Job
from boardwright.server.aside import Aside
from boardwright.server.compiling import Compiling
from boardwright.server.findings import Findings
from boardwright.server.limits import Limits
from boardwright.server.problems import Refusal
from boardwright.server.settings import ServerSettings

SEED = 1
"""The same question has the same answer."""


class Analyses:
    """The questions under way. What an agent thinks is counted as the time of the address that asked."""

    def __init__(
        self, settings: ServerSettings, compiling: Compiling, aside: Aside, limits: Limits, prepare: str | None
    ) -> None:
        self._settings = settings
        self._compiling = compiling
        self._aside = aside
        self._limits = limits
        changes = {
            "workers": settings.analysis_workers,
            "jobs": settings.analysis_jobs,
            "thinking_seconds": settings.analysis_seconds,
            "attempts": 1,
        }
        self._pool = Pool(settings.model_copy(update=changes), prepare, settings.analysis_niceness)
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._under_way: Counter[str] = Counter()
        self._numbers = count()

    def start(self) -> None:
        """Start the pool. Its processes start with the first question."""
        self._pool.start(self._deliver)

    async def close(self) -> None:
        """End the pool."""
        await self._pool.close()

    async def ask(
        self,
        game: Game,
        state: Array,
        agent: tuple[str, dict[str, int | str]],
        best: int,
        address: str,
        also: int | None = None,
    ) -> Findings | Word:
        """What an agent finds for the player to move; or how far the compiler has come, if the agent waits for it.

        The action `also` is told of beside the best ones.
        """
        player = int(state["to_move"][0])
        if not game.definition.perfect_information:
            state = await self._aside.run(game, 0, game.resample, state, player, SEED)
        name, options = agent
        asked = Job("", 0, game.name, game.config, name, options, player, state.tobytes(), SEED, 0, address, best, also)
        answer = await self._bounded(asked, game)
        if isinstance(answer, Word):
            return answer
        assert answer.findings is not None
        return answer.findings

    async def review(self, game: Game, line: Sequence[tuple[int, int]], address: str) -> tuple[Word, ...] | Word:
        """The game's own review of a finished game; or how far the compiler has come, if it waits for it."""
        start = game.new().tobytes()
        asked = Job("", 0, game.name, game.config, "", {}, 0, start, SEED, 0, address, line=tuple(line))
        answer = await self._bounded(asked, game)
        return answer if isinstance(answer, Word) else answer.review

    async def _bounded(self, asked: Job, game: Game) -> Answer | Word:
        """The answer to a question, within the limits of its address."""
        address, wait = asked.payer, self._settings.retry_seconds
        self._limits.require_agent_time(address)
        if self._under_way[address] >= self._settings.analyses_by_address:
            raise Refusal(429, "too_many_analyses", retry_after=wait, most=self._settings.analyses_by_address)
        if self._pool.full:
            raise Refusal(503, "server_busy", retry_after=wait, seconds=wait)
        self._under_way[address] += 1
        try:
            return await self._retried(asked, game)
        finally:
            self._under_way[address] -= 1
            if not self._under_way[address]:
                del self._under_way[address]

    async def _retried(self, asked: Job, game: Game) -> Answer | Word:
        for waits in range(PATIENCE + 1):
            job = replace(asked, match=f"analysis {next(self._numbers)}", waits=waits)
            answer = await self._answer(job)
            if not answer.not_compiled:
                break
            if (preparing := await self._compiling.explained(job, game)) is not None:
                return preparing
        if answer.problem is not None:
            raise AgentError(answer.problem.code, **answer.problem.params)
        return answer

    async def _answer(self, job: Job) -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[job.match] = future
        self._pool.submit(job)
        try:
            return await future
        finally:
            del self._answers[job.match]

    async def _deliver(self, job: Job, answer: Answer) -> None:
        self._limits.spend(job.payer, answer.seconds)
        waiting = self._answers.get(job.match)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)
