"""A game's functions as the compiler needs them, while the originals stay ordinary Python.

They carry no decorator. They are compiled as copies whose globals point at other compiled copies, so the originals
still serve the debugger, coverage and the interpreted laws. A game's home is the package (or the lone module) that its
rules live in: functions of its home are compiled and hashed with it.
"""

from __future__ import annotations

import dis
import hashlib
import types
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import numba
import numpy as np

from boardwright.core.errors import KernelError

CORE = "boardwright.core"


def home_of(rules: types.ModuleType) -> str:
    """The package of the rules, or their module if it stands alone."""
    return rules.__package__ or rules.__name__


def source_tag(name: str, rules: types.ModuleType, functions: Iterable[Callable[..., Any]]) -> str:
    """`<game>_<hash>`, of its folder, of the core, and of every value its functions reach.

    An edited rule is then another type of record, so nothing that was compiled before can be taken for it.
    """
    digest = hashlib.sha256(_folder_digest(Path(__file__).parent))
    if getattr(rules, "__file__", None):
        digest.update(_folder_digest(Path(str(rules.__file__)).parent))
    for function in reachable(functions, home_of(rules)):
        # The module by name, too: machine code from the disk asks for it when it is loaded.
        digest.update(function.__module__.encode() + _code_digest(function.__code__))
        for used, value in _globals_of(function):
            digest.update(f"{used}={_shown(value)};".encode())
    return f"{name}_{digest.hexdigest()[:16]}"


def reachable(functions: Iterable[Callable[..., Any]], home: str) -> list[Any]:
    """The functions, and every function of their home that they call, directly or not."""
    found: list[Any] = list(functions)
    for function in found:
        for _, value in _globals_of(function):
            if _is_function_of(value, home) and value not in found:
                found.append(value)
    return found


def compiled_copies(functions: dict[str, Callable[..., Any]], home: str) -> dict[str, Any]:  # compiled only
    """Compiled copies of a game's functions and of everything of the game that they call."""
    for function in functions.values():
        _refuse_recursion(function, home, ())
    copies: dict[Callable[..., Any], Any] = {}
    return {name: _copy(function, home, copies) for name, function in functions.items()}


def blame(error: Exception, homes: Iterable[str]) -> KernelError | None:
    """What is wrong, with the game's function in which it happened; None if it happened outside every game."""
    where = None
    step = error.__traceback__
    while step is not None:
        module = step.tb_frame.f_globals.get("__name__", "")
        if any(_inside(module, home) for home in homes):
            where = step
        step = step.tb_next
    if where is None:
        return None
    code = "kernel_wrapped" if isinstance(error, ArithmeticError) else "kernel_raised"
    source = where.tb_frame.f_code
    params = {"function": source.co_name, "line": where.tb_lineno, "file": Path(source.co_filename).name}
    return KernelError(code, **params, error=type(error).__name__, detail=str(error))


def _inside(module: str, home: str) -> bool:
    return module == home or module.startswith(f"{home}.")


def _is_function_of(value: Any, home: str) -> bool:
    return isinstance(value, types.FunctionType) and _inside(value.__module__, home)


def _globals_of(function: Any) -> Iterator[tuple[str, Any]]:
    """The globals that a function reads by name, in comprehensions inside it, too."""
    codes = [function.__code__]
    seen = set()
    for code in codes:
        codes.extend(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
        for instruction in dis.get_instructions(code):
            name = instruction.argval
            if instruction.opname in {"LOAD_GLOBAL", "LOAD_NAME"} and name not in seen:
                seen.add(name)
                if name in function.__globals__:
                    yield name, function.__globals__[name]


def _folder_digest(folder: Path) -> bytes:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.digest()


def _code_digest(code: types.CodeType) -> bytes:
    digest = hashlib.sha256(code.co_code + repr(code.co_names).encode())
    for constant in code.co_consts:
        inner = isinstance(constant, types.CodeType)
        digest.update(_code_digest(constant) if inner else repr(constant).encode())
    return digest.digest()


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype.str} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, type) and issubclass(value, IntEnum):
        return repr({name: int(member) for name, member in value.__members__.items()})
    if isinstance(value, int | float | str | bytes | tuple | np.generic):
        return repr(value)
    return getattr(value, "__qualname__", type(value).__qualname__)


def _refuse_recursion(function: Any, home: str, callers: tuple[Any, ...]) -> None:  # compiled only
    # Loaded from disk, a loop that calls a recursive function jumps to address zero: see Loop.
    if function in callers:
        raise KernelError("kernel_recursive", function=function.__name__)
    for _, value in _globals_of(function):
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
    for used, value in _globals_of(function):
        if _is_function_of(value, home):
            namespace[used] = _copy(value, home, copies)
        elif isinstance(value, types.FunctionType) and not _inside(value.__module__, CORE):
            raise KernelError("kernel_outside", function=function.__name__, used=used, home=home)
        elif isinstance(value, types.ModuleType) and _inside(value.__name__, home):
            raise KernelError("kernel_module", function=function.__name__, module=used)
        elif isinstance(value, type) and issubclass(value, IntEnum):
            # Compiled code knows enums as a type of their own, which mixes badly with integers.
            members = {name: int(member) for name, member in value.__members__.items()}
            namespace[used] = namedtuple(used, members)(**members)
    return compiled
