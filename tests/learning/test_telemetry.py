"""A game with its own telemetry trains to the end, whatever its watcher counts and draws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boardwright.core import registry
from boardwright.core.telemetry import Watcher
from boardwright.learning import curriculum, recipes
from boardwright.learning.metrics import Metrics
from boardwright.learning.training import Run
from toys import lamps

from .test_networks import options
from .test_ppo import knobs

PPO = {
    "num_envs": 4,
    "steps_per_env": 4,
    "mini_batches": 1,
    "ppo_epochs": 1,
    "updates": 1,
    "truth": "",
    "auxiliary_weight": 0.0,
}


class Presses(Watcher):
    """Counts decisions, and has tables with an unknown name."""

    def __init__(self, game):
        self.count = 0

    def before(self, states, seats, actions):
        self.count += len(actions)

    def after(self, states, seats, ended, final, final_seats):
        pass

    def refused(self, rows):
        pass

    def row(self):
        return {"presses": float(self.count)}

    def histograms(self):
        return {"presses": np.array([self.count])}

    def tables(self):
        return {"presses": np.array([self.count])}

    def clear(self):
        self.count = 0

    def snapshot(self):
        return {"count": np.array([self.count])}


class Artist(Presses):
    """Draws its own picture."""

    def pictures(self, folder, name, charts):
        path = folder / "presses.png"
        figure = charts.figure(2.0, 1.0)
        figure.text(0.1, 0.5, f"{name}: {self.count}", color=charts.ink)
        charts.save(figure, path)
        return {"presses": path}


@pytest.mark.parametrize(("watcher", "pictures"), [(Presses, []), (Artist, ["presses.png"])])
@pytest.mark.usefixtures("plain_python")
def test_a_game_with_telemetry_of_its_own_trains_to_the_end(tmp_path, toy, watcher, pictures):
    toy("lamps")
    learning = replace(lamps.DEFINITION.learning, telemetry=watcher)
    registry.register(replace(lamps.DEFINITION, learning=learning))
    recipe = recipes.read("minesweeper", "base")
    boards = [curriculum.CurriculumBoard(board="standard", vary={})]
    changed = {
        "board": "standard",
        "env": registry.load("lamps").config,
        "stages": ["ppo"],
        "network": options(reads={"cells": {"channels": [[0], [1], [2]]}}, action_planes=1),
        "ppo": knobs(**PPO),
        "curriculum": recipe.curriculum.model_copy(update={"boards": boards}),
        "evaluation": recipe.evaluation.model_copy(update={"every": 1, "games": 4}),
        "tensorboard": False,
    }
    folder = tmp_path / "run"
    Run("lamps", "tiny", recipe.model_copy(update=changed), folder, resume=False).go()
    assert Metrics.rows(folder / "ppo")[-1]["presses"] == 16
    assert [path.name for path in folder.glob("*.png")] == pictures
