"""The cache of machine code: a pair of files for each loop and game, named after all that the code depends on.

Numba keeps one index for all signatures of a function. Two processes that compile a loop for two games at once may
then give the same name to different code, and the next process runs the wrong game. With an index of its own for each
signature there is nothing to share: processes that race write the same thing.

Numba takes an entry for stale when the loop's file is newer. That is both too much (a comment) and too little (a rule
in another file), so the fingerprint of everything that the loop reaches is part of the name instead.
"""

from __future__ import annotations

import hashlib
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import FunctionCache, IndexDataCacheFile

UNUSED_DAYS = 60
"""Entries that no process has loaded for this long are removed."""

_DAY = 24 * 60 * 60
_ENDINGS = (".nbi", ".nbc")


class SignatureCache(FunctionCache):  # type: ignore[misc]  # compiled only; Numba ships no types
    """Numba's own cache, with files named `<loop>.<how>.<signature>.<fingerprint>`.

    `reach` gives for a signature the names of the games in it and the fingerprint of what the loop reaches there.
    """

    def __init__(self, function: Any, how: str, reach: Callable[[Any], tuple[tuple[str, ...], str]]) -> None:
        super().__init__(function)
        self._loop = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}.{how}"
        self._reach = reach
        self._stem = self._base = ""

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        self._choose_files(sig, target_context.codegen())
        try:
            loaded = super()._load_overload(sig, target_context)
        except ModuleNotFoundError:
            # Rules typed at a prompt are in no module that can be imported again: compile them.
            return None
        if loaded is not None:
            self._mark_used()
        return loaded

    def _save_overload(self, sig: Any, data: Any) -> None:
        self._choose_files(sig, data.codegen)
        super()._save_overload(sig, data)
        self._prune()

    def _choose_files(self, sig: Any, codegen: Any) -> None:
        games, reach = self._reach(sig)
        self._stem = f"{self._loop}.{_short(repr((sig, codegen.magic_tuple(), games)))}"
        self._base = f"{self._stem}.{_short(reach + repr(_versions()))}"
        # No time stamp: the name says all that an entry depends on.
        self._cache_file = IndexDataCacheFile(self._cache_path, self._base, "")

    def _files(self) -> Iterator[Path]:
        folder = Path(self._cache_path)
        return (path for path in folder.iterdir() if path.suffix in _ENDINGS) if folder.is_dir() else iter(())

    def _mark_used(self) -> None:
        for ending in (".nbi", ".1.nbc"):  # an entry's index, and its one file of machine code
            with suppress(OSError):  # a read-only cache, which nobody prunes either
                os.utime(Path(self._cache_path) / f"{self._base}{ending}")

    def _prune(self) -> None:
        # Remove code of the same loop from earlier sources, and code that no process has used for long.
        oldest = time.time() - UNUSED_DAYS * _DAY
        for path in self._files():
            replaced = path.name.startswith(f"{self._stem}.") and not path.name.startswith(f"{self._base}.")
            try:
                if replaced or path.stat().st_mtime < oldest:
                    path.unlink()
            except OSError:  # another process was quicker
                continue


def _versions() -> tuple[str, ...]:
    # Bounds checks and the level of optimisation change the code, too.
    chosen = (numba.config.BOUNDSCHECK, numba.config.OPT, numba.config.DEBUGINFO_DEFAULT)
    return (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version(), repr(chosen))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
