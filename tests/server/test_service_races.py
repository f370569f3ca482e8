"""The service without HTTP, where things happen at once: reads, folds and appends of one match, and a failing log."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.game import Game
from boardwright.core.words import Word
from boardwright.server import bodies, seating
from boardwright.server.agent_worker import Answer, Job
from boardwright.server.failures import StorageError
from boardwright.server.limits import PAYER
from boardwright.server.log import Event, Heading, Log
from boardwright.server.matches import LiveMatch
from boardwright.server.problems import Refusal
from boardwright.server.service import Service
from toys import lamps, pairs

from .services import FirstLegal, created, move, reached, serving


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(f"sqlite:///{tmp_path / 'log.sqlite'}", group=64)
    yield log
    log.close()


def test_an_agents_move_is_appended_once_the_log_can_be_written_again(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([True, True, True])
    append = Log.append

    async def failing(self: Log, match: str, events: list[Event], result: Any = None) -> bool:
        if events[0].agent is not None and next(failures, False):
            raise StorageError
        return await append(self, match, events, result)

    monkeypatch.setattr(Log, "append", failing)
    monkeypatch.setattr("boardwright.server.turns.FIRST_PAUSE", 0.01)

    async def play() -> None:
        async with serving(log) as service:
            made = await created(service, "person", "random")
            await move(service, made.id, 1, 4)
            match = await reached(service, made.id, 2)
            assert match.step(2).actor == 1

    asyncio.run(play())
    assert next(failures, None) is None


def test_requests_for_a_match_that_is_not_in_memory_share_one_fold(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    folds: list[str] = []
    refold = LiveMatch.refold

    def counted(match: LiveMatch, events: Any) -> None:
        folds.append(match.heading.id)
        refold(match, events)

    monkeypatch.setattr(LiveMatch, "refold", counted)

    async def play() -> None:
        async with serving(log, matches=1) as service:
            made = await created(service, "person", "friend")
            await move(service, made.id, 1, 4)
            await created(service, "person", "friend")
            matches = await asyncio.gather(*(service.match(made.id) for _ in range(50)))
            assert {id(match) for match in matches} == {id(matches[0])}
            assert folds == [made.id]

    asyncio.run(play())


def test_an_event_that_is_appended_while_its_match_is_read_is_not_missing(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request may hold a match that has left the memory, and append to it while another request reads it again."""
    read_one, gate, reading = Log.read, asyncio.Event(), asyncio.Event()

    async def slow(self: Log, match: str, after: int = 0) -> Any:
        logged = await read_one(self, match, after)
        reading.set()
        await gate.wait()
        return logged

    async def play() -> None:
        async with serving(log, matches=1) as service:
            made = await created(service, "person", "friend")
            held = await service.match(made.id)
            await created(service, "person", "friend")
            monkeypatch.setattr(Log, "read", slow)
            loading = asyncio.create_task(service.matches.get(made.id))
            await reading.wait()
            request = bodies.Move(kind="move", seq=1, key="k", action=4)
            acting = asyncio.create_task(service.act(held, 0, request))
            async with asyncio.timeout(120):
                while await log.head(made.id) != (1, held.seats):  # until it is in the log
                    await asyncio.sleep(0.01)
            gate.set()
            assert (await loading).seq == 1
            assert (await acting)[0].seq == 1

    asyncio.run(play())


def test_a_match_that_has_not_changed_is_not_drawn_again(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    from boardwright.server import presentation

    drawn: list[int | None] = []
    body = presentation.body

    def counted(match: LiveMatch, you: int | None, *args: Any, **options: Any) -> bytes:
        drawn.append(you)
        return body(match, you, *args, **options)

    monkeypatch.setattr(presentation, "body", counted)

    async def play() -> None:
        async with serving(log) as service:
            made = await created(service, "person", "friend")
            match = await service.match(made.id)
            answers = {await service.show(match, 0, "en") for _ in range(5)}
            assert (len(answers), drawn) == (1, [0])
            assert await service.show(match, None, "en") != answers.pop()
            await service.join(made.id, made.invitations[0].invitation)
            assert b'"joined":false' not in await service.show(await service.match(made.id), 0, "en")

    asyncio.run(play())


def test_a_match_that_goes_on_while_an_event_is_folded_does_not_mix_with_it(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two rivals post the first event, and the first of them is in the log while the second is still being folded."""
    from boardwright.server import commands

    ask, folding, go_on = commands.ask, threading.Event(), threading.Event()

    def slow(match: LiveMatch, seat: int, request: bodies.Attempt) -> list[Event]:
        if request.key == "slow":
            folding.set()
            assert go_on.wait(120)
        return ask(match, seat, request)

    monkeypatch.setattr(commands, "ask", slow)

    async def play() -> None:
        async with serving(log) as service:
            made = await created(service, "person", "friend")
            match = await service.match(made.id)
            rival = asyncio.create_task(
                service.act(match, 0, bodies.Move(kind="move", seq=1, key="slow", action=0)),
            )
            await asyncio.to_thread(folding.wait, 120)
            PAYER.set("another address")  # of one address only one long piece of work is under way
            await service.act(match, 0, bodies.Move(kind="move", seq=1, key="quick", action=4))
            go_on.set()
            with pytest.raises(Refusal) as caught:
                await rival
            assert (caught.value.code, (await service.match(made.id)).seq) == ("seq_taken", 1)

    asyncio.run(play())


def test_two_rematches_at_once_are_one_match_and_neither_forgets_what_was_played_in_it(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both requests look before either has made the match; the slower comes when a move has been played in it."""
    head, create = Log.head, Log.create
    both_looked, played = asyncio.Barrier(2), asyncio.Event()
    creating: list[str] = []

    async def looked(self: Log, number: str) -> Any:
        found = await head(self, number)
        if len(creating) == 0 and found is None:
            await both_looked.wait()
        return found

    async def slower(self: Log, heading: Heading, after: Any) -> Any:
        creating.append(heading.id)
        if len(creating) == 2:
            await played.wait()
        return await create(self, heading, after)

    async def play() -> None:
        async with serving(log) as service:
            made = await created(service, "person", "friend")
            friend = (await service.join(made.id, made.invitations[0].invitation)).token
            await service.act(await service.match(made.id), 0, bodies.Resign(kind="resign", seq=1, key="k"))
            with monkeypatch.context() as patched:
                patched.setattr(Log, "head", looked)
                patched.setattr(Log, "create", slower)
                asked = {asyncio.create_task(service.rematch(made.id, token)): token for token in (made.token, friend)}
                (done,), (waiting,) = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
                number = done.result().id
                await move(service, number, 1, 4)
                renewed = await service.renew(number, asked[done])
                played.set()
                assert (await waiting).id == number
            assert creating == [number, number]
            again = await service.match(number)
            assert again.seq == 1
            assert seating.seated(again, renewed.token) == renewed.seat
            assert sorted(log.every()) == sorted([made.id, number])

    asyncio.run(play())


class Unable(FirstLegal):
    """A pool of one agent that can never move; `asked` has its jobs."""

    asked: list[Job]

    async def _run_with_retries(self, worker: Any, job: Job) -> Answer:
        self.asked.append(job)
        return Answer(None, Word("agent_failed", {"agent": job.agent, "error": "ValueError"}))


async def settled(service: Service) -> None:
    """Wait until every job is queued, answered and delivered."""
    while service._turns._tasks or service._pool._leased:
        await asyncio.sleep(0)


def test_an_agent_of_three_that_cannot_move_is_not_asked_again_at_every_read(log: Log) -> None:
    three = Game(replace(pairs.DEFINITION, players=3), [{"places": 6}], interpreted=True)
    Unable.asked = []

    async def play() -> None:
        async with serving(log, Unable) as service:
            service.catalogue.game = service.catalogue.game_of = lambda *_: three  # type: ignore[method-assign]
            made = await created(service, "random", "person", "person", game="pairs")
            for _ in range(5):
                await service.match(made.id)
                await settled(service)
            assert [job.seq for job in Unable.asked] == [1]
            assert (await service.match(made.id)).seq == 0
            # From the log anew, as after a restart: perhaps the agent can move now.
            service.matches.drop(made.id)
            await service.match(made.id)
            await settled(service)
            assert [job.seq for job in Unable.asked] == [1, 1]

    asyncio.run(play())


def test_an_agent_that_cannot_move_alone_resigns(log: Log) -> None:
    alone = Game(lamps.DEFINITION, [{"rows": 2, "cols": 2, "presses": 2}], interpreted=True)
    Unable.asked = []

    async def play() -> None:
        async with serving(log, Unable) as service:
            service.catalogue.game = service.catalogue.game_of = lambda *_: alone  # type: ignore[method-assign]
            made = await created(service, "random", game="lamps")
            async for seq in service.watch(await service.match(made.id), 0):
                assert seq == 1
                break
            match = await service.match(made.id)
            assert match.result(match.now) == {
                "returns": [-1.0],
                "truncated": False,
                "resigned": 0,
                "abandoned": False,
                "timeout": None,
            }
            assert len(Unable.asked) == 1

    asyncio.run(play())
