"""Less work for the compiler: only loops are optimised and turned into machine code.

Numba optimises every function and emits its machine code, although a loop that calls it links and optimises a copy of
its own. A function that is called at depth five is optimised five times, and none but the loop's copy is ever run.
Here the functions that a loop calls are only linked into it, which saves up to half of the compiler's time
(benchmarks/results.md). Nothing else in the process changes: functions of other programs are compiled as Numba does it.
"""

from __future__ import annotations

import gc
from typing import Any

from numba.core import event
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen


class _Depth(event.Listener):  # type: ignore[misc]  # compiled only; Numba ships no types
    """The functions that are being compiled, outermost first. Numba compiles in one thread at a time."""

    def __init__(self) -> None:
        self._open: list[Any] = []
        self._collects = False

    @property
    def within_a_loop(self) -> bool:
        """Whether the function at hand is compiled because a loop calls it."""
        return len(self._open) > 1 and is_loop(self._open[0])

    def on_start(self, event: Any) -> None:
        if not self._open:
            # The compiler makes millions of objects and few cycles: the collector costs a twentieth of its time.
            self._collects = gc.isenabled()
            gc.disable()
        self._open.append(event.data["dispatcher"])

    def on_end(self, event: Any) -> None:
        self._open.pop()
        if not self._open and self._collects:
            gc.enable()


_depth = _Depth()


class LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]  # compiled only
    """The code of one function: as Numba makes it, or only for linking."""

    _only_linked = False

    def _optimize_final_module(self) -> None:
        if not _depth.within_a_loop:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if not _depth.within_a_loop:
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._only_linked = self._finalized = True

    def get_pointer_to_function(self, name: str) -> Any:
        """The address of a function, 0 where it is only linked."""
        self._ensure_finalized()
        return 0 if self._only_linked else super().get_pointer_to_function(name)


PIPELINE = (LinkedLibrary._optimize_final_module, LinkedLibrary._finalize_final_module)
"""Functions that decide how machine code is made: they are part of its key."""


def is_loop(dispatcher: Any) -> bool:
    """Whether a function is one of ours that Python calls: they alone release the interpreter's lock."""
    return bool(getattr(dispatcher, "targetoptions", {}).get("nogil")) and hasattr(dispatcher._cache, "files")


def install() -> None:
    """Compile so from now on."""
    set_environment = JITCPUCodegen.set_env

    def set_env(codegen: Any, name: str, env: Any) -> None:
        # A function that is only linked has no memory for it, and none loaded from disk has one, either.
        if not _depth.within_a_loop:
            set_environment(codegen, name, env)

    event.register("numba:compile", _depth)
    JITCPUCodegen._library_class = LinkedLibrary
    JITCPUCodegen.set_env = set_env
