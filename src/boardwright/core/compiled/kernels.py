"""One game's functions, plain and compiled, by the tag of its records, and the errors for faulty ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types

from boardwright.core.compiled import compiler, diagnosis, sources
from boardwright.core.compiled.fingerprint import fingerprint
from boardwright.core.errors import KernelError

REQUIRED = ("reset", "check", "advance", "observe")
OPTIONAL = ("chance", "legal", "candidates", "order", "evaluate", "suggest", "resample", "actor", "features")

_INTEGER = ("check", "chance", "candidates", "order", "suggest", "actor")
_NUMBER = ("evaluate",)
_TRUTH = ("resample",)
_STRICT = (*_INTEGER, *_TRUTH)


class Kernels:
    """One game's functions, plain and compiled."""

    def __init__(self, name: str, home: str, functions: dict[str, Callable[..., Any]]) -> None:
        self.name = name
        self.home = home
        compiler.owned_by_a_game(home)
        self.plain = functions
        self.fingerprint = fingerprint(functions.values(), home, functions)
        self._compiled: dict[str, Any] | None = None
        self._interpreted: dict[str, Any] = {}

    def interpreted(self, function: str) -> Any:
        """The function as plain Python down to the parts it calls, None where the game uses the default."""
        if function in self.plain and function not in self._interpreted:
            rule = compiler.uncompiled(self.plain[function])
            self._interpreted[function] = self._strict(function, rule) if function in _STRICT else rule
        return self._interpreted.get(function)

    def _strict(self, function: str, rule: Callable[..., Any]) -> Callable[..., int]:
        # Plain Python takes True for 1, which is a Reason, and None for False: refuse what the compiler would refuse.
        truth = function in _TRUTH

        def answer(*args: Any) -> int:
            returned = rule(*args)
            if isinstance(returned, bool | np.bool_) != truth or not isinstance(returned, int | np.integer | np.bool_):
                raise self._wrong_return(function, type(returned).__name__)
            return bool(returned) if truth else int(returned)

        return answer

    def compiled(self, function: str, args: tuple[Any, ...]) -> Any:  # compiled only
        """The compiled function, None where the game uses the default. Errors name the function that fails."""
        if function not in self.plain:
            return None
        if self._compiled is None:
            try:
                self._compiled = sources.compiled_copies(self.plain, self.home)
            except KernelError as error:
                raise compiler.failed(error) from None
        compiled = self._compiled[function]
        try:
            compiled.compile(args)
        except Exception as error:  # Numba refuses byte code and keywords by errors that are not its own
            raise compiler.failed(self.explain(function, args, error)) from error
        returned = compiled.overloads[args].signature.return_type
        wanted = _wanted(function)
        if not isinstance(returned, wanted):
            raise compiler.failed(self._wrong_return(function, str(returned)))
        return compiled

    def _wrong_return(self, function: str, found: str) -> KernelError:
        about = {"game": self.name, "function": function, "found": found, "wanted": _type_name(function)}
        return KernelError("kernel_return", **about)

    def explain(self, function: str, args: tuple[Any, ...], error: Exception) -> KernelError:  # compiled only
        """Turn a Numba error into a KernelError that names the function and the mistake."""
        if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
            field = error.args[0]
            where = self._reads(field) or function
            records = [list(arg.fields)[:-1] for arg in args if isinstance(arg, types.Record)]
            known = {name for fields in records for name in fields if name[0] != "_"}
            return KernelError("kernel_field", game=self.name, function=where, field=field, fields=sorted(known))
        mine = [self.plain[function], *(rule for name, rule in self.plain.items() if name != function)]
        return KernelError(
            "kernel_compile", game=self.name, **diagnosis.told(error, sources.reachable(mine, self.home))
        )

    def _reads(self, field: str) -> str | None:  # compiled only
        # The helper that has the mistake, not the kernel through which it was reached.
        for function in sources.reachable(self.plain.values(), self.home):
            if field in function.__code__.co_names:
                return str(function.__name__)
        return None


_games: dict[str, Kernels] = {}


def register(kernels: Kernels) -> str:
    """Register a game's functions and return the tag of its records, by which the contract finds them.

    It is the game's name. Other rules under the same name in one process, such as a game that was edited in a notebook,
    have a longer one: their records are of another type, so neither runs the other's machine code.
    """
    tag = f"game_{kernels.name}"
    if tag in _games and _games[tag].fingerprint != kernels.fingerprint:
        tag = f"{tag}_{kernels.fingerprint[:16]}"
    _games.setdefault(tag, kernels)
    return tag


def kernels(tag: str) -> Kernels:
    """The functions of the game with this tag."""
    return _games[tag]


def in_signature(sig: Any) -> list[Kernels]:  # compiled only
    """The games whose records are among the arguments that a loop is compiled for."""
    records = [getattr(arg, "dtype", arg) for arg in sig]
    tags = [list(record.fields)[-1] for record in records if isinstance(record, types.Record)]
    return [_games[tag] for tag in dict.fromkeys(tags) if tag in _games]


def _wanted(function: str) -> Any:  # compiled only
    if function in _INTEGER:
        return types.Integer
    if function in _TRUTH:
        return types.Boolean
    return types.Number if function in _NUMBER else types.NoneType


def _type_name(function: str) -> str:
    if function in _INTEGER:
        return "int"
    if function in _TRUTH:
        return "bool"
    return "float" if function in _NUMBER else "None"
