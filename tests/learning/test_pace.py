"""A run repeats: twice by rounds, and once by minutes, then by the recipe that it leaves, whatever `auto` chose."""

from __future__ import annotations

import hashlib
import json
import math
import subprocess
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from boardwright.core import registry
from boardwright.learning import recipes, training
from boardwright.learning.metrics import Metrics
from boardwright.learning.training import Run

SHORT: dict[str, dict[str, Any]] = {
    "ppo": {"updates": 2, "num_envs": 16, "steps_per_env": 8, "minibatch": 64, "epochs": 1},
    "self_play": {"rounds": 2, "games": 16, "simulations": 4, "considered": 2},
    "descent": {"rounds": 2, "games": 8, "evaluations": 8},
    "imitation": {"rounds": 1, "positions": 512},
}
SMALL = {"evaluation.games": 4, "evaluation.every": 100, "save_every": 100, "seed": 5}


def trained(game: str, recipe: str, folder: Path, minutes: float = math.inf, **changes: Any) -> str:
    """Train, and return the hash of the model's file."""
    Run(game, recipe, recipes.read(game, recipe, {**SMALL, **changes}), folder, resume=False, minutes=minutes).go()
    return hashed(folder)


def hashed(folder: Path) -> str:
    return hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which each round of a run takes a tenth of a second, however busy the machine is."""
    ticks = count()
    monkeypatch.setattr(training, "time", SimpleNamespace(process_time=lambda: next(ticks) / 20))


def by_rounds(recipe: Path, folder: Path) -> None:
    """Train by the recipe that a run left, as the command of its card does."""
    Run("tic_tac_toe", "again", recipes.read("tic_tac_toe", str(recipe)), folder, resume=False).go()


def shortened(game: str, recipe: str) -> dict[str, Any]:
    """Changes that make a recipe of the game short, whatever its stages."""
    made = recipes.read(game, recipe)
    changes: dict[str, Any] = {"evaluation.games_each": 2} if made.evaluation.games_each else {}
    if made.play is not None:
        changes["play.league.table_games"] = 0
    for stage in made.stages:
        known = type(getattr(made, stage)).model_fields
        changes |= {f"{stage}.{key}": value for key, value in SHORT[stage].items() if key in known}
    return changes


SELF_PLAY = {"self_play.games": 8, "self_play.simulations": 4, "self_play.considered": 2, "self_play.rounds": 400}


def test_a_run_by_minutes_ends_at_a_low_rate_and_its_recipe_repeats_it(tmp_path: Path, ticking: None) -> None:
    first = trained("tic_tac_toe", "self_play", tmp_path / "timed", minutes=0.02, **SELF_PLAY)
    rows = Metrics.rows(tmp_path / "timed" / "self_play")
    assert 10 < len(rows) < 400
    kept = json.loads((tmp_path / "timed" / "recipe.json").read_text())
    pace = kept["pace"]["self_play"]
    assert len(pace) == len(rows)
    assert pace == sorted(pace)
    highest = kept["self_play"]["lr"]
    assert rows[-1]["lr"] < 0.1 * highest < 0.9 * highest < rows[0]["lr"]
    assert f"self_play {len(rows)}" in (tmp_path / "timed" / "README.md").read_text()
    # The card's command: by the recipe that the run left.
    by_rounds(tmp_path / "timed" / "recipe.json", tmp_path / "again")
    assert hashed(tmp_path / "again") == first


def test_minutes_of_ppo_are_repeated_by_its_updates(tmp_path: Path, ticking: None) -> None:
    changes = shortened("tic_tac_toe", "any_game")
    first = trained("tic_tac_toe", "any_game", tmp_path / "timed", minutes=0.006, **changes)
    done = len(Metrics.rows(tmp_path / "timed" / "ppo"))
    assert done > 2, "it goes on beyond the updates of the recipe"
    by_rounds(tmp_path / "timed" / "recipe.json", tmp_path / "again")
    assert len(Metrics.rows(tmp_path / "again" / "ppo")) == done
    assert hashed(tmp_path / "again") == first


def test_what_auto_chose_is_in_the_recipe_of_the_run(tmp_path: Path) -> None:
    changes = {**shortened("tic_tac_toe", "self_play"), "self_play.precision": "auto"}
    trained("tic_tac_toe", "self_play", tmp_path, **changes)
    kept = json.loads((tmp_path / "recipe.json").read_text())["self_play"]
    assert kept["precision"] in {"fp32", "bf16"}
    assert kept["int8"] in {"always", "never"}


def trains(game: str, recipe: str) -> bool:
    """Whether a game can be trained by a recipe: Descent refuses dice and secrets."""
    made = registry.load(game)
    return recipe != recipes.DESCENT or (made.definition.perfect_information and not made.has_chance)


RECIPES = [
    (game, recipe)
    for game in registry.names()
    for recipe in dict.fromkeys((*recipes.names(game), *recipes.GENERAL))
    if recipe != "base" and trains(game, recipe)
]
QUICK = ("tic_tac_toe", "any_game")


@pytest.mark.parametrize(
    ("game", "recipe"), [pytest.param(*pair, marks=() if pair == QUICK else pytest.mark.slow) for pair in RECIPES]
)
def test_every_shipped_recipe_gives_the_same_bytes_twice(game: str, recipe: str, tmp_path: Path) -> None:
    """In one process, and in another."""
    changes = shortened(game, recipe)
    first = trained(game, recipe, tmp_path / "first", **changes)
    assert trained(game, recipe, tmp_path / "second", **changes) == first
    if (game, recipe) == QUICK:
        return  # another process costs seconds
    options = [part for name, value in {**SMALL, **changes}.items() for part in ("--set", f"{name}={value}")]
    command = [sys.executable, "-m", "boardwright", "train", game, "--recipe", recipe, *options]
    subprocess.run([*command, "--out", str(tmp_path / "third")], check=True, capture_output=True, timeout=600)
    assert hashed(tmp_path / "third") == first
