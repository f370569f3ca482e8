"""The machine code on disk, as `boardwright doctor` lists it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from boardwright.core.compiled import cache
from boardwright.core.compiled import folders as places


class Entry(NamedTuple):
    """One loop compiled for one game and board size.

    `game` is empty where no game's records are among the arguments; `used` is the time of the last load.
    """

    game: str
    loop: str
    bytes: int
    used: float


def folders() -> list[Path]:
    """The folders that hold machine code, or would: this machine's own, and those that were compiled elsewhere."""
    own = places.folder() or places.candidates()[-1]
    return [own, *(shipped.path for shipped in places.shipped())]


def entries() -> list[Entry]:
    """The entries of all folders, in the order of their names. Other files are left out."""
    found = []
    for entry in (entry for folder in folders() for entry in cache.entries(folder)):
        with suppress(OSError):  # another process has just removed it
            file = entry.path.stat()
            game = "" if entry.game == cache.NO_GAME else entry.game
            found.append(Entry(game, entry.loop.rpartition(".")[0], file.st_size, file.st_mtime))
    return found
