"""Machine code on disk, one pair of files for each loop and game.

Numba keeps one index for all signatures of a function. Two processes that compile a loop for two games at once may
then give the same name to different code, and the next process runs the wrong game. With an index of its own for each
signature there is nothing to share: processes that race write the same thing.
"""

from __future__ import annotations

import hashlib
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile


class SignatureCache(FunctionCache):  # type: ignore[misc]  # compiled only; Numba ships no types
    """Numba's own cache, with files named after the whole key and after how the function was compiled."""

    def __init__(self, function: Any, how: str) -> None:
        super().__init__(function)
        self._how = how

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        self._choose_files(sig, target_context.codegen())
        try:
            return super()._load_overload(sig, target_context)
        except ModuleNotFoundError:
            # Rules that were typed at a prompt are in no module that could be found again: compile them again.
            return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        self._choose_files(sig, data.codegen)
        super()._save_overload(sig, data)

    def _choose_files(self, sig: Any, codegen: Any) -> None:
        key = hashlib.sha256(repr(self._index_key(sig, codegen)).encode()).hexdigest()[:16]
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = IndexDataCacheFile(self._cache_path, f"{self._impl.filename_base}.{self._how}.{key}", stamp)
