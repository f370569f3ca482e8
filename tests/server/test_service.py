"""The service without HTTP: nothing slow on the event loop, matches in memory, a failing log, abandoned matches."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from boardwright.server import bodies, presentation, rates, schemas
from boardwright.server.agent_worker import Answer, Job
from boardwright.server.log import Log
from boardwright.server.matches import ABANDON, LiveMatch
from boardwright.server.problems import Refusal
from boardwright.server.service import Service
from saying import refused

from .services import DAY, FirstLegal, created, move, reached, serving


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=64)
    yield log
    log.close()


def test_no_statement_runs_on_the_event_loop(log: Log) -> None:
    threads: set[int] = set()

    @sa.event.listens_for(log._engine, "before_cursor_execute")
    def executed(*_: Any) -> None:
        threads.add(threading.get_ident())

    async def play() -> None:
        async with serving(log, matches=1) as service:
            first, second = await created(service, "person", "friend"), await created(service, "person", "random")
            await move(service, first.id, 1, 4)
            await move(service, second.id, 1, 4, 0)
            await reached(service, second.id, 2)
            await service.join(first.id, first.invitations[0].invitation)
            await move(service, first.id, 2, 0)
            with refused(Refusal, "no_such_match"):
                await service.match("none")

    asyncio.run(play())
    assert threads
    assert threading.get_ident() not in threads


def test_a_long_match_is_folded_and_shown_beside_the_event_loop(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[int] = set()
    refold = LiveMatch.refold

    def noted(match: LiveMatch, events: Any) -> None:
        threads.add(threading.get_ident())
        refold(match, events)

    monkeypatch.setattr(LiveMatch, "refold", noted)

    async def play() -> None:
        async with serving(log, matches=1) as service:
            first = await created(service, "person", "friend")
            await move(service, first.id, 1, 4)
            # The seat that nobody has joined agrees at once.
            request = bodies.UndoRequest(kind="undo_request", seq=2, key="undo")
            await service.act(await service.match(first.id), 0, request)
            await created(service, "person", "friend")
            assert (await service.match(first.id)).seq == 3

    asyncio.run(play())
    assert threads
    assert threading.get_ident() not in threads


def test_starting_reads_no_match(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []

    async def fill() -> list[str]:
        async with serving(log) as service:
            return [(await created(service, "random", "person")).id for _ in range(20)]

    numbers = asyncio.run(fill())
    read_one = Log.read

    async def counted(self: Log, match: str, after: int = 0) -> Any:
        reads.append(match)
        return await read_one(self, match, after)

    monkeypatch.setattr(Log, "read", counted)

    async def start() -> None:
        async with serving(log) as service:
            await asyncio.sleep(0.3)
            assert not reads
            # The agent whose turn was interrupted goes on as soon as somebody looks.
            await service.match(numbers[7])
            await reached(service, numbers[7], 1)
            assert set(reads) == {numbers[7]}

    asyncio.run(start())


def test_a_match_takes_no_more_events_than_the_settings_allow(log: Log) -> None:
    async def play() -> None:
        async with serving(log, events=2) as service:
            made = await created(service, "person", "friend")
            await move(service, made.id, 1, 0)
            await move(service, made.id, 2, 1)
            with pytest.raises(Refusal) as caught:
                await move(service, made.id, 3, 2)
            assert (caught.value.status, caught.value.code) == (422, "match_too_long")

    asyncio.run(play())


class Costly(FirstLegal):
    """Its agents say that each move has taken a fifth of a second."""

    async def _run_with_retries(self, worker: Any, job: Job) -> Answer:
        return replace(await super()._run_with_retries(worker, job), seconds=0.2)


def test_the_time_of_agents_is_limited_by_address(log: Log) -> None:
    async def play() -> None:
        async with serving(log, Costly, agent_seconds_by_address="1/hour") as service:
            new = bodies.NewMatch(game="tic_tac_toe", preset="standard", seats=["random", "person"])
            for _ in range(6):
                await reached(service, (await service.create(new, "greedy")).id, 1)
            with pytest.raises(Refusal) as caught:
                await service.create(new, "greedy")
            assert (caught.value.status, caught.value.code) == (429, "agent_time_spent")
            await service.create(new, "honest")

    asyncio.run(play())


def test_a_match_whose_payer_has_no_time_left_is_parked_and_goes_on(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while it runs: two agents that somebody watches would use the time of everybody."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: clock.now))

    async def play() -> None:
        async with serving(log, Costly, agent_seconds_by_address="1/hour") as service:
            new = bodies.NewMatch(game="tic_tac_toe", preset="standard", seats=["random", "random"])
            number = (await service.create(new, "greedy")).id
            match = await service.match(number, "greedy")
            watching = asyncio.create_task(anext(service.watch(match, 1000)))
            await asyncio.sleep(0)
            await service.match(number)
            parked = await reached(service, number, 6)
            shown = json.loads(await service.show(parked, None, "en"))
            assert (shown["preparing"]["code"], shown["seq"]) == ("agent_parked", 6)
            assert shown["preparing"]["params"]["seconds"] > 600
            other = (await service.create(new.model_copy(update={"seats": ["random", "person"]}), "honest")).id
            await reached(service, other, 1)
            assert (await service.match(number)).seq == 6, "nobody's time is left for it"
            # The timer of the parking has no clock of ours: it rings when the time has come.
            clock.now += 3600
            service._turns._parking._ring("greedy")
            await reached(service, number, 7)
            watching.cancel()

    asyncio.run(play())


async def watched(service: Service, match: LiveMatch) -> None:
    async for _ in service.watch(match, -1):
        pass


def test_one_address_does_not_keep_the_agents_from_others(log: Log) -> None:
    """Twenty matches of agents among themselves; a person's move is answered when the job before it is done."""
    begun: list[str] = []
    permits = asyncio.Semaphore(0)

    class Held(FirstLegal):
        async def _run_with_retries(self, worker: Any, job: Job) -> Answer:
            begun.append(job.payer)
            await permits.acquire()
            return await super()._run_with_retries(worker, job)

    async def play() -> None:
        async with serving(log, Held) as service:
            watching = []
            agents = bodies.NewMatch(game="tic_tac_toe", preset="standard", seats=["random", "random"])
            for _ in range(20):
                match = await service.match((await service.create(agents, "greedy")).id, "greedy")
                watching.append(asyncio.create_task(watched(service, match)))
                await asyncio.sleep(0)
                await service.match(match.heading.id)
            assert service._pool.waiting == service.settings.agent_moves_by_address - 1, "the others are parked"
            new = bodies.NewMatch(game="tic_tac_toe", preset="standard", seats=["random", "person"])
            honest = (await service.create(new, "honest")).id
            assert begun == ["greedy"]
            permits.release()
            await asyncio.sleep(0.01)
            permits.release()
            await reached(service, honest, 1)
            assert begun[:2] == ["greedy", "honest"]
            for _ in range(1000):
                permits.release()
            for match in list(service.matches._matches):
                await reached(service, match, 1)
            for watcher in watching:
                watcher.cancel()

    asyncio.run(play())


def test_an_abandoned_match_ends_without_a_result_and_others_go_on(log: Log) -> None:
    async def play() -> None:
        async with serving(log) as service:
            empty, begun, fresh = [await created(service, "person", "friend") for _ in range(3)]
            await move(service, begun.id, 1, 4)
            now = time.time_ns() // 1_000_000
            assert await service._abandonment.sweep(now) == 0
            later = int(now + service.settings.abandoned_days * DAY + 60_000)
            ended = await service._abandonment.sweep(later)
            assert ended == 3
            for number, seq in ((empty.id, 1), (begun.id, 2), (fresh.id, 1)):
                match = await service.match(number)
                assert (match.seq, match.finished, match.step(seq).kind) == (seq, True, ABANDON)
                shown = schemas.Match.model_validate_json(await service.show(match, 0, "en"))
                assert shown.result == schemas.Result(
                    returns=None, truncated=False, resigned=None, abandoned=True, timeout=None
                )
                assert shown.history[-1].actor == -1
                with pytest.raises(Refusal) as caught:
                    await move(service, number, seq + 1, 8, 0)
                assert caught.value.code == "match_over"
            assert await service._abandonment.sweep(later) == 0

    asyncio.run(play())


def test_the_past_is_folded_again_and_the_history_can_be_read_in_parts(log: Log) -> None:
    async def play() -> None:
        async with serving(log) as service:
            made = await created(service, "person", "friend")
            for seq, action in enumerate((4, 0, 8), start=1):
                match = await move(service, made.id, seq, action)
            whole = schemas.Match.model_validate_json(await service.show(match, 0, "en"))
            part = schemas.Match.model_validate_json(await service.show(match, 0, "en", since=2))
            assert [item.seq for item in whole.history] == [1, 2, 3]
            assert part == whole.model_copy(update={"history": whole.history[2:]})
            for seq in range(4):
                past = schemas.Match.model_validate_json(await service.show(match, 0, "en", at=seq))
                assert past.view is not None
                assert (past.seq, past.view.ply, len(past.history)) == (seq, seq, seq)

    asyncio.run(play())


def test_all_who_follow_a_match_with_a_clock_share_one_drawing(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its clocks are another thing at another moment."""
    drawn, body = [], presentation.body

    def counted(match: LiveMatch, *given: Any) -> bytes:
        drawn.append(match.seq)
        return body(match, *given)

    monkeypatch.setattr(presentation, "body", counted)

    async def play() -> None:
        async with serving(log) as service:
            clock = bodies.NewClock(seconds=600, increment=0)
            new = bodies.NewMatch(game="tic_tac_toe", preset="standard", seats=["person"] * 2, clock=clock)
            number = (await service.create(new)).id
            for seq in (1, 2, 3):
                await move(service, number, seq, seq)
            match = await service.match(number)
            shown = [schemas.Match.model_validate_json(await service.show(match, None, "en")) for _ in range(50)]
            assert drawn == [3]
            assert {one.seq for one in shown} == {3}
            assert all(one.clock is not None and one.clock.running == 1 for one in shown)
            assert shown[0].clock != shown[-1].clock or shown[0].clock.at == shown[-1].clock.at
            past = schemas.Match.model_validate_json(await service.show(match, None, "en", at=1))
            assert past.clock is None

    asyncio.run(play())
