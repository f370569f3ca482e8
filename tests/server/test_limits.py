"""The limits of one client: windows, budgets and addresses, by a clock of our own."""

from __future__ import annotations

from typing import Any

import pytest

import saying
from boardwright.core.errors import ConfigError
from boardwright.server import limits, settings
from boardwright.server.limits import Budget, Limits, Rate, Window, address_of
from boardwright.server.problems import Refusal


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(limits, "time", made)
    return made


def refused(limit: Limits, method: str, *arguments: Any) -> tuple[int, str, int | None]:
    with pytest.raises(Refusal) as caught:
        getattr(limit, method)(*arguments)
    return caught.value.status, caught.value.code, caught.value.retry_after


def test_a_window_moves(clock: Clock) -> None:
    rate = Rate("2/minute")
    assert rate.hit("a") == 0
    clock.now += 40
    assert rate.hit("a") == 0
    clock.now += 5
    assert rate.hit("a") == 15, "the first one leaves the window in 15 s"
    assert rate.hit("b") == 0, "another key has its own window"
    clock.now += 15
    assert rate.hit("a") == 0
    assert rate.hit("a") == 40


def test_every_rate_of_several_holds(clock: Clock) -> None:
    rate = Rate("2/second; 3/hour")
    assert [rate.hit("a") for _ in range(3)] == [0, 0, 1]
    clock.now += 1
    assert [rate.hit("a") for _ in range(2)] == [0, 3599]


def test_keys_that_are_not_used_are_forgotten(clock: Clock) -> None:
    window = Window(60)
    for number in range(1000):
        window.acquire_entry(f"{number}", 5, 60)
    clock.now += 30
    window.acquire_entry("0", 5, 60)
    assert len(window) == 1000
    clock.now += 31
    window.acquire_entry("x", 5, 60)
    assert len(window) == 2
    assert window.reset() == 2


def test_a_budget_is_forgiven_evenly(clock: Clock) -> None:
    budget = Budget("60/hour")
    assert budget.wait("a") == 0
    budget.spend("a", 90)
    assert budget.wait("a") == 1800
    assert budget.wait("b") == 0
    clock.now += 1801
    assert budget.wait("a") == 0
    budget.spend("a", 10)
    assert budget.wait("a") == 600
    clock.now += 4200
    budget.spend("b", 1)
    assert list(budget._spent) == ["b"], "who owes nothing is forgotten"


def test_each_limit_refuses_with_its_sentence(clock: Clock) -> None:
    narrow = settings.read(
        requests_by_address="3/second",
        requests_by_token="1/second",
        matches_by_address="1/minute",
        agent_seconds_by_address="10/hour",
        streams=3,
        streams_by_address=2,
    )
    limit = Limits(narrow)
    limit.require_request("a", b"Bearer one")
    assert refused(limit, "require_request", "a", b"Bearer one") == (429, "too_many_requests", 1)
    limit.require_request("a", None)
    assert refused(limit, "require_request", "a", None) == (429, "too_many_requests", 1)
    limit.require_request("b", b"Bearer two")
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
    for key, value in (("requests_by_address", "fast"), ("agent_seconds_by_address", "1/second; 2/minute")):
        with saying.refused(ConfigError, "config_value", path=key):
            settings.read(**{key: value})
