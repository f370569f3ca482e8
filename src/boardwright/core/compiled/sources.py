"""Copies of a game's functions for the compiler, while the originals stay ordinary Python.

The functions carry no decorator. They are compiled as copies whose globals point at other compiled copies, so the
originals still serve the debugger, coverage and the interpreted laws. A game's home is the package (or the lone
module) of its rules: functions of its home are compiled with it.
"""

from __future__ import annotations

import types
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import numba
import numpy as np

from boardwright.core.compiled.fingerprint import inside, names_of
from boardwright.core.errors import KernelError

CORE = "boardwright.core"


def home_of(rules: types.ModuleType) -> str:
    """The package of the rules, or their module if it is in none."""
    return rules.__package__ or rules.__name__


def reachable(functions: Iterable[Callable[..., Any]], home: str) -> list[Any]:
    """The functions, and every function of their home that they call, directly or not."""
    reached: list[Any] = list(functions)
    for function in reached:
        for _, value in globals_of(function):
            if _is_function_of(value, home) and value not in reached:
                reached.append(value)
    return reached


def compiled_copies(functions: dict[str, Callable[..., Any]], home: str) -> dict[str, Any]:  # compiled only
    """Compiled copies of a game's functions and of everything of the game that they call."""
    for function in functions.values():
        _refuse_recursion(function, home, ())
    copies: dict[Callable[..., Any], Any] = {}
    return {name: _copy(function, home, copies) for name, function in functions.items()}


def blame(error: Exception, homes: Iterable[str]) -> KernelError | None:
    """The KernelError for an exception, with the game's function that raised it; None outside every game."""
    where = None
    step = error.__traceback__
    while step is not None:
        module = step.tb_frame.f_globals.get("__name__", "")
        if any(inside(module, home) for home in homes):
            where = step
        step = step.tb_next
    if where is None:
        return None
    code = "kernel_wrapped" if isinstance(error, ArithmeticError) else "kernel_raised"
    if isinstance(error, AttributeError) and error.name == "event_count":
        code = "kernel_no_events"  # `emit`, in a record without a list of events
    source = where.tb_frame.f_code
    params = {"function": source.co_name, "line": where.tb_lineno, "file": Path(source.co_filename).name}
    return KernelError(code, **params, error=type(error).__name__, detail=str(error))


def globals_of(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the globals that a function reads, by name."""
    for name in names_of(function.__code__):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _is_function_of(value: Any, home: str) -> bool:
    return isinstance(value, types.FunctionType) and inside(value.__module__, home)


def _refuse_recursion(function: Any, home: str, callers: tuple[Any, ...]) -> None:  # compiled only
    # Loaded from disk, a loop that calls a recursive function jumps to address zero: see Loop.
    if function in callers:
        raise KernelError("kernel_recursive", function=function.__name__)
    for _, value in globals_of(function):
        if _is_function_of(value, home):
            _refuse_recursion(value, home, (*callers, function))


def _copy(function: Any, home: str, copies: dict[Callable[..., Any], Any]) -> Any:  # compiled only
    if function in copies:
        return copies[function]
    namespace = dict(function.__globals__)
    # Numba's own int() leaves an unsigned field unsigned, and the difference of two would wrap around.
    namespace["int"] = np.int64
    twin = types.FunctionType(
        function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__qualname__ = function.__qualname__
    twin.__module__ = function.__module__
    copies[function] = compiled = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(twin)
    for used, value in globals_of(function):
        if _is_function_of(value, home):
            namespace[used] = _copy(value, home, copies)
        elif isinstance(value, types.FunctionType) and not inside(value.__module__, CORE):
            raise KernelError("kernel_outside", function=function.__name__, used=used, home=home)
        elif isinstance(value, types.ModuleType) and inside(value.__name__, home):
            raise KernelError("kernel_module", function=function.__name__, module=used)
        elif isinstance(value, type) and issubclass(value, IntEnum):
            # Compiled code knows enums as a type of their own, which mixes badly with integers.
            members = {name: int(member) for name, member in value.__members__.items()}
            namespace[used] = namedtuple(used, members)(**members)
    return compiled
