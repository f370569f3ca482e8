"""The machine code on disk, as `boardwright doctor` lists it."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numba

import boardwright

_INDEX = re.compile(r"(?P<loop>.+)\.(?:serial|parallel)\.[0-9a-f]{16}\.[0-9a-f]{16}\.nbi")
_TAG = re.compile(rb"game_(\w+)")


class Entry(NamedTuple):
    """One loop compiled for one game and board size.

    `game` is empty where no game's records are among the arguments; `used` is the time of the last load.
    """

    game: str
    loop: str
    bytes: int
    used: float


def folders() -> list[Path]:
    """The folders that hold machine code, or would."""
    if numba.config.CACHE_DIR:
        return [Path(numba.config.CACHE_DIR).absolute()]
    package = Path(boardwright.__file__).parent
    filled = {path.parent for path in package.rglob("__pycache__/*.nbi")}
    return sorted(filled) or [package / "core" / "compiled" / "__pycache__"]


def entries() -> list[Entry]:
    """The entries of all folders, in the order of their names. Files of other programs are left out."""
    found = []
    for path in sorted(path for folder in folders() for path in folder.rglob("*.nbi")):
        if name := _INDEX.fullmatch(path.name):
            with suppress(OSError):  # another process has just removed it
                found.append(_entry(path, name["loop"]))
    return found


def _entry(index: Path, loop: str) -> Entry:
    # The index is a pickle of the signature, in which the last field of a record is the game's tag.
    games = [tag.decode() for tag in _TAG.findall(index.read_bytes())]
    files = [index.stat(), index.with_suffix(".1.nbc").stat()]
    return Entry(games[0] if games else "", loop, sum(file.st_size for file in files), files[0].st_mtime)
