"""Connections: how many there may be, and how long a client may take to send a request or to take an answer."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from boardwright.server import metrics
from boardwright.server.limits import address_of
from boardwright.server.proxies import Proxies
from boardwright.server.settings import ServerSettings


class Gate:
    """Counts the open connections, in all and by address. `most` is how many there may be in all.

    Those to the admin port are not counted, so that a server can be watched when it is full.
    """

    def __init__(self, settings: ServerSettings, most: int) -> None:
        self.settings = settings
        self.proxies = Proxies(settings.trusted_proxies)
        self._most = most
        self._by_address: Counter[str] = Counter()
        self.open = 0

    def enter(self, address: str, trusted: bool) -> bool:
        """Count a connection, unless there are too many. A trusted proxy brings those of many clients."""
        most = self._most if trusted else self.settings.connections_by_address
        if self.open >= self._most or self._by_address[address] >= most:
            return False
        self.open += 1
        self._by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count a connection that was closed."""
        self.open -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


class Timer:
    """A timer that can be stopped. Starting it again while it runs changes nothing."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, late: Callable[[], None]) -> None:
        """Call `late` after some seconds, unless stopped before."""
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(seconds, late)

    def stop(self) -> None:
        """Stop it, if it runs."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class Connection(H11Protocol):
    """A connection that is closed at once where there are too many, and later where its client is too slow."""

    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self._gate = gate
        self._address: str | None = None
        self._sending = Timer()
        self._taking = Timer()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if self.server is None or self.server[1] != self._gate.settings.admin_port:
            address = address_of(self.client[0]) if self.client else ""
            if not self._gate.enter(address, self._gate.proxies.trusts(self.client[0] if self.client else "")):
                metrics.REFUSALS.labels("connections").inc()
                transport.abort()
                return
            self._address = address
        self._sending.start(self._gate.settings.request_seconds, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._address is not None:
            self._gate.leave(self._address)
            self._address = None
        self._sending.stop()
        self._taking.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.cycle is None or self.cycle.response_complete:
            # The first bytes of the next request.
            if not self.transport.get_write_buffer_size():
                self._taking.stop()
            self._sending.start(self._gate.settings.request_seconds, self._too_slow)
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body:
            self._sending.stop()

    def pause_writing(self) -> None:
        self._taking.start(self._gate.settings.answer_seconds, self._cut_off)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._taking.stop()
        super().resume_writing()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            # Without this a reader who takes nothing would hold the connection, also after it was closed.
            self._taking.start(self._gate.settings.answer_seconds, self._cut_off)

    def _too_slow(self) -> None:
        metrics.REFUSALS.labels("request_seconds").inc()
        self.transport.abort()

    def _cut_off(self) -> None:
        if self.transport.get_write_buffer_size():
            metrics.REFUSALS.labels("answer_seconds").inc()
            self.transport.abort()


def protocol(gate: Gate) -> Callable[..., Connection]:
    """The protocol of a server whose connections a gate counts."""

    def connect(**given: Any) -> Connection:
        return Connection(gate, **given)

    return connect
