"""Fixtures of the tests of the arena."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boardwright.arena.executors import Executor, local


@pytest.fixture(scope="session")
def two_workers() -> Iterator[Executor]:
    """Two processes for all tests: each takes a second or two to start."""
    with local(2) as executor:
        yield executor
