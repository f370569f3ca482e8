"""A case of a user's mistake: the code that makes it, and the error's code and parameters.

What the error says in each language is in tests/data/sentences.txt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.errors import BoardwrightError
from saying import told


@dataclass(frozen=True)
class Case:
    """`provoke` takes an empty folder, and raises. The parameters that are varying differ between machines."""

    code: str
    kind: type[BoardwrightError]
    provoke: Callable[[Path], Any]
    params: Mapping[str, Any] = field(default_factory=dict)
    varying: tuple[str, ...] = ()


def assert_refused(case: Case, folder: Path) -> None:
    with pytest.raises(case.kind) as caught:
        case.provoke(folder)
    error = caught.value
    assert type(error) is case.kind
    told(error.word, case.code)
    assert {name: value for name, value in error.word.params.items() if name not in case.varying} == case.params
