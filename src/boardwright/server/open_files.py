"""The limit of open files: raised as far as connections need it, and what happens when it is reached all the same."""

from __future__ import annotations

from typing import Final

from boardwright.core.errors import ConfigError

RESERVED: Final = 128
"""Files for everything but connections: the database, the page, pipes to workers, games that are being loaded."""

LEAST: Final = RESERVED + 32

OUT_OF_FILES: Final = "socket.accept() out of system resource"
"""The message of asyncio when a connection cannot be accepted; it tries again after a second."""

BACKLOG: Final = 2048
"""Connections that wait in the kernel to be accepted."""

ACCEPTED_AT_ONCE: Final = 1
"""Connections accepted in one turn of the event loop. When files run out asyncio goes on to try the rest of the turn in
vain, with a traceback for each (CPython 3.11 and 3.12), so a turn has one.
"""


def allowed_connections(wanted: int) -> int:
    """Raise the limit of open files as far as possible and needed. Return how many connections it allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        if soft < LEAST:
            raise ConfigError("files_few", path="connections", limit=soft, least=LEAST)
        return min(wanted, soft - RESERVED)
    return wanted
