"""A short run of the proof in `kills.py`: killed servers lose nothing, the planted defect is caught, rivals get one."""

from __future__ import annotations

from pathlib import Path

import pytest

from .kills import rivals, torment


def test_no_acknowledged_event_is_lost(tmp_path: Path) -> None:
    result = torment(tmp_path / "data", 5, 16)
    assert result["acknowledged"] > 150
    assert (result["lost"], result["broken"], result["conflicts"]) == (0, 0, 0)


@pytest.mark.slow
def test_acknowledging_before_the_commit_is_caught(tmp_path: Path) -> None:
    assert torment(tmp_path / "data", 2, 16, "--early")["lost"] > 0


def test_exactly_one_of_sixteen_rivals_succeeds(tmp_path: Path) -> None:
    assert rivals(tmp_path / "data", 10, 16) == [1] * 10
