"""A PostgreSQL cluster of its own for tests: in a folder under /tmp, reached by a Unix socket alone."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

SETTINGS = ("listen_addresses=", "shared_buffers=16MB", "max_connections=60", "log_min_messages=warning")


class Cluster:
    """Made, started and removed by tests. `fsync` off is quicker, and fit for tests that kill no database."""

    def __init__(self, *, fsync: bool) -> None:
        # PostgreSQL refuses to run as root, and its own user cannot enter a folder of pytest's.
        self._user = _ordinary_user() if os.geteuid() == 0 else None
        self.folder = Path(tempfile.mkdtemp(prefix="boardwright-postgresql-"))
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._settings = (*SETTINGS, f"unix_socket_directories={self.folder}", f"fsync={'on' if fsync else 'off'}")
        self._names = itertools.count()
        self._process: subprocess.Popen[bytes] | None = None
        made = [binary("initdb"), "-D", self._data, "-U", "boardwright", "--auth=trust", "--no-sync", "--locale=C"]
        subprocess.run([*made, "--encoding=UTF8"], check=True, stdout=subprocess.DEVNULL, **self._as_user())
        self.start()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _as_user(self) -> dict[str, object]:
        if self._user is None:
            return {"cwd": self.folder}
        group = pwd.getpwnam(self._user).pw_gid
        return {"cwd": self.folder, "user": self._user, "group": group, "extra_groups": []}

    def start(self) -> None:
        options = [option for setting in self._settings for option in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [binary("postgres"), "-D", self._data, *options], stdout=log, stderr=log, **self._as_user()
            )
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.02)

    def stop(self) -> None:
        """End it in order, with its connections (a fast shutdown)."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait()
        self._process = None

    def kill(self) -> None:
        """Kill the postmaster and all its processes with SIGKILL."""
        assert self._process is not None
        # The postmaster stops first: it would answer the death of a child with a recovery.
        self._process.send_signal(signal.SIGSTOP)
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        for number in (self._process.pid, *map(int, children)):
            os.kill(number, signal.SIGKILL)
        self._process.wait()
        self._process = None
        while any(Path(f"/proc/{child}/exe").exists() for child in children):
            time.sleep(0.005)

    def remove(self) -> None:
        if self._process is not None:
            self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        return f"postgresql://boardwright@/{database}?host={self.folder}"

    def database(self) -> str:
        """Create an empty database and return its URL."""
        name = f"log{next(self._names)}"
        self.execute(f"create database {name}")
        return self.url(name)

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []


def binary(name: str) -> str:
    """The path of a program of PostgreSQL. Debian keeps the server's out of PATH, in a folder for each version."""
    places = [shutil.which(name), *sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))]
    path = next((place for place in reversed(places) if place is not None), None)
    assert path is not None, f"{name} is missing: install PostgreSQL (Debian: apt-get install postgresql)"
    return path


def _ordinary_user() -> str:
    users = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"
