"""The limits of one client: rates, streams and addresses, by a clock of our own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import saying
from boardwright.core.errors import ConfigError
from boardwright.server import limits, rates, settings
from boardwright.server.limits import Limits, address_of
from boardwright.server.problems import Refusal
from boardwright.server.rates import Bucket, Rate


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(rates, "time", made)
    return made


def refused(limit: Limits, method: str, *arguments: Any) -> tuple[int, str, int | None]:
    with pytest.raises(Refusal) as caught:
        getattr(limit, method)(*arguments)
    return caught.value.status, caught.value.code, caught.value.retry_after


def test_a_rate_is_forgiven_evenly(clock: Clock) -> None:
    rate = Rate("2/minute")
    assert [rate.take("a") for _ in range(3)] == [0, 0, 30]
    assert rate.take("b") == 0, "another key has its own"
    clock.now += 29
    assert rate.take("a") == 1
    clock.now += 1
    assert rate.take("a") == 0
    assert rate.take("a", 0.5) == 15
    clock.now += 60
    assert rate.take("a", 100) == 0, "more than all may be taken where nothing was, and is waited for"
    assert rate.wait("a") == pytest.approx(98 * 30)


def test_every_rate_of_several_holds(clock: Clock) -> None:
    rate = Rate("2/second; 3/hour")
    assert [rate.take("a") for _ in range(3)] == [0, 0, 1]
    clock.now += 1
    assert [rate.take("a") for _ in range(2)] == [0, 1199]


def test_keys_that_are_forgiven_are_forgotten(clock: Clock) -> None:
    bucket = Bucket(60, 60)
    for number in range(1000):
        bucket.use(f"{number}", 30)
    clock.now += 15
    bucket.use("0", 30)
    assert len(bucket) == 1000
    clock.now += 16
    bucket.use("x", 1)
    assert len(bucket) == 2


def test_what_was_used_beyond_all_is_waited_for(clock: Clock) -> None:
    rate = Rate("60/hour")
    rate.use("a", 90)
    assert (rate.wait("a"), rate.wait("b")) == (1800, 0)
    clock.now += 1801
    assert rate.wait("a") == 0
    rate.use("a", 10)
    assert rate.wait("a") == pytest.approx(599)


def test_each_limit_refuses_with_its_sentence(clock: Clock) -> None:
    narrow = settings.read(
        work_by_address="6/day",
        work_by_token="2/day",
        matches_by_address="1/minute",
        agent_seconds_by_address="10/hour",
        streams=3,
        streams_by_address=2,
    )
    limit = Limits(narrow)
    limit.require_work("a", b"Bearer one", 2)
    assert refused(limit, "require_work", "a", b"Bearer one", 2) == (429, "too_many_requests", 86400)
    limit.require_work("a", None, 2)
    assert refused(limit, "require_work", "a", None, 2) == (429, "too_many_requests", 28800)
    limit.require_work("b", b"Bearer two", 2)
    limit.add_work(4, "b")
    assert refused(limit, "require_work", "b", None, 1) == (429, "too_many_requests", 14400)
    limit.require_match("a")
    assert refused(limit, "require_match", "a") == (429, "too_many_matches", 60)
    limit.spend("a", 12)
    assert refused(limit, "require_agent_time", "a") == (429, "agent_time_spent", 720)
    limit.require_agent_time("b")
    with limit.stream("a"), limit.stream("a"):
        assert refused(limit, "open_stream", "a") == (429, "too_many_streams", 5)
        with limit.stream("b"):
            assert refused(limit, "open_stream", "b") == (503, "server_full", 5)
    assert limit.streams == 0
    with limit.stream("a"):
        assert limit.streams == 1


def test_an_address_is_what_one_customer_gets() -> None:
    assert address_of("192.0.2.1") == "192.0.2.1"
    assert address_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert address_of("2001:db8:1:2:3:4:5:6") == address_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert address_of("fe80::1%eth0") == "fe80::/64"
    assert address_of("x" * 100) == "x" * 64


def test_a_rate_that_cannot_be_read_is_refused() -> None:
    for value in ("fast", "", "1/second; ", "0/minute", "-1/minute", "1/year", "1/0 second", "1.5/minute"):
        with saying.refused(ConfigError, "config_value", path="work_by_address"):
            settings.read(work_by_address=value)
    assert rates.parse("20/minute; 600 / 3 seconds;1/day") == [(20, 60), (600, 3), (1, 86400)]


@pytest.mark.parametrize("waited", [0.0, 0.2])
def test_what_a_stream_tells_waits_for_its_reader_to_have_work_left(waited: float, clock: Clock) -> None:
    async def tell() -> list[float]:
        limit, paused = Limits(settings.read(work_by_address="10/second")), []

        async def sleep(seconds: float) -> None:
            paused.append(seconds)
            clock.now += seconds

        limits.PAYER.set("a")
        limit.add_work(5 + 10 * waited)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(limits.asyncio, "sleep", sleep)
            await limit.paced_work(5)
        return paused

    assert asyncio.run(tell()) == ([pytest.approx(waited)] if waited else [])
