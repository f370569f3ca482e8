"""The data folder of a server: its database and the key of its digests. One server at a time locks it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from boardwright.core.errors import ConfigError

DATABASE: Final = "matches.sqlite"
KEY: Final = "digest.key"
LOCK: Final = "lock"


def usual() -> Path:
    """The default data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "boardwright"


@contextmanager
def opened(data: Path) -> Iterator[tuple[str, bytes]]:
    """Lock a folder, and yield the URL of its database and its key. The lock ends with the process, however it ends."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        opened_lock = (data / LOCK).open("w")
    except OSError as error:
        raise ConfigError("data_unwritable", path=str(data), detail=error.strerror) from None
    with opened_lock as lock:
        _hold(lock, data)
        yield f"sqlite:///{data / DATABASE}", server_key(data)


def server_key(data: Path) -> bytes:
    """Return the key of the digests: made once and stored beside the database, readable by its owner alone."""
    path = data / KEY
    if not path.exists():
        if (data / DATABASE).exists():
            raise ConfigError("key_missing", path=str(path))
        # Written under another name first, so that a key is never read half written.
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(32))
            file.flush()
            os.fsync(file.fileno())
        fresh.rename(path)
    return path.read_bytes()


def _hold(lock: IO[str], data: Path) -> None:
    # Two servers would each keep matches in memory, and neither would see the other's events.
    try:
        import fcntl
    except ImportError:  # Windows has another kind of lock; the log itself is safe there, too
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise ConfigError("data_in_use", path=str(data)) from None
