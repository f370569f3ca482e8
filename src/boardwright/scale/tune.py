"""The trials of a sweep on Ray Tune, with ASHA: trials that are worse than others at the same point are stopped.

What was measured is in the trials' own folders, not in Tune's. A resumed sweep gives it all to a new scheduler again,
in moments, so that ASHA knows the trials that ended before.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from boardwright.learning import run_measurement, sweep
from boardwright.learning.training import Run

QUIET = {
    "TUNE_DISABLE_AUTO_CALLBACK_LOGGERS": "1",
    "TUNE_DISABLE_SIGINT_HANDLER": "1",  # Ctrl-C ends the sweep at once: every measurement is saved
    "RAY_CHDIR_TO_TRIAL_DIR": "0",
    "RAY_AIR_NEW_OUTPUT": "0",
}
os.environ.update(QUIET)  # before Ray is imported, which reads some of them once

from ray import tune  # noqa: E402

from boardwright.scale.ray_executor import on_ray  # noqa: E402

RATE, REACHED, FACTOR, LOSSES = "rate", "reached", 3, 3
"""The metric, a trial's rate against its hardest opponent; how far a trial is; the share that goes on from a rung of
ASHA, one in three; lost workers a trial."""

Follow = Callable[[int, int, float], None]
"""Called with a trial's number, how far it is, and what it has measured last."""


def trial(settings: dict[str, Any]) -> None:
    """Report what a trial has measured already, then go on with its run."""
    folder, number = Path(settings["folder"]), settings["number"]
    plan = sweep.Plan.read(folder)
    recipe, run = plan.read_recipe(number), sweep.folder_of(folder, number)
    count = 0

    def follow(done: float, total: float | None, values: Mapping[str, float]) -> None:
        nonlocal count
        if "win_rate" in values:
            count += 1
            hardest = run_measurement.results(recipe, values)[0]
            tune.report({RATE: hardest.rate, REACHED: plan.reached(count, values)})

    for row in sweep.measured(run, list(recipe.stages)):
        follow(0, None, row)
    if (run / sweep.ENDED).exists():
        return

    limit: Any = {} if plan.minutes is None else {"minutes": plan.minutes}
    Run(plan.game, Path(plan.recipe).stem, recipe, run, resume=True, **limit).go(lambda stage: follow)
    _end(run, "finished")


def _end(run: Path, state: sweep.State) -> None:
    run.mkdir(parents=True, exist_ok=True)
    if not (run / sweep.ENDED).exists():
        (run / sweep.ENDED).write_text(state, encoding="utf-8")


class _Following(tune.Callback):  # type: ignore[misc]  # Ray has no types here
    """Tells the caller of measurements, and marks trials that the scheduler has stopped."""

    def __init__(self, folder: Path, length: int, follow: Follow) -> None:
        self._folder, self._length, self._follow = folder, length, follow

    def on_trial_result(self, iteration: int, trials: Any, trial: Any, result: Any, **info: Any) -> None:
        if RATE in result:
            self._follow(trial.config["number"], result[REACHED], result[RATE])

    def on_trial_complete(self, iteration: int, trials: Any, trial: Any, **info: Any) -> None:
        # The scheduler stops a trial at its last measurement, too.
        whole = trial.last_result.get(REACHED, 0) >= self._length
        _end(sweep.folder_of(self._folder, trial.config["number"]), "finished" if whole else "stopped")

    def on_trial_error(self, iteration: int, trials: Any, trial: Any, **info: Any) -> None:
        _end(sweep.folder_of(self._folder, trial.config["number"]), "failed")


def run(folder: Path, address: str | None, workers: int | None, follow: Follow) -> bool:
    """Run the trials of a folder that have not ended. Return False if Ctrl-C ended the sweep early."""
    plan = sweep.Plan.read(folder)
    for failed in sweep.trials(folder):
        if failed.state == "failed":
            (sweep.folder_of(folder, failed.number) / sweep.ENDED).unlink()  # a resumed sweep tries once more
    space = {"folder": str(folder.resolve()), "number": tune.grid_search(list(range(len(plan.trials))))}
    length = max(1, plan.length())
    scheduler = tune.schedulers.ASHAScheduler(
        time_attr=REACHED,
        metric=RATE,
        mode="max",
        max_t=length,
        grace_period=1 if plan.minutes is None else length // FACTOR**2,
        reduction_factor=FACTOR,
    )
    for name in ("ray.tune", "ray.air", "ray.train"):
        logging.getLogger(name).setLevel(logging.ERROR)
    try:
        with on_ray(address, workers), TemporaryDirectory(prefix="boardwright-tune-") as own:
            tune.run(
                trial,
                name="sweep",
                config=space,
                scheduler=scheduler,
                storage_path=own,
                resources_per_trial={"cpu": 1},
                reuse_actors=True,
                max_failures=LOSSES,
                raise_on_failed_trial=False,
                callbacks=[_Following(folder, length, follow)],
                verbose=0,
            )
    except KeyboardInterrupt:
        return False
    return True
