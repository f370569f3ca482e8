"""The service without HTTP, with agents that play the first legal action in this process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np

import boardwright
from boardwright.server import bodies, schemas
from boardwright.server.agent_pool import Pool
from boardwright.server.agent_worker import Answer, Job
from boardwright.server.limits import Limits
from boardwright.server.log import Log
from boardwright.server.matches import LiveMatch
from boardwright.server.service import Service
from boardwright.server.settings import read

DAY = 24 * 3600 * 1000
KEY = b"key"


class FirstLegal(Pool):
    """A pool of one agent in this process: it plays the first legal action."""

    async def _run_with_retries(self, worker: Any, job: Job) -> Answer:
        game = boardwright.load(job.game, config=job.config)
        return Answer(int(game.open_actions(np.frombuffer(job.state, game.state_dtype))[0]))

    def warm(self) -> None:
        pass


@asynccontextmanager
async def serving(log: Log, pool: type[Pool] = FirstLegal, **changes: Any) -> AsyncIterator[Service]:
    settings = read(workers=1, **changes)
    service = Service(settings, log, KEY, pool(settings), Limits(settings))
    await service.start()
    try:
        yield service
    finally:
        await service.close()


async def created(service: Service, *seats: str, game: str = "tic_tac_toe") -> schemas.Created:
    return await service.create(bodies.NewMatch(game=game, preset="standard", seats=list(seats)))


async def move(service: Service, number: str, seq: int, action: int, seat: int | None = None) -> LiveMatch:
    request = bodies.Move(kind="move", seq=seq, key=f"key {seq}", action=action)
    match = await service.match(number)
    return (await service.act(match, (seq - 1) % 2 if seat is None else seat, request))[0]


async def reached(service: Service, number: str, seq: int) -> LiveMatch:
    end = time.monotonic() + 120
    while (match := await service.matches.get(number)).seq < seq:
        assert time.monotonic() < end, f"event {match.seq} of {seq}"
        await asyncio.sleep(0.005)
    return match
