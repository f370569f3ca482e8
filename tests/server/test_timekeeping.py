"""Clocks by HTTP: late moves, watchers, and a server that was killed. Heartbeats, on both databases."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from typing import Any

import httpx
import pytest

from boardwright.core.game import Game
from boardwright.server import bodies, clocks, timekeeping
from boardwright.server.clocks import Span
from boardwright.server.failures import StorageError
from boardwright.server.log import Log
from boardwright.server.matches import TIMEOUT
from boardwright.server.problems import Refusal
from boardwright.server.timekeeping import LOST, Timekeeper
from boardwright.server.wakeups import Wakeups
from toys import pairs

from .harness import Player, refusal, timed
from .services import DAY, move, serving


def test_a_late_move_is_refused_and_the_match_is_lost(client: httpx.Client) -> None:
    first, second = timed(client, "person", "friend", seconds=1)
    begin = first.read()["clock"]
    assert (begin["seconds"], begin["running"]) == ([1, 1], None)
    first.plays(4)
    time.sleep(1.2)  # nobody's time runs before the first move
    answer = second.move(0, seq=2, key="in time")
    assert answer.status_code == 201
    assert answer.json()["clock"]["running"] == 0
    running = first.read()["clock"]
    assert running["seconds"][0] < 1 == running["seconds"][1]
    assert abs(running["at"] - 1000 * time.time()) < 60_000
    time.sleep(1.2)
    # The key of the server's own events is of no use to the player either.
    for key in ("late", "server"):
        assert refusal(first.move(8, seq=3, key=key)) == (409, "time_over")
    assert refusal(second.move(8, seq=4)) == (409, "match_over")
    assert second.move(0, seq=2, key="in time").status_code == 200
    seen = second.read()
    ends = {"resigned": None, "abandoned": False, "timeout": 0}
    assert seen["result"] == {"returns": [-1.0, 1.0], "truncated": False, **ends}
    assert (seen["history"][-1]["kind"], seen["history"][-1]["actor"], seen["view"]["choices"]) == (TIMEOUT, 0, [])
    assert (seen["clock"]["seconds"], seen["clock"]["running"]) == ([0, 1], None)
    assert first.get("/record").json()["resigned"] == 0
    assert second.read(at=1)["clock"] is None
    again = client.post(f"/matches/{first.match}/rematch", headers=first.headers()).json()
    assert Player(client, again["id"], first.token).read()["clock"]["seconds"] == [1, 1]


def test_whoever_watches_learns_that_the_time_is_over(client: httpx.Client) -> None:
    (both,) = timed(client, "person", "person", seconds=3)
    both.plays(4, 0)
    with client.stream("GET", f"/matches/{both.match}/follow") as lines:
        seen = [json.loads(line) for line in lines.iter_lines() if line.strip()]
    # On a busy machine the time may be over before the first line.
    assert [match["seq"] for match in seen][-1] == 3
    assert seen[-1]["result"]["timeout"] == 0


def test_the_time_of_an_agent_is_not_limited(client: httpx.Client) -> None:
    (player,) = timed(client, "person", "random", seconds=60, increment=5)
    player.plays(4)
    clock = player.wait(2)["clock"]
    assert (clock["seconds"][1], clock["running"]) == (None, 0)
    choices = player.read()["view"]["choices"]
    after = player.move(choices[0]["action"], seq=3).json()["clock"]
    assert 60 < after["seconds"][0] <= 65


def test_a_match_without_a_clock_shows_none(client: httpx.Client) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "person"], "clock": None}
    made = client.post("/matches", json=body).json()
    assert Player(client, made["id"], made["token"]).read()["clock"] is None


@pytest.mark.parametrize(
    "clock",
    [
        {"seconds": 0, "increment": 0},
        {"seconds": 1_209_601, "increment": 0},
        {"seconds": 60, "increment": -1},
        {"seconds": 60, "increment": 3601},
        {"seconds": 60},
        {"seconds": 60.5, "increment": 0},
        {"seconds": 60, "increment": 0, "delay": 1},
        60,
    ],
)
def test_a_clock_out_of_bounds_is_refused(client: httpx.Client, clock: Any) -> None:
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "person"], "clock": clock}
    assert refusal(client.post("/matches", json=body)) == (400, "request_invalid")


def test_a_match_of_three_has_no_clock(log: Log) -> None:
    three = Game(dataclasses.replace(pairs.DEFINITION, players=3), [{"places": 6}], interpreted=True)

    async def create() -> None:
        async with serving(log) as service:
            service.catalogue.game = lambda *_: three  # type: ignore[method-assign]
            clock = bodies.NewClock(seconds=60, increment=0)
            seats = ["person", "person", "person"]
            with pytest.raises(Refusal) as caught:
                await service.create(bodies.NewMatch(game="pairs", preset="standard", seats=seats, clock=clock))
            assert (caught.value.status, caught.value.code) == (400, "clock_forbidden")

    asyncio.run(create())


def test_a_match_that_nobody_reads_is_lost_on_time_and_not_abandoned(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with serving(log) as service:
            clock = bodies.NewClock(seconds=60, increment=0)
            numbers = []
            for moves in (2, 1):
                new = bodies.NewMatch(game="tic_tac_toe", preset="standard", seats=["person"] * 2, clock=clock)
                numbers.append((await service.create(new)).id)
                for seq in range(1, moves + 1):
                    await move(service, numbers[-1], seq, seq)
            later = int(timekeeping.now() + service.settings.abandoned_days * DAY + 60_000)
            monkeypatch.setattr(timekeeping, "now", lambda: later)
            service._timekeeper._alive = [Span(0, later)]
            assert await service._abandonment.sweep(later) == 2
            # In the second one nobody's time ran: player 1 had not moved.
            ends = [(await service.match(number)).now for number in numbers]
            assert [(now.timeout, now.abandoned) for now in ends] == [(0, False), (None, True)]
            assert await service._abandonment.sweep(later) == 0

    asyncio.run(play())


async def _nothing(*_: Any) -> Any:
    raise AssertionError


def keeper(log: Log) -> Timekeeper:
    return Timekeeper(log, None, _nothing, Wakeups())  # type: ignore[arg-type]


def test_heartbeats_are_kept_and_others_are_seen(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def at(time: int) -> None:
        monkeypatch.setattr(timekeeping, "now", lambda: time)

    async def beat() -> None:
        ours = keeper(log)
        at(1_000_000)
        await ours._beat()
        # It is alive since the last heartbeat, unless that is long ago.
        assert ours._union(1_004_000) == [Span(1_000_000, 1_004_000)]
        assert ours._union(1_000_000 + LOST + 1) == [Span(1_000_000, 1_000_000)]
        at(1_005_000)
        await ours._beat()
        assert [row[1:] for row in await log.uptimes(0)] == [(1_000_000, 1_005_000)]
        # The machine slept for a minute: a new span begins.
        at(1_065_000)
        await ours._beat()
        assert ours._union(1_066_000) == [Span(1_000_000, 1_005_000), Span(1_065_000, 1_066_000)]
        assert len(await log.uptimes(0)) == 2
        assert [row[1:] for row in await log.uptimes(1_006_000)] == [(1_065_000, 1_065_000)]
        # Another process sees these, and its own.
        at(1_070_000)
        other = keeper(log)
        await other._beat()
        assert other._union(1_071_000) == [
            Span(1_000_000, 1_005_000),
            Span(1_065_000, 1_065_000),
            Span(1_070_000, 1_071_000),
        ]
        # The first was alive all the time. On a shared database the second hears of it; on SQLite there is no second.
        await ours._beat()
        await other._beat()
        assert (other._union(1_071_000)[-1] == Span(1_065_000, 1_071_000)) == log.shared

    asyncio.run(beat())


def test_a_log_that_fails_counts_as_down(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: Any) -> None:
        raise StorageError

    async def beat() -> None:
        ours = keeper(log)
        start = timekeeping.now()
        await ours._beat()
        with monkeypatch.context() as patched:
            patched.setattr(Log, "beat", failing)
            patched.setattr(timekeeping, "now", lambda: start + 30_000)
            await ours._beat()
        monkeypatch.setattr(timekeeping, "now", lambda: start + 60_000)
        await ours._beat()
        assert clocks.alive(ours._union(start + 60_000), start, start + 60_000) < 1000

    asyncio.run(beat())
