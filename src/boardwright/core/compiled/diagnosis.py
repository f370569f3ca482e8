"""What the compiler refuses in a game's rules: the function, its file and line, and what to write instead.

Numba answers with pages of type inference. They name the place, if at all, among lines about other files and callers;
some refusals name only the caller, or nothing. The place is then found in the functions themselves.
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from boardwright.core.words import Word

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACES = re.compile(r'File "([^"]+)", line (\d+)|(\S+\.py) \((\d+)\)|([\w.]+\.py):(\d+)')
_UNDEFINED = re.compile(r"name '(\w+)' is not defined")
_CALLEE = re.compile(r"<function (\w+) at")
_KEYWORD = "eyword argument"
_NOISE = ("Failed in", "During:", "File ", "There are", ">>>")

_INSTEAD: dict[type[ast.AST], str] = {
    **dict.fromkeys((ast.Dict, ast.DictComp), "instead_dict"),
    **dict.fromkeys((ast.Set, ast.SetComp), "instead_set"),
    **dict.fromkeys((ast.GeneratorExp, ast.Lambda, ast.Yield), "instead_closure"),
    **dict.fromkeys((ast.With, ast.Try, ast.ExceptHandler, ast.Raise), "instead_try"),
    ast.JoinedStr: "instead_text",
    ast.Starred: "instead_star",
    ast.Delete: "instead_delete",
}
_CALLED = {"dict": "instead_dict", "set": "instead_set", "str": "instead_text", "print": "instead_text"}


class Place(NamedTuple):
    """A line of a game's function."""

    function: str
    file: str
    line: int


def told(error: Exception, functions: Sequence[Any]) -> dict[str, Any]:
    """The parameters of the refusal: `function`, `file`, `line`, the `detail` in Numba's words, and `instead`."""
    text = _COLOUR.sub("", str(error))
    place = _undefined(text, functions) or _named(text, functions) or _searched(text, functions)
    return {**place._asdict(), "detail": _detail(text), "instead": _instead(text, place, functions)}


def _detail(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = next((line for line in lines if not line.startswith(_NOISE)), lines[0] if lines else "")
    call = next((line.removeprefix(">>>").strip() for line in lines if line.startswith(">>>")), None)
    if call is not None and said.startswith("No implementation"):
        said = f"no implementation of {call}"
    return re.sub(r"\.*\s*Raised from .*$|, defined at .*$", "", said).rstrip(".")


def _undefined(text: str, functions: Sequence[Any]) -> Place | None:
    # The text about a name that does not exist has the line of the call, in another function.
    found = _UNDEFINED.search(text)
    if found is None:
        return None
    for function in functions:
        for code, line in _lines(function.__code__):
            if code.argval == found[1] and found[1] not in function.__globals__:
                return _place(function, line)
    return None


def _named(text: str, functions: Sequence[Any]) -> Place | None:
    # The innermost place comes first.
    for match in _PLACES.finditer(text):
        path, line = next((path, int(line)) for path, line in zip(*[iter(match.groups())] * 2, strict=True) if path)
        for function in functions:
            lines = [number for _, number in _lines(function.__code__)]
            if Path(function.__code__.co_filename).name == Path(path).name and min(lines) <= line <= max(lines):
                return _place(function, line)
    return None


def _searched(text: str, functions: Sequence[Any]) -> Place:
    # Without any place in the text: the first line with something that is never compiled.
    callee, keyword = _CALLEE.search(text), _KEYWORD in text
    for function in functions:
        for node in ast.walk(_tree(function)):
            if isinstance(node, ast.keyword) if keyword else type(node) in _INSTEAD:
                return _place(function, getattr(node, "lineno", 1) + function.__code__.co_firstlineno - 1)
    chosen = next((function for function in functions if callee and function.__name__ == callee[1]), functions[0])
    return _place(chosen, chosen.__code__.co_firstlineno)


def _place(function: Any, line: int) -> Place:
    return Place(function.__name__, Path(function.__code__.co_filename).name, line)


def _lines(code: CodeType) -> Iterator[tuple[dis.Instruction, int]]:
    for instruction in dis.get_instructions(code):
        if instruction.positions is not None and instruction.positions.lineno is not None:
            yield instruction, instruction.positions.lineno
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _lines(constant)


def _tree(function: Any) -> ast.AST:
    try:
        return ast.parse(inspect.cleandoc("\n" + inspect.getsource(function)))
    except (OSError, SyntaxError):  # typed at a prompt
        return ast.Module([], [])


def _instead(text: str, place: Place, functions: Sequence[Any]) -> Word:
    function = next(function for function in functions if function.__name__ == place.function)
    if found := _UNDEFINED.search(text):
        known = {*function.__globals__, *function.__code__.co_varnames, *dir(builtins)}
        return Word("instead_name", {"known": get_close_matches(found[1], sorted(known), 1)})
    if found := re.search(r"Unknown attribute '(\w+)'", text):
        return Word("instead_attribute", {"attribute": found[1]})
    if found := re.search(r"Untyped global name '(\w+)'", text):
        return Word("instead_global", {"name": found[1]})
    if "Cannot unify" in text:
        return Word("instead_types")
    if _KEYWORD in text:
        return Word("instead_keyword")
    first = function.__code__.co_firstlineno
    for node in ast.walk(_tree(function)):
        if getattr(node, "lineno", 0) + first - 1 == place.line:
            if type(node) in _INSTEAD:
                return Word(_INSTEAD[type(node)])
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
                return Word(_CALLED[node.func.id])
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                return Word("instead_text")
    return Word("instead_plain")
