"""Games with hidden information, by which the environments for language models are searched for leaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardwright.core import registry


@pytest.fixture(params=["battleship", "minesweeper", "hide", "kuhn"])
def secret(request: pytest.FixtureRequest, toy: Callable[[str], Any]) -> tuple[str, str | None]:
    """A game with secrets and its preset: a shipped one, or one of the tests' own."""
    if request.param in registry.names():
        return request.param, "small"
    toy(request.param)
    return request.param, None
