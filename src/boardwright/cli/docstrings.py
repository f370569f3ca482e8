"""The pages of the API for the terminal: docstrings in place of the lines by which the site includes them."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

SIGN = "::: "
"""The line `::: package.module.Name` stands for the docstrings of a name; options follow, indented."""

SETTINGS = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)
"""Lines at the top of a page that are for the site alone."""


def expand(text: str) -> str:
    """A page without the site's settings, with the signature and the docstrings of each name that it includes."""
    lines, within = [], False
    for line in SETTINGS.sub("", text).splitlines():
        if line.startswith(SIGN):
            lines.append(describe(line.removeprefix(SIGN).strip()))
            within = True
        elif not (within and line.startswith(" ")):
            within = False
            lines.append(line)
    return "\n".join(lines) + "\n"


def describe(path: str) -> str:
    """A name's signature, docstring, and members with a docstring, in Markdown."""
    node = _find(path)
    name = path.rpartition(".")[2]
    lines = [f"### {name}", "", *_documented(node, name)]
    for member in node.body if isinstance(node, ast.ClassDef) else ():
        if not isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef) or member.name.startswith("_"):
            continue
        if ast.get_docstring(member):
            lines += ["", f"#### {name}.{member.name}", "", *_documented(member, member.name)]
    return "\n".join(lines)


def _find(path: str) -> Documented:
    # Read, not imported: the packages of an extra may be missing.
    module, _, name = path.rpartition(".")
    spec = find_spec(module)
    assert spec is not None, module
    assert spec.origin is not None, module
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, Documented) and node.name == name:
            return node
    for imported in [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]:
        for alias in imported.names:
            if name == (alias.asname or alias.name):
                return _find(f"{imported.module}.{alias.name}")
    raise LookupError(path)


def _documented(node: Documented, name: str) -> Iterator[str]:
    fields = []
    if isinstance(node, ast.ClassDef):
        fields = list(_fields(node))
    else:
        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        yield from (f"    {name}({ast.unparse(node.args)}){returns}", "")
    yield ast.get_docstring(node) or ""
    for declared, docstring in fields:
        first, *rest = docstring.splitlines()
        yield from ("", f"* `{declared}`: {first}", *(f"  {line}".rstrip() for line in rest))


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The fields that have a docstring below them: the declaration and the docstring."""
    for field, below in zip(node.body, node.body[1:]):
        if not isinstance(field, ast.AnnAssign) or not isinstance(below, ast.Expr):
            continue
        if isinstance(below.value, ast.Constant) and isinstance(below.value.value, str):
            yield ast.unparse(field), inspect.cleandoc(below.value.value)


def included(page: Path) -> list[str]:
    """The names that a page includes."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(SIGN).strip() for line in lines if line.startswith(SIGN)]
