"""Compilation of plain Python: loops, which Python calls and which are cached on disk, and their parts."""

from __future__ import annotations

import copy
import hashlib
import os
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

import numba
import numpy as np
from numba.core import event
from numba.core.errors import NumbaError
from numba.extending import overload, typeof_impl

from boardwright.core.compiled import folders, linking, sources
from boardwright.core.compiled.cache import Reach, SignatureCache
from boardwright.core.compiled.fingerprint import choosers, fingerprint
from boardwright.core.errors import BoardwrightError, KernelError
from boardwright.core.words import Word, say

P = ParamSpec("P")
R = TypeVar("R")

INTERPRETED = bool(numba.config.DISABLE_JIT)
"""NUMBA_DISABLE_JIT=1: everything runs as plain Python, for the debugger and for coverage."""

_SYMBOL_BYTES = 7

_loops: list[Loop[..., Any]] = []
_failures: list[KernelError] = []
_said: set[str] = set()
_homes: set[str] = set()


def _name_by_layout(record: numba.types.Record) -> tuple[str, tuple[int]]:
    digest = hashlib.blake2s(record.name.encode(), digest_size=_SYMBOL_BYTES).digest()
    return "Record", (int.from_bytes(digest, "big"),)


# Numba names machine code by a number that it assigns to records in order. Boards that were compiled in two processes
# then have the same names, and in a process that loads both from disk one runs the other's code. A layout is unique.
numba.types.Record.mangling_args = property(_name_by_layout)


class Kernel(Generic[P, R]):
    """A function that loops call. Called from Python it runs as plain Python: there is no machine code of it alone."""

    def __init__(self, function: Callable[P, R], **options: bool) -> None:
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__
        self.py_func = function
        self.targetoptions = options
        self._compiled: Any = None if INTERPRETED else numba.njit(**options, **_ONLY_LINKED)(function)
        self._plain: Any = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._plain is None:
            self._plain = _uncompiled(self.py_func, {})
        result: R = self._plain(*args, **kwargs)
        return result


_ONLY_LINKED = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Compile a small function, inlined into the loops that call it. Never cached by itself."""
    return Kernel(function, forceinline=True)


def part(function: Callable[P, R]) -> Kernel[P, R]:
    """Compile a function that is too large to be inlined into each caller. Never cached by itself, either."""
    return Kernel(function)


def compiles_as(function: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the compiled form of a plain function for given argument types."""
    # Not strict: Numba would also compare annotations, which the implementations have no use for.
    register: Callable[..., Any] = overload(function, strict=False, jit_options={"forceinline": True})

    def choose(chooser: Callable[..., Any]) -> Callable[..., Any]:
        choosers[function] = chooser
        chosen: Callable[..., Any] = register(chooser)
        return chosen

    return choose


class Loop(Generic[P, R]):
    """A compiled loop over records, cached on disk. Python calls no other compiled code.

    A recursive function must be a loop itself: loaded from disk, a loop that calls a recursive function jumps to
    address zero (seen with Numba 0.68.1 where records are among the arguments).
    """

    def __init__(self, function: Callable[P, R], *, parallel: bool = False, light: bool = False) -> None:
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.py_func = function
        self.light = light
        self._compiled: Any = None if INTERPRETED else _compile(function, parallel)
        self._plain: Any = None
        _loops.append(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        assert not kwargs, "compiled code takes arguments by position"
        if INTERPRETED:
            return self.interpret(*args)
        _failures.clear()
        before = copy.deepcopy(args) if numba.config.BOUNDSCHECK else ()
        try:
            result: R = self._compiled(*args)
        except (NumbaError, KeyError) as error:
            # A game's mistake surfaces as pages of type inference: name the function instead.
            if _failures:
                raise _failures.pop() from error
            raise
        except IndexError:
            # Only with bounds checks. Machine code does not say where: the same call as plain Python does.
            self.interpret(*before)
            raise
        return result

    def interpret(self, *args: Any) -> R:
        """Run the loop as plain Python, down to the game's own functions, where a wrapped integer is an error."""
        if self._plain is None:
            self._plain = _uncompiled(self.py_func, {})
        records = [_fields_by_attribute(arg) for arg in args]
        try:
            with np.errstate(over="raise"):
                result: R = self._plain(*records)
        except BoardwrightError:
            raise
        except Exception as error:
            mistake = sources.blame(error, _homes)
            if mistake is None:
                raise
            raise mistake from error
        return result

    def in_memory(self, *args: Any) -> bool:
        """Whether this process has machine code for these arguments."""
        return not INTERPRETED and self._signature(args) in self._compiled.overloads

    def files(self, *args: Any) -> list[Path]:
        """The files that may have machine code for these arguments, whether they exist or not."""
        cache, context = self._compiled._cache, self._compiled.targetctx
        return [path for path, _ in cache.files(self._signature(args), context.codegen())]

    def _signature(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(self._compiled.typeof_pyval(arg) for arg in args)

    @property
    def compilations(self) -> int:
        """The number of times this process compiled the loop rather than load it (zero when interpreted)."""
        return 0 if INTERPRETED else sum(self._compiled.stats.cache_misses.values())


def compilations() -> dict[str, int]:
    """The number of times this process compiled each loop rather than load it, where not zero."""
    counts: dict[str, int] = {}
    for loop in _loops:
        name = f"{loop.py_func.__module__.rpartition('.')[2]}.{loop.__name__}"
        if loop.compilations:
            counts[name] = counts.get(name, 0) + loop.compilations
    return counts


def _type_of_loop(value: Loop[..., Any], context: Any) -> Any:  # compiled only
    # So that compiled code can call a loop by its name, which is how a recursive one calls itself.
    return typeof_impl(value._compiled, context)


def _type_of_kernel(value: Kernel[..., Any], context: Any) -> Any:  # compiled only
    return typeof_impl(value._compiled, context)


typeof_impl.register(Loop)(_type_of_loop)
typeof_impl.register(Kernel)(_type_of_kernel)


def loop(function: Callable[P, R]) -> Loop[P, R]:
    """Compile a loop for every game that calls it, and cache the machine code on disk."""
    return Loop(function)


def light_loop(function: Callable[P, R]) -> Loop[P, R]:
    """`loop` with so little work a row that plain Python does for few rows: a tiered game need not wait for it."""
    return Loop(function, light=True)


def parallel_loop(function: Callable[P, R]) -> Loop[P, R]:
    """`loop` with `prange` spread over threads. Call it under `thread_lock` only."""
    return Loop(function, parallel=True)


def uncompiled(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel as plain Python: compiling it would take longer than the call saves."""
    plain: Callable[P, R] = _uncompiled(function, {})
    return plain


def print_once(word: Word) -> None:
    """Print a line to stderr, once a process; none with BOARDWRIGHT_QUIET set."""
    if word.code not in _said and not os.environ.get("BOARDWRIGHT_QUIET"):
        _said.add(word.code)
        print(say(word), file=sys.stderr, flush=True)  # noqa: T201 - stderr is where such a line belongs


def owned_by_a_game(home: str) -> None:
    """Register a game's modules: an exception raised in them is reported as the game's mistake."""
    _homes.add(home)


def failed(error: KernelError) -> KernelError:  # compiled only
    """Keep the error of a kernel: an exception raised while Numba infers types would be lost in it."""
    _failures.clear()
    _failures.append(error)
    return error


def _uncompiled(function: Any, copies: dict[Any, Any]) -> Any:
    # The opposite of a compiled copy: every compiled function that it calls is replaced by its source.
    source = getattr(function, "py_func", function)
    if source in copies:
        return copies[source]
    namespace = dict(source.__globals__)
    copies[source] = twin = types.FunctionType(source.__code__, namespace, source.__name__, source.__defaults__)
    for used in source.__code__.co_names:
        if hasattr(namespace.get(used), "py_func"):
            namespace[used] = _uncompiled(namespace[used], copies)
    return twin


def _fields_by_attribute(arg: Any) -> Any:
    structured = isinstance(arg, np.ndarray) and arg.dtype.names is not None
    return arg.view(np.recarray) if structured else arg


def _compile(function: Callable[..., Any], parallel: bool) -> Any:  # compiled only
    dispatcher = numba.njit(parallel=parallel, nogil=True)(function)
    how = "parallel" if parallel else "serial"
    dispatcher._cache = SignatureCache(function, how, lambda sig: _reach(dispatcher, sig), _not_kept)
    return dispatcher


def _not_kept(error: OSError | None) -> None:  # compiled only
    # No HOME and a read-only package, as in many containers; a full disk; rules typed at a prompt.
    if error is not None:
        print_once(Word("cache_failed", {"folder": str(folders.folder()), "error": error.strerror or str(error)}))
    elif folders.folder() is None:
        print_once(Word("cache_unavailable"))


def _reach(dispatcher: Any, sig: Any) -> Reach:  # compiled only
    from boardwright.core.compiled.kernels import in_signature

    games = in_signature(sig)
    parts = [fingerprint(_PIPELINE), repr(sorted(dispatcher.targetoptions.items(), key=str))]
    # A loop with no game's record in its signature reaches no game.
    parts += [fingerprint([dispatcher], game.home, game.plain) for game in games] or [fingerprint([dispatcher])]
    return Reach(tuple(game.name for game in games), tuple(game.home for game in games), " ".join(parts))


_PIPELINE = (kernel, part, Kernel.__init__, compiles_as, sources.compiled_copies, *linking.PIPELINE)
"""The functions that compile others are part of the key, too."""


def hide_progress() -> None:
    """Print no lines about the progress of compilation: the caller shows it in its own way."""
    _announcer.lines = False


class _Announcer(event.Listener):  # type: ignore[misc]  # compiled only; Numba ships no types
    """Announces a compilation, and in a terminal its progress: a silent half-minute looks like a hang."""

    lines = True
    _listener: Any = None

    def on_start(self, event: Any) -> None:
        if linking.is_loop(event.data["dispatcher"]):
            # The sentence promises that later starts are quick.
            print_once(Word("compiling" if folders.folder() is not None else "cache_unavailable"))
        if self._listener is None and self.lines and sys.stderr is not None and sys.stderr.isatty():
            from boardwright.core.compiled.progress import ProgressPrinter

            self._listener = ProgressPrinter()
        if self._listener is not None:
            self._listener.on_start(event)

    def on_end(self, event: Any) -> None:
        if self._listener is not None:
            self._listener.on_end(event)


_announcer = _Announcer()

if not INTERPRETED:
    linking.install()
    event.register("numba:compile", _announcer)
