"""Planted defects of the server, each for the proof that must catch it: `serve_toys.py --defect NAME`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from boardwright.server import commands, database, presentation, routes, seating, statements
from boardwright.server.agent_pool import Pool
from boardwright.server.agent_worker import Job
from boardwright.server.match_cache import MatchCache
from boardwright.server.matches import MOVE, LiveMatch
from boardwright.server.service import Service
from boardwright.server.turns import Turns


def skip_the_seat_check() -> None:
    """Anybody moves for whoever is to move."""

    def seated(match: LiveMatch, token: str | None) -> int:
        return match.now.to_move or 0

    routes.seated = seating.seated = seated


def show_draws() -> None:
    """The history has the action and the draw of every event."""
    plain = presentation._item

    def item(match: LiveMatch, seq: int, you: int | None, language: str) -> Any:
        step = match.step(seq)
        return plain(match, seq, you, language).model_copy(update={"text": f"{step.action} {step.draw}"})

    presentation._item = item


def raise_at_rare_values() -> None:
    """A question about a cell that no board has is a fault."""
    plain = presentation.why

    def why(match: LiveMatch, you: int, cell: int, *rest: Any) -> Any:
        assert cell < 1000
        return plain(match, you, cell, *rest)

    presentation.why = why


def write_before_the_check() -> None:
    """A refused event has already written to the log."""
    plain = Service.act

    async def act(self: Service, match: LiveMatch, *rest: Any) -> Any:
        await self._log._write(statements.BringUpToDate([(seating.now(), match.heading.id)]))
        return await plain(self, match, *rest)

    Service.act = act  # type: ignore[method-assign]


def trust_the_cache() -> None:
    """A match in memory is taken for current, though another process may have written."""

    async def is_current(self: MatchCache, match: LiveMatch) -> bool:
        return True

    MatchCache._is_current = is_current  # type: ignore[method-assign]


def drop_the_lease() -> None:
    """Every job is given out twice, and its answer is appended under whichever number is next."""
    fold = LiveMatch.fold

    def submit(self: Pool, job: Job) -> None:
        for more in range(2):
            self._leased[job.match, job.seq] = job
            self._queue.put_nowait(replace(job, seed=job.seed ^ more))

    async def hand_over(self: Pool, job: Job, answer: Any, seconds: float, deliver: Any) -> None:
        await deliver(job, answer, seconds)
        self._leased.pop((job.match, job.seq), None)

    async def take(self: Turns, job: Job, answer: Any) -> None:
        match = (await self._matches.get(job.match)).copy()
        if match.agent_to_move is not None and answer.action is not None:
            agent = match.seats[job.player].agent
            drafts = [commands.draft(match, MOVE, job.player, "server", action=answer.action, agent=agent)]
            await self._append(match, fold(match, drafts))

    Pool.submit, Pool._hand_over, Turns._take = submit, hand_over, take  # type: ignore[method-assign]


def sync_less(level: str) -> None:
    """Commits do not wait for the disk."""
    plain = database._durable_sqlite

    def durable(connection: Any, record: Any) -> None:
        plain(connection, record)
        connection.execute(f"PRAGMA synchronous={level}")

    database._durable_sqlite = durable


DEFECTS = {
    "seats": skip_the_seat_check,
    "draws": show_draws,
    "raise": raise_at_rare_values,
    "write": write_before_the_check,
    "stale": trust_the_cache,
    "leases": drop_the_lease,
    "synchronous_off": partial(sync_less, "OFF"),
    "synchronous_normal": partial(sync_less, "NORMAL"),
}
