"""The tools themselves take a few milliseconds of processor time a call."""

from __future__ import annotations

import pytest
from mcp_cost import cost

GENEROUS = 50.0
"""Milliseconds: ten times the promise, for a machine that is busy."""


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_a_call_takes_little_of_the_processor(name: str) -> None:
    times = cost(name)
    assert set(times) == {"look", "legal", "why", "refused", "move"}
    assert max(times.values()) < GENEROUS, times
