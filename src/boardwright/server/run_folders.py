"""Runs below the folders that the operator named. A run is known by its name alone, which is looked up, never opened.

Symbolic links are not followed, hidden files are not looked at, and the search is bounded.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Final, Literal, NamedTuple

from boardwright.arena import match_records, run_status
from boardwright.core.errors import BoardwrightError, ConfigError
from boardwright.learning import metrics, run_folder
from boardwright.server.problems import Refusal

RECORDS: Final = ".jsonl"
FIRST_LINE: Final = 1 << 16
"""Bytes: a file of records has its first match within them."""


class Found(NamedTuple):
    """A run: its name, its folder or file, and by what it was recognised."""

    name: str
    path: Path
    by: Literal["status", "metrics", "records"]


Signature = tuple[tuple[str, int, int, int], ...]
"""The files of a run with their numbers, times and sizes: a change of any changes it."""


def roots(folders: Sequence[str]) -> dict[str, Path]:
    """The named folders by their own names, which begin the names of runs. Raises ConfigError for a missing one."""
    named: dict[str, Path] = {}
    for text in folders:
        path = Path(text).expanduser().resolve()
        if not path.is_dir():
            raise ConfigError("runs_absent", path="runs", folder=text)
        if path.name in named:
            raise ConfigError("runs_twice", path="runs", name=path.name)
        named[path.name] = path
    return named


def find(named: Mapping[str, Path], depth: int, entries: int) -> dict[str, Found]:
    """All runs by name. At most so many levels of folders and so many entries are looked at."""
    left = entries
    runs: dict[str, Found] = {}
    waiting = [(name, path, 0) for name, path in list(named.items())[::-1]]
    while waiting and left > 0:
        name, path, level = waiting.pop()
        inside = list(_entries(path, left))
        left -= len(inside)
        if (by := _recognised(path)) is not None:
            runs[name] = Found(name, path, by)
            continue
        for entry in inside:
            below = f"{name}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if level < depth:
                    waiting.append((below, path / entry.name, level + 1))
            elif entry.name.endswith(RECORDS) and _holds_records(path / entry.name):
                runs[below.removesuffix(RECORDS)] = Found(below.removesuffix(RECORDS), path / entry.name, "records")
    return runs


def files(found: Found) -> list[Path]:
    """The files of a run that are read, those that exist and are no links."""
    if found.by == "records":
        return [found.path]
    stages = [found.path / stage for stage in run_folder.STAGES]
    rows = [stage / metrics.ROWS for stage in stages if not stage.is_symlink()]
    names = (run_status.FILE, run_folder.RECIPE, run_folder.CARD)
    return [path for path in (*(found.path / name for name in names), *rows) if _plain(path) is not None]


def signature(found: Found) -> Signature:
    """The state of a run's files."""
    stated = ((path, _plain(path)) for path in files(found))
    return tuple(
        (str(path), about.st_ino, about.st_mtime_ns, about.st_size) for path, about in stated if about is not None
    )


def read_bytes(path: Path, most: int, start: int = 0) -> bytes:
    """Read a file from a place on. Raises Refusal for one that is larger than `most` bytes, OSError for no file."""
    with _open(path) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise Refusal(413, "run_too_large", file=path.name, most=most)
        file.seek(start)
        return file.read(most)


def _open(path: Path) -> BinaryIO:
    """Open a plain file. A link may lead out of the folder, and a pipe would wait for a writer."""
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(f"{path.name} is no file")
    return os.fdopen(opened, "rb")


def _entries(path: Path, most: int) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(path) as inside:
            for count, entry in enumerate(inside):
                if count == most:
                    return
                if not entry.name.startswith(".") and not entry.is_symlink():
                    yield entry
    except OSError:
        return


def _recognised(path: Path) -> Literal["status", "metrics"] | None:
    if _plain(path / run_status.FILE) is not None:
        return "status"
    stages = (path / stage for stage in run_folder.STAGES)
    if any(_plain(stage / metrics.ROWS) is not None and not stage.is_symlink() for stage in stages):
        return "metrics"
    return None


def _holds_records(path: Path) -> bool:
    """Whether the first line of a file is a finished match."""
    try:
        with _open(path) as file:
            line, ended, _ = file.read(FIRST_LINE).partition(b"\n")
        return bool(ended) and isinstance(match_records.read(line.decode(), 1), match_records.Record)
    except (OSError, ValueError, RecursionError, BoardwrightError):
        return False


def _plain(path: Path) -> os.stat_result | None:
    """The state of a file; None if there is none, or something else."""
    try:
        about = path.lstat()
    except OSError:
        return None
    return about if stat.S_ISREG(about.st_mode) else None
