"""The cache of machine code: a file for each loop, game and target, named after all that the code depends on.

Numba keeps one index for all signatures of a function, and takes an entry for stale when the loop's file is newer.
Two processes that compile a loop for two games at once may then give the same name to different code; a comment
compiles everything; a rule in another file compiles nothing. Here the fingerprint of everything that a loop reaches is
part of the name, and one file holds one entry: it is complete or absent, and processes that race write the same thing.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import llvmlite
import numba
import numpy as np
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from boardwright.core.compiled import folders, targets
from boardwright.core.compiled.targets import Target

UNUSED_DAYS = 60
"""Entries that no process has loaded for this long are removed."""

ENDING = ".code"
NO_GAME = "any"

_DAY = 24 * 60 * 60


class Entry(NamedTuple):
    """A file of machine code: whose it is, and what it was made for."""

    path: Path
    game: str
    loop: str
    target: Target


class Reach(NamedTuple):
    """The games in a signature by name and home, and the fingerprint of all that a loop reaches in them."""

    games: tuple[str, ...]
    homes: tuple[str, ...]
    fingerprint: str


class SignatureCache:
    """The cache of one loop, in the place of Numba's own. `reach` returns the reach of the loop for a signature."""

    def __init__(
        self, function: Any, how: str, reach: Callable[[Any], Reach], lost: Callable[[OSError | None], None]
    ) -> None:
        self._loop = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}.{how}"
        self._module = function.__module__
        self._reach = reach
        self._lost = lost

    @property
    def cache_path(self) -> str:
        """The folder, for Numba's statistics."""
        return str(folders.folder() or "")

    def flush(self) -> None:
        """Nothing: entries are named after all that they depend on, so none is ever wrong."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled loop for a signature, None if there is none on disk."""
        target_context.refresh()
        for path, key in self.files(sig, target_context.codegen()):
            payload = _payload(path, key)
            if payload is None:
                continue
            with suppress(OSError):  # a read-only folder, which nobody prunes either
                os.utime(path)
            return CompileResult._rebuild(target_context, *payload)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled loop. Where that fails, `lost` is called, and this process goes on with what it has."""
        folder = folders.folder()
        if folder is None or data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            self._lost(None)
            return
        stem, name, key = self._names(sig, targets.own(data.codegen))
        path = folder / name
        temporary = folder / f"{uuid4().hex}.tmp"
        try:
            temporary.write_bytes(json.dumps(key).encode() + b"\n" + dumps(data._reduce()))
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink()
            self._lost(error)
            return
        _prune(folder, stem, path)

    def files(self, sig: Any, codegen: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
        """Yield the files that may have a signature's code, this machine's own first, each with the key inside."""
        folder = folders.folder()
        if folder is not None:
            _, name, key = self._names(sig, targets.own(codegen))
            yield folder / name, key
        for path, target in folders.shipped():
            _, name, key = self._names(sig, target)
            yield path / name, key

    def _names(self, sig: Any, target: Target) -> tuple[str, str, dict[str, Any]]:
        games, homes, fingerprint = self._reach(sig)
        what = _short(repr((self._module, sig, target, homes)))
        stem = f"{'+'.join(games) or NO_GAME}.{self._loop}.{what}"
        reach = hashlib.sha256((fingerprint + repr(_versions())).encode()).hexdigest()
        key = {"game": "+".join(games) or NO_GAME, "loop": self._loop, "target": target, "reach": reach, "what": what}
        return stem, f"{stem}.{reach[:16]}{ENDING}", json.loads(json.dumps(key))


def entries(folder: Path) -> list[Entry]:
    """The machine code in a folder."""
    found = []
    for path in sorted(folder.glob(f"*{ENDING}")):
        key = _key(path)
        if key is not None:
            found.append(Entry(path, key["game"], key["loop"], Target(*key["target"])))
    return found


def _key(path: Path) -> Any:
    try:
        with path.open("rb") as file:
            return json.loads(file.readline())
    except (OSError, ValueError):
        return None


def _payload(path: Path, key: dict[str, Any]) -> Any:
    # The contents of an entry; None where it is absent or is another one's.
    try:
        head, _, data = path.read_bytes().partition(b"\n")
        return pickle.loads(data) if json.loads(head) == key else None
    except (OSError, ValueError, EOFError, pickle.UnpicklingError):
        return None
    except ModuleNotFoundError:
        # Rules typed at a prompt are in no module that can be imported again: compile them.
        return None


def _prune(folder: Path, stem: str, kept: Path) -> None:
    # Remove code of the same loop from earlier sources, and code that no process has used for long.
    oldest = time.time() - UNUSED_DAYS * _DAY
    for path in folder.iterdir():
        replaced = path.name.startswith(f"{stem}.") and path != kept
        try:
            if replaced or (path.suffix in {ENDING, ".tmp"} and path.stat().st_mtime < oldest):
                path.unlink()
        except OSError:  # another process was quicker
            continue


def _versions() -> tuple[str, ...]:
    # Bounds checks and the level of optimisation change the code, too.
    chosen = (numba.config.BOUNDSCHECK, numba.config.OPT, numba.config.DEBUGINFO_DEFAULT)
    return (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), repr(chosen))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
