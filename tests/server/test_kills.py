"""A short run of the proof in `kills.py`: kills lose nothing, planted defects are caught, one of many rivals wins.

In the gate `test_restart.py` kills a server between requests, and `test_log.py` has rivals.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .kills import rivals, torment
from .places import POSTGRESQL, SQLITE, Place, place

pytestmark = pytest.mark.slow


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with place(request.param, tmp_path / "data") as made:
        yield made


def test_no_acknowledged_event_is_lost(home: Place) -> None:
    result = torment(home, 3, 16)
    assert result["acknowledged"] > 100
    assert (result["lost"], result["broken"], result["conflicts"]) == (0, 0, 0)


def test_acknowledging_before_the_commit_is_caught(home: Place) -> None:
    assert torment(home, 2, 16, "--early")["lost"] > 0


def test_exactly_one_of_sixteen_rivals_succeeds(home: Place) -> None:
    assert rivals(home, 10, 16) == [1] * 10


def test_a_table_without_its_primary_key_is_caught(home: Place) -> None:
    assert max(rivals(home, 10, 16, "--keyless")) > 1
