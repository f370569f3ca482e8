"""What several tests of agents need."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@pytest.fixture
def stopping():
    """Another thread tells an agent to stop, over and over, as long as `with stopping(agent)` lasts."""

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
