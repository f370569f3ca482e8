"""A read-only array that is handed to a public entry is refused or copied, never written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import boardwright
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.game import Game
from boardwright.scale import loopback
from scale.read_only_entries import GAMES, Entry, frozen, given, methods, states_of, table, trial

REFUSED = {
    "tic_tac_toe Game.step": "batch_read_only",
    "minesweeper Game.step": "batch_read_only",
    "minesweeper Game.whole": "hidden_information",
}
"""`step` writes in place, and says so; the other one refuses any array."""

# A loop is compiled once more for read-only arrays: the gate does it for one game.
SLOW = pytest.param("minesweeper", marks=pytest.mark.slow)


def wrong(found: dict[str, str]) -> dict[str, str]:
    return {name: result for name, result in found.items() if result != REFUSED.get(name, "fine")}


@pytest.mark.parametrize("name", ["tic_tac_toe", SLOW])
def test_every_entry_refuses_or_copies(name: str) -> None:
    found = table(boardwright.load(name, GAMES[name]))
    assert wrong(found) == {}
    assert len(found) > 30


def test_every_entry_of_a_game_in_plain_python_refuses_or_copies() -> None:
    # A write of its rules or agents raises in NumPy: what guards the machine code is the same for every game.
    found = table(boardwright.load("minesweeper", "small").as_interpreted())
    assert wrong(found) == {}
    assert len(found) > 30


def test_an_entry_that_nobody_described_is_an_error() -> None:
    class New:
        def polish(self, surfaces: object) -> None:
            pass

    with pytest.raises(KeyError, match="surfaces"):
        list(methods(New(), given(boardwright.load("tic_tac_toe")), set()))


@pytest.mark.skipif(INTERPRETED, reason="NumPy itself refuses to write")
def test_an_entry_without_the_guard_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = boardwright.load("tic_tac_toe")
    states = states_of(game)
    actions = np.argmax(game.legal_mask(states), axis=1)
    entry = Entry("step", game.step, {"states": states, "actions": actions, "draws": np.zeros(len(states), np.int64)})
    assert trial(entry, frozen) == "batch_read_only"
    monkeypatch.setattr(Game, "_rows", lambda self, states, *, writeable=False: states)
    assert trial(entry, frozen) == "wrote ['states']"


@pytest.mark.slow
def test_the_same_holds_for_arrays_of_ray() -> None:
    cases = Path(__file__).with_name("read_only_entries.py")
    paths = os.pathsep.join([str(cases.parents[1]), *sys.path])
    command = loopback.command([sys.executable, str(cases)])
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": paths})
    assert ran.returncode == 0, ran.stderr
    assert wrong(json.loads(ran.stdout.splitlines()[-1])) == {}
