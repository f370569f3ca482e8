"""Fixtures of the tests of agents."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@pytest.fixture
def stopping():
    """A context manager that calls `agent.stop()` from another thread, over and over."""

    @contextmanager
    def insisting(agent: Any) -> Iterator[None]:
        done = threading.Event()

        def insist() -> None:
            while not done.is_set():
                agent.stop()

        thread = threading.Thread(target=insist)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    return insisting
