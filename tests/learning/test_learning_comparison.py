"""The script that compares three ways to learn: results for each method, none twice, and one picture of them all."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
TINY = {
    "ppo": ["ppo.num_envs=8", "ppo.steps_per_env=8", "ppo.mini_batches=2"],
    "self_play": ["self_play.games=4", "self_play.simulations=4", "self_play.batch=16"],
    "descent": ["descent.games=4", "descent.evaluations=20", "descent.nodes=400", "descent.batch=16"],
}


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module("learning_comparison")
    sys.modules.pop("learning_comparison", None)


def run(script, monkeypatch, folder, *options):
    small = ["--hidden=8", "--blocks=1", "--evaluations=10", "--most=2", "--games=2", "--search-games=2"]
    short = ["--minutes=0.0005", "--trial=0.0001", "--opponent=random"]
    places = [f"--out={folder / 'out'}", f"--work={folder / 'work'}"]
    monkeypatch.setattr(sys, "argv", ["learning_comparison", "connect_four", *small, *short, *places, *options])
    script.main()


@pytest.mark.parametrize(
    "method", [pytest.param(name, marks=() if name == "descent" else pytest.mark.slow) for name in TINY]
)
def test_a_method_is_trained_measured_and_drawn_once(script, monkeypatch, tmp_path, method):
    options = [f"--method={method}", *(f"--set={change}" for change in TINY[method])]
    run(script, monkeypatch, tmp_path, *options)
    path = tmp_path / "out" / f"connect_four-{method}.json"
    report = json.loads(path.read_text())
    assert report["method"] == method
    last = report["snapshots"][-1]
    assert {len(last[how]["sets"]) for how in ("alone", "value", "search")} == {6}
    assert 0 <= last["search"]["low"] <= last["search"]["points"] <= last["search"]["high"] <= 1
    for suffix in ("svg", "png"):
        assert (tmp_path / "out" / f"comparison.{suffix}").stat().st_size > 1000
    before = path.stat().st_mtime_ns
    run(script, monkeypatch, tmp_path, *options)
    assert path.stat().st_mtime_ns == before


def test_every_method_has_a_recipe_for_any_game_and_the_same_ways_to_play(script):
    ways = {tuple(method.agents) for method in script.METHODS.values()}
    assert ways == {("alone", "value", "search")}
    for name, method in script.METHODS.items():
        script.recipes.read("connect_four", method.recipe, {**method.changes, "network.kind": "dense"})
        assert method.rounds.startswith(f"{name}.")
