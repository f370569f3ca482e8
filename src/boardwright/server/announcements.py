"""Announcements across processes by NOTIFY of PostgreSQL: "match m has reached event n".

They are sent after the commit of the event, in transactions of their own: a NOTIFY inside the append's transaction
takes a lock that all appends would wait for. They may be lost or merged, as every wake-up may.
"""

from __future__ import annotations

import json
import secrets
import select
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

import psycopg
import sqlalchemy as sa

from boardwright.server.failures import Complaints

CHANNEL: Final = "boardwright"
BATCH: Final = 50
"""Matches in a payload, which may have 8,000 bytes."""

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""Seconds between two attempts to connect; each pause is twice as long as the one before."""

Hear = Callable[[str | None], None]


class _Connected(threading.Thread):
    """A thread with a connection of its own, which it makes anew when it is lost."""

    def __init__(self, name: str, engine: sa.Engine, complaints: Complaints) -> None:
        super().__init__(name=name, daemon=True)
        self._engine = engine
        self._complaints = complaints
        self._closing = threading.Event()

    def run(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            try:
                arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
                with psycopg.connect(*arguments, **options, autocommit=True) as connection:
                    pause = FIRST_PAUSE
                    self._serve(connection)
            except (psycopg.Error, OSError) as error:
                self._complaints.log(error)
                self._failed()
                self._closing.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def close(self) -> None:
        """End the thread."""
        self._closing.set()
        self._interrupt()
        self.join()

    def _serve(self, connection: psycopg.Connection[Any]) -> None:
        """Use the connection until the thread ends."""
        raise NotImplementedError

    def _interrupt(self) -> None:
        """End the waiting in `_serve`."""
        raise NotImplementedError

    def _failed(self) -> None:
        """Note that the connection could not be made, or was lost."""


class Announcer(_Connected):
    """Sends announcements. Those that come while it sends are sent together, the last number of each match."""

    def __init__(self, sender: str, engine: sa.Engine, complaints: Complaints) -> None:
        super().__init__("log announcer", engine, complaints)
        self._sender = sender
        self._news = threading.Condition()
        self._reached: dict[str, int] = {}

    def announce(self, match: str, seq: int) -> None:
        """Queue an announcement. It waits for the connection if that is lost."""
        with self._news:
            self._reached[match] = max(seq, self._reached.get(match, 0))
            self._news.notify()

    def _serve(self, connection: psycopg.Connection[Any]) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._reached or self._closing.is_set())
                batch = list(self._reached.items())[:BATCH]
            if not batch:
                return
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, json.dumps([self._sender, dict(batch)])))
            with self._news:
                for match, seq in batch:
                    if self._reached[match] == seq:
                        del self._reached[match]

    def _interrupt(self) -> None:
        with self._news:
            self._news.notify()


class Listener(_Connected):
    """Hears the announcements of others. `ready` is set when it listens, or could not begin to."""

    def __init__(self, sender: str, engine: sa.Engine, complaints: Complaints, hear: Hear) -> None:
        super().__init__("log listener", engine, complaints)
        self.ready: Future[None] = Future()
        self._sender = sender
        self._hear = hear
        self._wakeable, self._waker = socket.socketpair()

    def _serve(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute(f"LISTEN {CHANNEL}")
        if self.ready.done():
            # Nobody knows what was announced while there was no connection.
            self._hear(None)
        else:
            self.ready.set_result(None)
        while not self._closing.is_set():
            select.select([connection.fileno(), self._wakeable.fileno()], [], [])
            for heard in connection.notifies(timeout=0):
                sender, reached = json.loads(heard.payload)
                for match in reached if sender != self._sender else ():
                    self._hear(match)

    def _failed(self) -> None:
        if not self.ready.done():
            self.ready.set_result(None)

    def _interrupt(self) -> None:
        self._waker.send(b".")

    def close(self) -> None:
        """End the thread."""
        super().close()
        self._waker.close()
        self._wakeable.close()


class Announcements:
    """The two threads of a process. Its own announcements are not heard: it wakes its own listeners itself."""

    def __init__(self, engine: sa.Engine, complaints: Complaints) -> None:
        self._engine = engine
        self._complaints = complaints
        self._sender = secrets.token_hex(8)
        self._announcer = Announcer(self._sender, engine, complaints)
        self._announcer.start()
        self._listener: Listener | None = None

    def announce(self, match: str, seq: int) -> None:
        """Announce that a match has reached an event."""
        self._announcer.announce(match, seq)

    def listen(self, hear: Hear) -> Future[None]:
        """Call `hear`, on a thread, with each match that others announce, and with None if some may be missing."""
        assert self._listener is None, "one listener for a process"
        self._listener = Listener(self._sender, self._engine, self._complaints, hear)
        self._listener.start()
        return self._listener.ready

    def close(self) -> None:
        """Send what waits, unless the connection is lost, and end the threads."""
        self._announcer.close()
        if self._listener is not None:
            self._listener.close()
