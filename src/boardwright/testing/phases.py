"""The three ways in which `boardwright check` tries the laws, each in a process of its own.

Interpreted, a wrong field or a wrapped integer names its line. With bounds checks, in a cache of its own because
checked code must not be found later, an index outside an array is an error rather than garbage. Then as shipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from boardwright.core import config as configuration
from boardwright.core.config import Settings
from boardwright.core.errors import BoardwrightError, KernelError

PHASES = ("interpreted", "bounds", "shipped")


class Effort(Settings):
    """The number of random games of a phase, and of their states that the laws are tried on."""

    games: int
    states: int


class Efforts(Settings):
    """One effort a phase, and the seed of the random games."""

    seed: int
    interpreted: Effort
    bounds: Effort
    shipped: Effort


def run(name: str, config: Mapping[str, Any] | None, phases: tuple[str, ...] = PHASES) -> Iterator[dict[str, Any]]:
    """Try the laws in each phase; a phase that fails is the last."""
    with tempfile.TemporaryDirectory(prefix="boardwright-") as scratch:
        for phase in phases:
            report = _phase(name, config, phase, Path(scratch))
            yield report
            if not all(law["passed"] for law in report["laws"]):
                return


def _phase(name: str, config: Mapping[str, Any] | None, phase: str, scratch: Path) -> dict[str, Any]:
    out = scratch / f"{phase}.json"
    environment = dict(os.environ)
    environment.pop("NUMBA_DISABLE_JIT", None)
    if phase == "interpreted":
        environment["NUMBA_DISABLE_JIT"] = "1"
    if phase == "bounds":
        environment["NUMBA_BOUNDSCHECK"] = "1"
        kept = environment.get("NUMBA_CACHE_DIR")
        environment["NUMBA_CACHE_DIR"] = f"{kept}-bounds" if kept else str(scratch / "cache")
        environment["BOARDWRIGHT_QUIET"] = "1"
    command = [sys.executable, "-m", "boardwright.testing.phases", name, phase, json.dumps(config), str(out)]
    finished = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    if not out.exists():
        last = finished.stderr.strip().splitlines()[-1:] or [f"exit status {finished.returncode}"]
        raise KernelError("law_check_died", phase=phase, game=name, detail=last[0])
    report: dict[str, Any] = json.loads(out.read_text())
    return report


def judge_here(name: str, config: Mapping[str, Any] | None, phase: str) -> list[dict[str, Any]]:
    """Try the laws in this process."""
    from boardwright.core.registry import load
    from boardwright.testing.cases import Cases
    from boardwright.testing.laws import LAWS, Result, judge

    efforts = configuration.validate(Efforts, configuration.read(configuration.SHIPPED, "check"))
    effort: Effort = getattr(efforts, phase)
    try:
        game = load(name, config=config)
        cases = Cases(game, games=effort.games, most=effort.states, seed=efforts.seed)
    except BoardwrightError as error:
        return [Result("game_can_be_played", False, 0, error.word).to_dict()]
    return [result.to_dict() for result in judge(LAWS, game, cases)]


def _main(name: str, phase: str, config: str, out: str) -> None:
    laws = judge_here(name, json.loads(config), phase)
    Path(out).write_text(json.dumps({"phase": phase, "laws": laws}, default=str))


if __name__ == "__main__":
    _main(*sys.argv[1:])
