"""The cost of machine code for a portable target, against code for this processor.

    python benchmarks/portable_code.py [TARGET]

Both are compiled in folders of their own, then measured in turns, each in a process of its own; the best slice of each
counts, since virtual machines change their speed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = ("tic_tac_toe", "quoridor", "skirmish")
ROUNDS = 5

MEASURED = """
import json, time
import boardwright
from boardwright.core.batch import Batch
from boardwright.core.compiled import compiler

def best(call, times):
    return min(_timed(call) for _ in range(times))

def _timed(call):
    began = time.perf_counter()
    call()
    return time.perf_counter() - began

speeds = {}
for name, rows, steps in (("tic_tac_toe", 1024, 40), ("quoridor", 64, 40), ("skirmish", 64, 60)):
    batch = Batch(boardwright.load(name), rows, seed=1)
    batch.play_randomly(2)
    speeds[f"{name}, steps/s"] = rows * steps / best(lambda: batch.play_randomly(steps), 100)
game = boardwright.load("quoridor")
agent = boardwright.agent("alphabeta", game, depth=6)
seconds = best(lambda: agent.search(game.new(), 4, nodes=10**9), 40)
speeds["quoridor, alphabeta nodes/s"] = agent.nodes / seconds
assert not compiler.compilations(), compiler.compilations()
print(json.dumps(speeds))
"""


def run(*command: str | Path, **environment: str) -> str:
    """The output of a command."""
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def main(target: str) -> None:
    """Print the speeds of both, and their ratio."""
    boardwright = Path(sys.executable).with_name("boardwright")
    with tempfile.TemporaryDirectory() as folder:
        run(boardwright, "warmup", *GAMES, "--target", target, "--out", f"{folder}/code")
        native = {"NUMBA_CACHE_DIR": f"{folder}/native", "BOARDWRIGHT_QUIET": "1"}
        run(boardwright, "warmup", *GAMES, **native)
        portable = {"NUMBA_CACHE_DIR": f"{folder}/empty", "BOARDWRIGHT_MACHINE_CODE": f"{folder}/code"}
        best: dict[str, list[float]] = {}
        for _ in range(ROUNDS):
            for column, environment in enumerate((native, portable)):
                for name, speed in json.loads(run(sys.executable, "-c", MEASURED, **environment)).items():
                    speeds = best.setdefault(name, [0.0, 0.0])
                    speeds[column] = max(speeds[column], speed)
    for name, (ours, theirs) in best.items():
        print(f"{name:32} native {ours:12,.0f}   {target} {theirs:12,.0f}   ratio {theirs / ours:.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:] or ["x86-64-v3"])
