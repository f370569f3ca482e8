"""The scripts that measure self-play: at tic-tac-toe by proof, and at a game that was changed from the skeleton."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from boardwright.cli import new_game

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch, request, tmp_path):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    module = importlib.import_module(request.param)
    if request.param == "self_play_new_game":  # its command, in this process
        monkeypatch.setattr(module, "run", lambda *_: new_game.write(module.NAME, tmp_path / module.NAME))
    yield module
    sys.modules.pop(request.param, None)


@pytest.mark.parametrize("script", ["self_play_tic_tac_toe"], indirect=True)
def test_a_network_that_learned_nothing_loses_lines(script, tmp_path):
    short = {"self_play.rounds": 1, "self_play.games": 4, "self_play.simulations": 2, "evaluation.games": 2}
    row = script.measure(3, 2, short, tmp_path)
    assert list(row) == list(script.COLUMNS)
    assert row["seed"] == 3
    assert min(row["search_losing"], row["policy_losing"]) > 0


@pytest.mark.parametrize("script", ["self_play_new_game"], indirect=True)
def test_the_changed_skeleton_is_won_by_a_square(script, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(script.write(tmp_path)))
    rules = importlib.import_module(f"{script.NAME}.rules")
    p = SimpleNamespace(cells=25, rows=5, cols=5)
    for stones, cell, won in (((0, 1, 5), 6, True), ((18, 19, 23), 24, True), ((3, 4, 5), 9, False)):
        s = SimpleNamespace(cells=np.zeros(25, np.uint8), returns=np.zeros(2), to_move=0, ply=7)
        s.cells[list(stones)] = 1
        rules.advance(p, s, cell, 0)
        assert s.returns.tolist() == ([1, -1] if won else [0, 0])
    sys.modules.pop(f"{script.NAME}.rules")
    sys.modules.pop(script.NAME)


@pytest.mark.parametrize("script", ["self_play_new_game"], indirect=True)
def test_a_skeleton_without_the_text_to_replace_is_refused(script, tmp_path, monkeypatch):
    monkeypatch.setattr(script, "EDITS", (("rules.py", "no such text", ""),))
    with pytest.raises(SystemExit, match=r"rules\.py of the skeleton has 'no such text' 0 times"):
        script.write(tmp_path)
