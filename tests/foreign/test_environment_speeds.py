"""The script that measures environments side by side: rows, ratios, and peers that cannot be measured."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module("environment_speeds")
    for name in ("environment_speeds", "puffer_connect4"):
        sys.modules.pop(name, None)


def spin(times: int) -> Any:
    """A side that takes some time for one move."""

    def run() -> int:
        for _ in range(20_000 * times):
            pass
        return 1

    return lambda number: run


def fails(error: Exception) -> Any:
    """A peer that cannot be made."""

    def offer() -> Any:
        raise error

    return offer


def test_a_peer_that_fails_is_a_line_and_ratios_are_ours_over_it(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    offers = {"ours": lambda: spin(1), "slow": lambda: spin(20), "gone": fails(ImportError("no module"))}
    monkeypatch.setitem(script.GROUPS, "planted", lambda sizes, libraries: offers)
    found = script.measure("planted", script.Sizes(1, 1, 1, 3, 1), {})
    mine, slow = found["rows"]
    assert mine["side"] == "ours"
    assert slow["ours_over_it"] > 1  # it does twenty times the work
    assert slow["spread"][0] <= slow["moves_per_cpu_second"] <= slow["spread"][1]
    assert found["notes"] == ["gone: not measured (ImportError: no module)"]


def test_our_own_side_must_not_fail(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(script.GROUPS, "planted", lambda sizes, libraries: {"ours": fails(ValueError("ours"))})
    with pytest.raises(ValueError, match="ours"):
        script.measure("planted", script.Sizes(1, 1, 1, 3, 1), {})


def test_without_its_library_pufferlib_is_a_line(script: Any) -> None:
    found = script.measure("against_random", script.Sizes(4, 4, 1, 3, 1), {})
    assert [row["side"] for row in found["rows"]] == ["ours"]
    assert len(found["notes"]) == 2
