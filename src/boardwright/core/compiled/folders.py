"""The folders of machine code: one that this machine writes, and read-only ones that were compiled elsewhere.

A folder that travels has a file `target.json` with the processor that its code was made for.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numba

from boardwright.core.compiled import targets
from boardwright.core.compiled.targets import Target

PACKAGE = Path(__file__).parents[2]
SHIPPED = "BOARDWRIGHT_MACHINE_CODE"
"""The environment variable with folders of machine code that was compiled elsewhere, as in PATH."""

NONE = "-"
"""The value of that variable for no such folder, not even those of packages."""

GROUP = "boardwright.machine_code"
"""The entry-point group of packages that ship such a folder: `name = "package"` has it beside its `__init__.py`."""

CARD = "target.json"


class Shipped(NamedTuple):
    """A read-only folder of machine code, and the target it was made for."""

    path: Path
    target: Target


def folder() -> Path | None:
    """The folder that this machine's own code is kept in; None where no folder can be written to."""
    return _folder(numba.config.CACHE_DIR)


def shipped() -> tuple[Shipped, ...]:
    """The folders of code that was compiled elsewhere and runs on this machine."""
    return _shipped(os.environ.get(SHIPPED, ""))


def write_card(path: Path, target: Target) -> None:
    """Write what a folder's code was made for."""
    path.mkdir(parents=True, exist_ok=True)
    (path / CARD).write_text(json.dumps(target._asdict(), indent=1) + "\n", encoding="utf-8")


def candidates() -> list[Path]:
    """The folders to try for this machine's own code, in order."""
    if numba.config.CACHE_DIR:
        return [Path(numba.config.CACHE_DIR) / "boardwright"]
    folders = [PACKAGE / "__pycache__" / "machine_code"]
    with suppress(RuntimeError):  # nobody's home
        folders.append(Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "boardwright")
    return folders


@cache
def _folder(chosen: str) -> Path | None:
    return next((path for path in candidates() if _writable(path)), None)


def _writable(path: Path) -> bool:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(path, os.W_OK)


@cache
def _shipped(listed: str) -> tuple[Shipped, ...]:
    if listed == NONE:
        return ()
    paths = [Path(part) for part in listed.split(os.pathsep) if part]
    for point in entry_points(group=GROUP):
        spec = find_spec(point.value)
        paths += [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []
    read = [(path, _card(path)) for path in paths]
    return tuple(Shipped(path, target) for path, target in read if target is not None and targets.runs_here(target))


def _card(path: Path) -> Target | None:
    try:
        return Target(**json.loads((path / CARD).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None  # not a folder of machine code: nothing in it is run
