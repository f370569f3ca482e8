"""Limits of what one client may take: requests, matches, streams and the time of agents, by address and by seat token.

The rates are those of the library `limits` (a moving window). Its own storage in memory starts a thread for a request
and never forgets an address; ours does neither.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import limits
from limits.storage.base import MovingWindowSupport, Storage
from limits.strategies import MovingWindowRateLimiter

from boardwright.server.problems import Refusal
from boardwright.server.settings import ServerSettings


class Window(Storage, MovingWindowSupport):
    """The moving windows of one rate: a queue of times for each key. Keys are dropped after a window without a hit."""

    def __init__(self, expiry: int) -> None:
        super().__init__()
        self._expiry = expiry
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count a hit, unless the window is full."""
        now = time.monotonic()
        self._forget(now - expiry)
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while times and times[0] <= now - expiry:
            times.popleft()
        if len(times) + amount > limit:
            return False
        times.extend([now] * amount)
        return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """The time of the oldest hit in the window, and the number of hits."""
        now = time.monotonic()
        inside = [hit for hit in self._times.get(key, ()) if hit > now - expiry]
        return (inside[0] if inside else now), len(inside)

    def _forget(self, before: float) -> None:
        # The keys are in the order of their last use, so this ends at the first one that is still in use.
        while self._times:
            times = next(iter(self._times.values()))
            if times and times[-1] > before:
                return
            self._times.popitem(last=False)

    def __len__(self) -> int:
        return len(self._times)

    def clear(self, key: str) -> None:
        self._times.pop(key, None)

    def reset(self) -> int:
        count = len(self._times)
        self._times.clear()
        return count

    # -- the rest of the library's contract, which a moving window does not use

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def check(self) -> bool:
        return True

    def get(self, key: str) -> int:
        return len(self._times.get(key, ()))

    def get_expiry(self, key: str) -> float:
        return time.monotonic() + self._expiry

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        raise NotImplementedError


class Rate:
    """One or more rates that a key must keep, such as `20/minute; 200/hour`."""

    def __init__(self, text: str) -> None:
        self._windows = [(item, MovingWindowRateLimiter(Window(item.get_expiry()))) for item in limits.parse_many(text)]

    def hit(self, key: str) -> int:
        """Count a hit. Returns 0, or the seconds to wait where a window is full."""
        for item, window in self._windows:
            if not window.hit(item, key):
                reset = window.get_window_stats(item, key).reset_time
                return max(1, math.ceil(reset - time.monotonic()))
        return 0


class Budget:
    """Seconds that a key may spend in a period. What was spent is forgiven evenly over the period."""

    def __init__(self, text: str) -> None:
        (item,) = limits.parse_many(text)
        self._most = item.amount
        self._refill = item.amount / item.get_expiry()
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, key: str, seconds: float) -> None:
        """Count seconds that were spent."""
        now = time.monotonic()
        while self._spent and not self._level(next(iter(self._spent)), now):
            self._spent.popitem(last=False)
        self._spent[key] = (self._level(key, now) + seconds, now)
        self._spent.move_to_end(key)

    def wait(self, key: str) -> int:
        """The seconds until there is something left to spend, 0 if there is now."""
        over = self._level(key, time.monotonic()) - self._most
        return 0 if over < 0 else max(1, math.ceil(over / self._refill))

    def _level(self, key: str, now: float) -> float:
        spent, when = self._spent.get(key, (0.0, now))
        return max(0.0, spent - (now - when) * self._refill)


class Limits:
    """The limits of a server. A client that goes beyond one is refused with 429 and the seconds to wait.

    `streams` is the number of open streams.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._requests = Rate(settings.requests_by_address)
        self._token_requests = Rate(settings.requests_by_token)
        self._matches = Rate(settings.matches_by_address)
        self._agents = Budget(settings.agent_seconds_by_address)
        self._streams: Counter[str] = Counter()
        self.streams = 0

    def require_request(self, address: str, token: bytes | None) -> None:
        """Count a request of an address, and of a token if it has one. Tokens are not checked here."""
        seconds = self._requests.hit(address)
        if not seconds and token is not None:
            # Python's own hash is keyed by the process: the token is not kept.
            seconds = self._token_requests.hit(str(hash(token)))
        if seconds:
            raise Refusal(429, "too_many_requests", retry_after=seconds, seconds=seconds)

    def require_match(self, address: str) -> None:
        """Count a match that an address creates."""
        if seconds := self._matches.hit(address):
            raise Refusal(429, "too_many_matches", retry_after=seconds, seconds=seconds)

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """Count a stream while it is open."""
        self.open_stream(address)
        try:
            yield
        finally:
            self.streams -= 1
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]

    def open_stream(self, address: str) -> None:
        """Count a stream, unless there are too many."""
        most, wait = self._settings.streams_by_address, self._settings.retry_seconds
        if self._streams[address] >= most:
            raise Refusal(429, "too_many_streams", retry_after=wait, most=most)
        if self.streams >= self._settings.streams:
            raise Refusal(503, "server_full", retry_after=wait, seconds=wait)
        self._streams[address] += 1
        self.streams += 1

    def require_agent_time(self, address: str) -> None:
        """Refuse an address that has used up its time of agents."""
        if seconds := self._agents.wait(address):
            raise Refusal(429, "agent_time_spent", retry_after=seconds, seconds=seconds)

    def spend(self, address: str, seconds: float) -> None:
        """Count the time that an agent thought for an address."""
        self._agents.spend(address, seconds)


@lru_cache(4096)
def address_of(host: str) -> str:
    """The address that is counted for a client: of IPv6 the network of 64 bits, which is what one customer gets."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
