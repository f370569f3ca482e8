"""Whether PPO learns the same bytes wherever its rollouts are collected, and whichever processes die on the way.

`python benchmarks/ppo_workers.py local:1 local:2 ray:1 ray:2 ray:4 --updates 20 --kill 2` trains the recipe for any
game, small and in four parts, once for each executor. In each run but those in a single process, `--kill` workers are
killed (SIGKILL) while parts are under way. It prints a digest of the weights for each; one digest is the success.

Ray listens on every interface, so the script runs itself again in a network namespace that has loopback alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from safetensors.torch import load_file

from boardwright.learning import recipes
from boardwright.learning.training import Run
from boardwright.scale import loopback
from boardwright.scale.executors import open_executor

GAME = "tic_tac_toe"
SMALL = {
    "ppo.num_envs": 32,
    "ppo.steps_per_env": 16,
    "ppo.parts": 4,
    "network.hidden": 8,
    "network.blocks": 1,
    "play.league.every": 5,
    "play.league.games": 20,
    # Promoted easily: networks among the opponents are part of what must be the same.
    "play.league.sprt.elo0": -800,
    "play.league.sprt.elo1": -200,
    "evaluation.games": 20,
}


def main() -> None:
    """Train once for each executor, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("executors", nargs="+")
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--kill", type=int, default=2)
    chosen = parser.parse_args()
    if any(name.startswith("ray") for name in chosen.executors) and not loopback.is_alone():
        again = loopback.command([sys.executable, __file__, *sys.argv[1:]])
        os.execvp(again[0], again)
    digests = []
    for name in chosen.executors:
        on, _, workers = name.partition(":")
        report = trained(on, int(workers), chosen.updates, 0 if name == "local:1" else chosen.kill)
        digests.append(report["weights"])
        print(json.dumps({"executor": name, **report}), flush=True)
    print(json.dumps({"same": len(set(digests)) == 1}))
    sys.exit(len(set(digests)) != 1)


def trained(on: str, workers: int, updates: int, kill: int) -> dict[str, object]:
    """Train, killing so many workers on the way. Return a digest of the weights."""
    recipe = recipes.read(GAME, recipes.ANY_GAME, {**SMALL, "ppo.updates": updates, "evaluation.every": updates})
    at = [updates * (number + 1) // (kill + 1) for number in range(kill)]
    killed: list[int] = []

    def follow(done: float, total: float | None, values: object) -> None:
        # The first part of a rollout is here, and the others are under way.
        if at and done >= at[0] and isinstance(values, dict) and values.get("rollout") == 1:
            at.pop(0)
            victim = workers_of(on)[-1]
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)

    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, open_executor(on, workers) as executor:
        Run(GAME, recipes.ANY_GAME, recipe, Path(folder), resume=False, executor=executor).go(lambda stage: follow)
        digest = hashlib.sha256()
        for tensor_name, tensor in sorted(load_file(Path(folder) / "model.safetensors").items()):
            digest.update(tensor_name.encode() + tensor.numpy().tobytes())
        promoted = len(list(Path(folder).glob("league/*")))
    seconds = round(time.perf_counter() - began, 1)
    return {"weights": digest.hexdigest(), "killed": len(killed), "promoted": promoted, "seconds": seconds}


def workers_of(on: str) -> list[int]:
    """The worker processes below this one, those at work last."""
    parents, titles = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                titles[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except (FileNotFoundError, ProcessLookupError):
                continue

    def below(process: int) -> bool:
        while process in parents:
            if parents[process] == os.getpid():
                return True
            process = parents[process]
        return False

    # Ray's agents have titles with `ray::`, too; the node dies with them.
    marks = ("ray::_run", "ray::IDLE") if on == "ray" else ("spawn_main",)
    found = [process for process, title in titles.items() if any(mark in title for mark in marks) and below(process)]
    return sorted(found, key=lambda process: "IDLE" not in titles[process])


if __name__ == "__main__":
    main()
