"""The kinds of planted faults: one that a law must catch, and one that a newcomer makes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Plant:
    """A fault: its place, its text, and the law that must catch it.

    `first` is the law that `boardwright check` stops at, where another one comes before it and is right, too.
    """

    law: str
    what: str
    toy: str
    old: str = ""
    new: str = ""
    first: str = ""
    engine: Callable[[], Any] = nullcontext
    compiled: bool = False


@dataclass(frozen=True)
class Mistake:
    """A newcomer's mistake, and the error that must tell of it: the function, the code, and what else it names."""

    what: str
    old: str
    new: str
    function: str
    code: str
    names: str = ""
    compiled: bool = True
