"""Limits of what one client may take: work, matches, streams and the time of agents, by address and by seat token.

Work is milliseconds of the processor: what a request is declared to cost (costs.py), and what was measured beyond that.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from boardwright.server.problems import Refusal
from boardwright.server.rates import Rate
from boardwright.server.settings import ServerSettings

PAYER: Final[ContextVar[str]] = ContextVar("payer", default="")
"""The address whose request this task serves; empty for what the server does by itself."""


class Limits:
    """The limits of a server. A client that goes beyond one is refused with 429 and the seconds to wait.

    `streams` is the number of open streams.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._work = Rate(settings.work_by_address)
        self._token_work = Rate(settings.work_by_token)
        self._matches = Rate(settings.matches_by_address)
        self._agents = Rate(settings.agent_seconds_by_address)
        self._streams: Counter[str] = Counter()
        self.streams = 0

    def require_work(self, address: str, token: bytes | None, milliseconds: float) -> None:
        """Count the work of a request for an address, and for a token if it has one. Tokens are not checked here."""
        seconds = self._work.take(address, milliseconds)
        if not seconds and token is not None:
            # Python's own hash is keyed by the process: the token is not kept.
            seconds = self._token_work.take(str(hash(token)), milliseconds)
        if seconds:
            raise Refusal(429, "too_many_requests", retry_after=seconds, seconds=seconds)

    def add_work(self, milliseconds: float, address: str | None = None) -> None:
        """Count work that was done, by default for whom this task serves."""
        payer = PAYER.get() if address is None else address
        if payer:
            self._work.use(payer, milliseconds)

    async def paced_work(self, milliseconds: float) -> None:
        """Wait until whom this task serves may have some work done, and count it: what a stream tells may be late."""
        while seconds := self._work.wait(PAYER.get(), milliseconds):
            await asyncio.sleep(seconds)
        self.add_work(milliseconds)

    def require_match(self, address: str) -> None:
        """Count a match that an address creates."""
        if seconds := self._matches.take(address):
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
        if seconds := self.agent_wait(address):
            raise Refusal(429, "agent_time_spent", retry_after=seconds, seconds=seconds)

    def agent_wait(self, address: str) -> int:
        """The seconds until agents think for an address again, 0 if they do."""
        return math.ceil(self._agents.wait(address))

    def spend(self, address: str, seconds: float) -> None:
        """Count the time that an agent thought for an address."""
        self._agents.use(address, seconds)


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
