"""Failures of the database: their kinds, the error that the service raises, and the line that the operator reads."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from enum import Enum
from typing import Final, TypeVar

import sqlalchemy as sa

from boardwright.core.errors import BoardwrightError

T = TypeVar("T")

logger = logging.getLogger(__name__)

RETRY_SECONDS: Final = 5
"""The Retry-After of a request that the database failed."""

PATIENCE: Final = 2.0
"""Seconds for which a failure of the database that may pass is retried."""

FIRST_PAUSE: Final = 0.02
"""Seconds before the first retry; each later pause is twice as long."""

QUIET_SECONDS: Final = 60.0
"""The same failure is logged this often."""


class StorageError(BoardwrightError):
    """The database cannot be used now: locked, full, read-only or out of reach. Nothing was acknowledged."""

    def __init__(self) -> None:
        # What failed is for the operator's log; a player learns when to try again.
        super().__init__("storage_failed", seconds=RETRY_SECONDS)
        self.retry_after = RETRY_SECONDS


class RefusedWork(Exception):
    """The database refuses a piece of work, which is a fault of ours. Has the first line of the driver's error."""


class Failure(Enum):
    """The kind of an error: the fault of one piece of work, or of the database for a moment or for longer."""

    OF_THE_WORK = 0
    PASSING = 1
    LASTING = 2


_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: Failure.PASSING,
    sqlite3.SQLITE_LOCKED: Failure.PASSING,
    sqlite3.SQLITE_PROTOCOL: Failure.PASSING,
    sqlite3.SQLITE_CANTOPEN: Failure.PASSING,  # too many open files
    sqlite3.SQLITE_NOMEM: Failure.PASSING,
    sqlite3.SQLITE_FULL: Failure.LASTING,
    sqlite3.SQLITE_READONLY: Failure.LASTING,
    sqlite3.SQLITE_IOERR: Failure.LASTING,
    sqlite3.SQLITE_PERM: Failure.LASTING,
    sqlite3.SQLITE_CORRUPT: Failure.LASTING,
    sqlite3.SQLITE_NOTADB: Failure.LASTING,
}

_DISK_FULL: Final = "53100"
_READ_ONLY: Final = "25006"
"""States of PostgreSQL; a server that became a standby is read-only."""


def cause_of(error: BaseException) -> BaseException:
    """The driver's own error, which SQLAlchemy wraps."""
    return error.orig if isinstance(error, sa.exc.DBAPIError) and error.orig is not None else error


def first_line(error: BaseException) -> str:
    """The first line of an error: drivers add details, which may hold values."""
    return (str(cause_of(error)).splitlines() or [""])[0]


def without_values(error: Exception) -> Exception:
    """An error that can be logged: a driver's own may repeat the row, and with it a draw."""
    return RefusedWork(first_line(error)) if "Error" in _names(cause_of(error)) else error


def _names(error: BaseException) -> set[str]:
    # PEP 249 names the classes the same in every driver, so psycopg need not be installed to be recognised.
    return {kind.__name__ for kind in type(error).__mro__}


def failure_of(error: BaseException) -> Failure:
    """Tell a failure of the database from a fault of the work."""
    cause = cause_of(error)
    if isinstance(cause, sqlite3.Error):
        return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF, Failure.OF_THE_WORK)
    if isinstance(cause, OSError | sa.exc.TimeoutError):
        return Failure.PASSING
    names = _names(cause)
    state = getattr(cause, "sqlstate", None)
    if state == _READ_ONLY or {"OperationalError", "InterfaceError"} & names:
        return Failure.LASTING if state == _DISK_FULL else Failure.PASSING
    return Failure.OF_THE_WORK


class Complaints:
    """Logs failures, one line each. A flood of the same failure is one line a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._said: dict[str, tuple[float, int]] = {}

    def log(self, error: BaseException) -> None:
        """Log a failure, unless the same was logged within the last minute. Parameters of statements are left out."""
        text = f"{type(cause_of(error)).__name__}: {first_line(error)}"
        with self._lock:
            now = self._clock()
            last, more = self._said.get(text, (-QUIET_SECONDS, 0))
            if now - last < QUIET_SECONDS:
                self._said[text] = (last, more + 1)
                return
            self._said = {said: known for said, known in self._said.items() if now - known[0] < QUIET_SECONDS}
            self._said[text] = (now, 0)
        logger.error("the database failed: %s%s", text, f" ({more} times more since)" if more else "")


def patience() -> float:
    """The time at which to give up what begins now."""
    return time.monotonic() + PATIENCE


def insist(attempt: Callable[[bool], T], until: float, complaints: Complaints) -> T:
    """Call a function, again and again while the database fails for a moment. It is told whether it is called again."""
    pause, again = FIRST_PAUSE, False
    while True:
        try:
            return attempt(again)
        except Exception as error:
            failure = failure_of(error)
            if failure is Failure.OF_THE_WORK:
                raise
            if failure is Failure.LASTING or time.monotonic() + pause > until:
                complaints.log(error)
                raise StorageError from None
        time.sleep(pause)
        pause, again = 2 * pause, True
