"""Sweeps without Ray: spaces, trials, the best of them, its file, its commands and its picture."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from boardwright.core.errors import ConfigError
from boardwright.core.words import Word
from boardwright.drawing import trials as drawing
from boardwright.learning import recipes, sweep
from boardwright.learning.metrics import Metrics
from boardwright.scale import loopback
from saying import refused

SPACE = {
    "ppo.lr": {"low": 0.001, "high": 0.1, "log": True},
    "ppo.ppo_epochs": {"low": 1, "high": 4},
    "network.hidden": [16, 32],
}

RIVALS = {"evaluation.against": ["random", "perfect"]}


def planned(folder, trials=4):
    chosen = sweep.drawn(SPACE, trials, 5)
    plan = sweep.Plan("tic_tac_toe", recipes.ANY_GAME, {"ppo.updates": 50}, chosen, None)
    plan.write(folder)
    return plan


def measure(folder, number, rates, state=None, others=None):
    run = sweep.folder_of(folder, number)
    metrics = Metrics(run / "ppo")
    for at, rate in enumerate(rates):
        row = {"update": at + 1, "win_rate": rate, "low": rate / 2, "high": 1.0, "cpu_total": 10.0 * (at + 1)}
        metrics.write({**row, **(others or {})})
        metrics.write({"update": at + 2, "loss": 1.0})
    if state:
        (run / sweep.ENDED).write_text(state)


def test_values_are_drawn_from_their_ranges_and_the_first_trial_has_none():
    chosen = sweep.drawn(SPACE, 40, 5)
    assert chosen[0] == {}
    assert chosen[:4] == sweep.drawn(SPACE, 4, 5)
    assert chosen[1:] != sweep.drawn(SPACE, 40, 6)[1:]
    rates = [trial["ppo.lr"] for trial in chosen[1:]]
    assert 0.001 <= min(rates) < 0.003  # evenly over two powers of ten
    assert 0.03 < max(rates) <= 0.1
    assert {trial["ppo.ppo_epochs"] for trial in chosen[1:]} == {1, 2, 3, 4}
    assert {trial["network.hidden"] for trial in chosen[1:]} == {16, 32}


@pytest.mark.parametrize(
    "text", ["{}", "ppo.lr: 3", "ppo.lr: []", "ppo.lr: {low: 2, high: 1}", "ppo.lr: {low: 0, high: 1, log: true}"]
)
def test_a_space_that_is_none_is_refused(tmp_path, text):
    (tmp_path / "space.yaml").write_text(text)
    with pytest.raises(ConfigError):
        sweep.read_space(tmp_path / "space.yaml")


def test_a_sweep_is_planned_once_and_resumed_where_it_is(tmp_path):
    plan = planned(tmp_path)
    assert sweep.Plan.read(tmp_path) == plan
    assert plan.length() == 3  # 50 updates, one measurement in 20, and one at the end
    assert plan.read_recipe(1).save_every == plan.read_recipe(1).evaluation.every
    with refused(ConfigError, "sweep_exists"):
        plan.write(tmp_path)
    with refused(ConfigError, "sweep_absent"):
        sweep.Plan.read(tmp_path / "elsewhere")


def test_trials_with_minutes_are_compared_after_as_many(tmp_path):
    plan = replace(planned(tmp_path / "counted"), minutes=2)
    plan.write(tmp_path / "timed")
    assert plan.length() == 100
    assert [plan.reached(7, {"cpu_total": spent}) for spent in (0, 30, 121)] == [0, 25, 100]
    assert all("--minutes 2 --out" in line for line in sweep.commands(tmp_path / "timed")[:2])
    assert (
        replace(plan, minutes=None, recipe=recipes.DESCENT, changed={"descent.rounds": 21}, trials=[{}]).length() == 3
    )


def test_the_best_is_one_that_was_trained_to_its_end(tmp_path):
    plan = planned(tmp_path)
    measure(tmp_path, 0, [0.5, 0.6, 0.7], "finished")
    measure(tmp_path, 1, [0.9], "stopped")
    measure(tmp_path, 2, [0.6, 0.7, 0.8], "finished")
    found = sweep.trials(tmp_path)
    assert [trial.state for trial in found] == ["finished", "stopped", "finished", "unfinished"]
    assert found[0].to_dict()["rates"] == [0.5, 0.6, 0.7]
    best = sweep.best_of(found)
    assert best.number == 2
    assert sweep.best_of(found[1:2]).number == 1
    recipe = recipes.read("tic_tac_toe", str(sweep.write_best(tmp_path, best)))
    assert recipe == recipes.read("tic_tac_toe", plan.recipe, {**plan.changed, **plan.trials[2]})
    train, swept, *_, games = sweep.commands(tmp_path)
    assert f"--recipe {tmp_path / 'best.yaml'} --seed 1001" in train
    assert "--set ppo.updates=50" in swept
    assert shlex.split(games)[:3] == ["boardwright", "evaluate", "tic_tac_toe"]
    curves = {trial.number: [(row["cpu_total"], row["win_rate"]) for row in trial.rows] for trial in found}
    title = Word("sweep_title", {"recipe": "any_game", "trials": 4})
    drawing.draw(curves, 0, best.number, tmp_path / "sweep.svg", title)
    text = (tmp_path / "sweep.svg").read_text()
    assert "the best one, trial 2" in text or text.count("<path") > 10


def with_rivals(folder):
    """A sweep of two finished trials, of which the first is better against `random`, and worse against the other."""
    plan = sweep.Plan("tic_tac_toe", recipes.ANY_GAME, RIVALS, [{}, {"ppo.lr": 0.002}], None)
    plan.write(folder)
    for number, (easy, hard) in enumerate(((0.99, 0.1), (0.9, 0.5))):
        others = {"win_rate_perfect": hard, "low_perfect": hard - 0.05, "high_perfect": hard + 0.05}
        measure(folder, number, [easy], "finished", others)
    return plan


def test_trials_are_ordered_by_the_hardest_opponent(tmp_path):
    with_rivals(tmp_path)
    found = sweep.trials(tmp_path)
    assert [trial.rate for trial in found] == [0.1, 0.5]
    assert sweep.best_of(found).number == 1
    last = found[1].to_dict()
    assert (last["against"], last["rate"], last["low"], last["rates"]) == ("perfect", 0.5, 0.45, [0.5])


@pytest.mark.slow  # importing Ray takes five seconds
def test_asha_compares_trials_by_the_hardest_opponent(tmp_path, monkeypatch):
    pytest.importorskip("ray")
    from boardwright.scale import tune

    with_rivals(tmp_path)
    told = []
    monkeypatch.setattr(tune.tune, "report", told.append)
    for number in range(2):
        tune.trial({"folder": str(tmp_path), "number": number})
    assert [values[tune.RATE] for values in told] == [0.1, 0.5]


@pytest.mark.slow
def test_a_sweep_on_ray_ends_and_says_so(tmp_path):
    pytest.importorskip("ray")
    (tmp_path / "space.yaml").write_text("ppo.lr: [0.001, 0.01]")
    small = {"ppo.updates": 2, "evaluation.every": 1, "evaluation.games": 10, "ppo.num_envs": 8, "ppo.steps_per_env": 8}
    words = ["sweep", "tic_tac_toe", "--space", str(tmp_path / "space.yaml"), "--trials", "2", "--workers", "1"]
    words += [word for key, value in small.items() for word in ("--set", f"{key}={value}")]
    words += ["--out", str(tmp_path / "out"), "--json"]
    command = loopback.command([sys.executable, "-m", "boardwright", *words])
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=True)
    report = json.loads(done.stdout)
    assert report["complete"]
    ended = [(trial["state"], trial["measured"]) for trial in report["trials"]]
    assert set(ended) <= {("finished", 2), ("stopped", 1)}
    assert ("finished", 2) in ended
    assert (tmp_path / "out" / "sweep.png").is_file()


@pytest.mark.slow
def test_rollouts_on_ray_give_the_same_weights():
    pytest.importorskip("ray")
    script = Path(__file__).parents[2] / "benchmarks" / "ppo_workers.py"
    command = [sys.executable, str(script), "local:1", "ray:2", "--updates", "6", "--kill", "1"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == {"same": True}
