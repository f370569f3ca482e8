"""What the forms of an observation cost in the vector: steps by `flat` and `planes` beside `fields`, in turns.

`python benchmarks/observation_forms.py [--rounds 9] [--json] [GAME ...]`: CPU time of random play in 1,024 rows,
opponent `random`. Each round measures the three forms one after another; the ratio is the median over rounds, with the
least and the most.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

import numpy as np

from boardwright.core import forms, registry
from boardwright.envs import Vector

ROWS, STEPS = 1024, 40
FORMS = (forms.FIELDS, forms.FLAT, forms.PLANES)


def seconds(env: Vector, rng: np.random.Generator) -> float:
    """CPU seconds of some steps. Choosing the actions is not counted."""
    spent = 0.0
    for _ in range(STEPS):
        actions = np.argmax(env.mask * rng.random(env.mask.shape, dtype=np.float32), axis=1)
        began = time.process_time()
        env.step(actions)
        spent += time.process_time() - began
    return spent


def measure(game: str, number: int) -> dict[str, object]:
    """Microseconds a row and step by each form, and the ratios to `fields`."""
    envs = {form: Vector(game, ROWS, seed=1, observation=form) for form in FORMS}
    rngs = {form: np.random.default_rng(1) for form in FORMS}
    for form, env in envs.items():
        seconds(env, rngs[form])
    rounds = [{form: seconds(env, rngs[form]) for form, env in envs.items()} for _ in range(number)]
    report: dict[str, object] = {"game": game}
    for form in FORMS:
        report[f"{form}_us"] = round(1e6 * statistics.median(row[form] for row in rounds) / (ROWS * STEPS), 3)
    for form in FORMS[1:]:
        ratios = sorted(row[form] / row[forms.FIELDS] for row in rounds)
        report[f"{form}_over_fields"] = [round(statistics.median(ratios), 2), round(ratios[0], 2), round(ratios[-1], 2)]
        report[f"{form}_shape"] = list(forms.form(envs[form].game, form).shape)
    return report


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    reports = [measure(game, given.rounds) for game in given.games or registry.names()]
    if given.json:
        print(json.dumps(reports, indent=1))
        return
    for report in reports:
        print("  ".join(f"{name} {value}" for name, value in report.items()))


if __name__ == "__main__":
    main()
