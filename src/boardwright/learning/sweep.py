"""A sweep: trials of a recipe with other values, in a folder. What is tried, and what was measured.

The first trial is the recipe as it is. A trial's folder is that of an ordinary run, so that it can be resumed, drawn
and played. `scale/tune.py` runs the trials.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import yaml

from boardwright.core import search_space
from boardwright.core.errors import ConfigError
from boardwright.core.search_space import Space
from boardwright.learning import recipes
from boardwright.learning.metrics import Metrics
from boardwright.learning.run_measurement import Result, results

PLAN, TRIALS, ENDED, BEST, PICTURE = "sweep.json", "trials", "ended", "best.yaml", "sweep.png"
State = Literal["finished", "stopped", "failed", "unfinished"]
"""Trained to its end; stopped because others were better; ended by an error; interrupted, or not begun."""


@dataclass(frozen=True)
class Plan:
    """All that a sweep's results depend on but the order in which trials end. `trials` are changes to the recipe."""

    game: str
    recipe: str
    changed: dict[str, Any]
    trials: list[dict[str, Any]]
    minutes: float | None

    def read_recipe(self, number: int) -> recipes.Recipe:
        """The recipe of a trial. Every measurement is saved, so that a resumed trial has made it once."""
        recipe = recipes.read(self.game, self.recipe, {**self.changed, **self.trials[number]})
        return recipe.model_copy(update={"save_every": recipe.evaluation.every})

    def length(self) -> int:
        """The length of a whole trial: the measurements of the recipe as it is, or 100 percent of its minutes."""
        if self.minutes is not None:
            return 100
        recipe = self.read_recipe(0)
        rounds = [
            recipe.ppo.updates if recipe.ppo and stage == "ppo" else getattr(recipe, stage).rounds
            for stage in recipe.stages
        ]
        return sum(math.ceil(number / recipe.evaluation.every) for number in rounds)

    def reached(self, count: int, row: Mapping[str, float]) -> int:
        """How far a trial is, of its length, with a measurement. Trials are compared where they are as far."""
        return count if self.minutes is None else int(100 * row["cpu_total"] / (60 * self.minutes))

    def write(self, folder: Path) -> None:
        """Write the plan to the folder of a new sweep."""
        if (folder / PLAN).exists():
            raise ConfigError("sweep_exists", path=str(folder))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / PLAN).write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Plan:
        """Read the plan of a sweep's folder."""
        if not (folder / PLAN).is_file():
            raise ConfigError("sweep_absent", path=str(folder))
        return cls(**json.loads((folder / PLAN).read_text(encoding="utf-8")))


def read_space(path: Path) -> Space:
    """Read a space from a YAML file, and check it."""
    return search_space.read_space(path.parent, str(path), "{ppo.lr: [0.001, 0.003]}")


def drawn(space: Space, trials: int, seed: int) -> list[dict[str, Any]]:
    """Draw the changes of each trial; the first has none. The same seed begins with the same trials, however many."""
    later = range(1, trials)
    return [{}, *(search_space.drawn_values(space, np.random.default_rng((seed, number))) for number in later)]


@dataclass(frozen=True)
class Trial:
    """What is known of a trial: its changes, its measurements so far, and whether it goes on.

    `hardest` has the result against the hardest opponent of each measurement. Trials are ordered by the last of them.
    """

    number: int
    changed: dict[str, Any]
    rows: list[dict[str, float]]
    hardest: list[Result]
    state: State

    @property
    def rate(self) -> float:
        """The points that it won of the hardest opponent when it was last measured; less than none before that."""
        return self.hardest[-1].rate if self.hardest else -1.0

    def to_dict(self) -> dict[str, Any]:
        """Plain data, with the last measurement."""
        last = self.hardest[-1] if self.hardest else (None,) * 4
        measured = dict(zip(("against", "rate", "low", "high"), last))
        measured["cpu_total"] = self.rows[-1]["cpu_total"] if self.rows else None
        counted = {"trial": self.number, "changed": self.changed, "state": self.state, "measured": len(self.rows)}
        return {**counted, **measured, "rates": [result.rate for result in self.hardest]}


def folder_of(folder: Path, number: int) -> Path:
    """The folder of a trial's run."""
    return folder / TRIALS / f"{number:03d}"


def measured(run: Path, stages: list[Any]) -> list[dict[str, float]]:
    """The rows of a run with a measurement, of all stages in order."""
    return [row for stage in stages for row in Metrics.rows(run / stage) if "win_rate" in row]


def trials(folder: Path) -> list[Trial]:
    """All trials of a sweep's folder, as far as they are."""
    plan = Plan.read(folder)
    found = []
    for number, changed in enumerate(plan.trials):
        run = folder_of(folder, number)
        mark = run / ENDED
        state: Any = mark.read_text(encoding="utf-8") if mark.is_file() else "unfinished"
        recipe = plan.read_recipe(number)
        rows = measured(run, list(recipe.stages))
        found.append(Trial(number, changed, rows, [results(recipe, row)[0] for row in rows], state))
    return found


def best_of(found: list[Trial]) -> Trial:
    """The trial with the highest rate, among those that were trained to their ends if there are any."""
    whole = [trial for trial in found if trial.state == "finished"]
    return max(whole or found, key=lambda trial: trial.rate)


def write_best(folder: Path, best: Trial) -> Path:
    """Write the recipe of the best trial as a file that `train --recipe` reads."""
    plan, path = Plan.read(folder), folder / BEST
    recipe = recipes.read(plan.game, plan.recipe, {**plan.changed, **best.changed})
    data = {key: value for key, value in recipe.model_dump(mode="json").items() if value is not None}
    head = f"# Trial {best.number} of a sweep of {plan.recipe}: {json.dumps(best.changed)}\n"
    path.write_text(head + yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return path


def commands(folder: Path) -> list[str]:
    """The commands that train the best recipe and the swept one with a fresh seed, and let them play each other."""
    plan = Plan.read(folder)
    given = "".join(f" --set {key}={json.dumps(value)}" for key, value in plan.changed.items())
    runs = {"best": str(folder / BEST), "swept": f"{plan.recipe}{given}"}
    fresh = plan.read_recipe(0).seed + 1000
    limit = "" if plan.minutes is None else f" --minutes {plan.minutes:g}"
    lines = [
        f"boardwright train {plan.game} --recipe {recipe} --seed {fresh}{limit} --out {folder / name}"
        for name, recipe in runs.items()
    ]
    lines += [f"boardwright export {folder / name / 'model.safetensors'} --onnx" for name in runs]
    models = " ".join(f"model:{folder / name / 'model.onnx'}" for name in runs)
    alone = not plan.read_recipe(0).evaluation.against
    return [
        *lines,
        f"boardwright {'compare' if alone else 'evaluate'} {plan.game} {models}{'' if alone else ' --opening 2'}",
    ]
