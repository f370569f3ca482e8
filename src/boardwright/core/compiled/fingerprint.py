"""A fingerprint of everything that machine code depends on: the key under which it is kept on disk.

Compiled code is made from functions, from the functions that these call, and from the values that all of them read.
Two processes with the same bytecode, values and options may share machine code; an edited comment, docstring,
sentence or view changes none of them.
"""

from __future__ import annotations

import dis
import hashlib
import inspect
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

Functions: TypeAlias = Mapping[str, Callable[..., Any]]

PACKAGE = "boardwright"

choosers: dict[Callable[..., Any], Callable[..., Any]] = {}
"""For a plain function that compiled code may call, the function that chooses its implementation by argument types."""


def fingerprint(functions: Iterable[Any], home: str = "", kernels: Functions | None = None) -> str:
    """Hash the functions and all that they reach.

    `home` is the package of a game: plain functions are followed into it and into Boardwright. `kernels` are the
    game's functions, into which calls of the contract's functions lead.
    """
    digest = hashlib.sha256()
    for function in reached(functions, home, kernels):
        digest.update(_identity(function))
        for name, value in values_of(function):
            digest.update(f"{name}={_described(value)};".encode())
            if isinstance(value, types.FunctionType) and value in choosers:
                digest.update(_identity(choosers[value]))
    return digest.hexdigest()


def reached(functions: Iterable[Any], home: str = "", kernels: Functions | None = None) -> list[Any]:
    """The functions and all that they call, as plain functions, in the order in which they are met."""
    queue = list(dict.fromkeys(source_of(function) for function in functions))
    seen = set(queue)
    for function in queue:
        for _, value in values_of(function):
            called = _called(value, home, kernels or {})
            new = [source for source in map(source_of, called) if source not in seen]
            seen.update(new)
            queue.extend(new)
    return queue


def source_of(function: Any) -> Any:
    """The plain function that a compiled one was made from."""
    return getattr(function, "py_func", function)


def values_of(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values that a function reads from outside: globals, attributes of modules, defaults, closure."""
    for name in names_of(function.__code__):
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            if isinstance(value, types.ModuleType):
                yield from _attributes(name, value, function.__code__, {value})
    for number, value in enumerate(function.__defaults__ or ()):
        yield f"default {number}", value
    for name, value in (function.__kwdefaults__ or {}).items():
        yield f"default {name}", value
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        yield f"closure {name}", cell.cell_contents


@lru_cache(maxsize=4096)
def names_of(code: types.CodeType) -> tuple[str, ...]:
    """The globals that a function reads by name, in comprehensions and functions inside it, too."""
    names = {
        str(instruction.argval): None
        for inner in _codes(code)
        for instruction in dis.get_instructions(inner)
        if instruction.opname in {"LOAD_GLOBAL", "LOAD_NAME"}
    }
    return tuple(names)


def inside(module: str, package: str) -> bool:
    """Whether a module is a package or is inside it."""
    return module == package or module.startswith(f"{package}.")


def _called(value: Any, home: str, kernels: Functions) -> list[Any]:
    # The functions that machine code enters where it calls this value.
    if hasattr(value, "py_func"):
        return [value]
    if not isinstance(value, types.FunctionType):
        return []
    if value in choosers:
        # A function of the contract: the game's own, or else the default, to which the chooser leads.
        return [kernels[value.__name__]] if value.__name__ in kernels else [value, choosers[value]]
    followed = inside(value.__module__, PACKAGE) or (home and inside(value.__module__, home))
    return [value] if followed else []


def _attributes(
    name: str, module: types.ModuleType, code: types.CodeType, seen: set[types.ModuleType]
) -> Iterator[tuple[str, Any]]:
    # Attributes are not matched to modules: one too many compiles too often, one too few is stale.
    for attribute in dict.fromkeys(used for inner in _codes(code) for used in inner.co_names):
        if attribute in vars(module):
            value = vars(module)[attribute]
            yield f"{name}.{attribute}", value
            if isinstance(value, types.ModuleType) and value not in seen:
                seen.add(value)
                yield from _attributes(f"{name}.{attribute}", value, code, seen)


@lru_cache(maxsize=4096)
def _codes(code: types.CodeType) -> tuple[types.CodeType, ...]:
    nested = [_codes(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return (code, *(inner for codes in nested for inner in codes))


def _identity(function: Any) -> bytes:
    # The module by name, too: machine code from the disk imports it when it is loaded.
    return f"{function.__module__}.{function.__qualname__}".encode() + _code_digest(function.__code__)


@lru_cache(maxsize=4096)
def _code_digest(code: types.CodeType) -> bytes:
    digest = hashlib.sha256(code.co_code + code.co_exceptiontable)
    digest.update(repr((code.co_names, code.co_argcount, code.co_kwonlyargcount)).encode())
    for constant in code.co_consts[_has_docstring(code) :]:
        if isinstance(constant, types.CodeType):
            digest.update(_code_digest(constant))
        else:
            digest.update(_described(constant).encode())
    return digest.digest()


def _has_docstring(code: types.CodeType) -> bool:
    if sys.version_info >= (3, 14):
        return bool(code.co_flags & inspect.CO_HAS_DOCSTRING)
    # The first constant of a `def` is its docstring, or None to hold the place. A comprehension has neither.
    return code.co_name == "<lambda>" or not code.co_name.startswith("<")


def _described(value: Any) -> str:
    options = getattr(value, "targetoptions", None)
    if options is not None:
        return repr(sorted(options.items(), key=str))
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, type) and issubclass(value, IntEnum):
        return repr({name: int(member) for name, member in value.__members__.items()})
    if isinstance(value, int | float | str | bytes | np.generic | np.dtype):
        return f"{type(value).__qualname__} {value!r}"
    if isinstance(value, frozenset):
        return f"frozenset {sorted(map(_described, value))}"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}({', '.join(_described(item) for item in value)})"
    return f"{type(value).__qualname__} {getattr(value, '__qualname__', '')}"
