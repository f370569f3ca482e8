"""The place of a server's matches: a folder with a database and the key of its digests, or a shared database.

One server at a time locks a folder. Nobody but its owner may read it: draws are secrets.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from boardwright.core.errors import ConfigError

if TYPE_CHECKING:
    import sqlalchemy as sa

DATABASE: Final = "matches.sqlite"
KEY: Final = "digest.key"
LOCK: Final = "lock"

KEY_BYTES: Final = 32

FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600


def usual() -> Path:
    """The default data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "boardwright"


@contextmanager
def opened(data: Path, shared: str | None = None) -> Iterator[tuple[sa.URL, bytes]]:
    """Yield the URL and the key of the database in a folder, which is locked, or of a shared database by its URL.

    The lock ends with the process, however it ends. A shared database needs no lock, and the folder is not touched.
    """
    # `doctor` looks at the folder where nobody has installed what a server needs.
    from boardwright.server import database

    if shared is not None:
        url = database.shared_url(shared)
        yield url, database.shared_key(url)
        return
    try:
        data.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        data.chmod(FOLDER_MODE)
        opened_lock = _private(data / LOCK).open("w")
    except OSError as error:
        raise ConfigError("data_unwritable", path=str(data), detail=error.strerror) from None
    with opened_lock as lock:
        _hold(lock, data)
        key = server_key(data)
        # SQLite gives the files beside the database the same mode. Those of an earlier version are tightened.
        _private(data / DATABASE)
        for beside in data.glob(f"{DATABASE}-*"):
            _private(beside)
        yield database.file_url(data / DATABASE), key


def server_key(data: Path) -> bytes:
    """Return the key of the digests: made once and stored beside the database, readable by its owner alone."""
    path = data / KEY
    if not path.exists():
        if (data / DATABASE).exists():
            raise ConfigError("key_missing", path=str(path))
        # Written under another name first, so that a key is never read half written.
        fresh = path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with _private(fresh).open("wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        fresh.rename(path)
    return _private(path).read_bytes()


def _private(path: Path) -> Path:
    """A file that only its owner may read, made if it is missing."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE))
    path.chmod(FILE_MODE)
    return path


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
