"""A case of a user's mistake: the code that makes it, and the error's sentence in each language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from boardwright.core.errors import BoardwrightError
from boardwright.core.words import say


@dataclass(frozen=True)
class Case:
    """`provoke` takes an empty folder, and raises."""

    code: str
    kind: type[BoardwrightError]
    provoke: Callable[[Path], Any]
    en: str
    fr: str


def assert_said(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(case.kind) as caught:
        case.provoke(folder)
    error = caught.value
    assert type(error) is case.kind
    assert error.code == case.code
    assert str(error) == case.en
    assert say(error.word, "fr") == case.fr
    monkeypatch.setenv("BOARDWRIGHT_LANGUAGE", "fr")
    assert str(error) == case.fr
