"""Kills workers of a strength test again and again, and compares its result with that of an undisturbed one.

`python benchmarks/strength_test_kills.py --kills 100` plays pairs of Quoridor in two processes, and kills one of them
by SIGKILL at a random moment after each pair or so. No pair may be lost or counted twice.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import boardwright
from boardwright.arena.executors import LocalProcesses
from boardwright.arena.gsprt import Gsprt
from boardwright.arena.ratings import Sprt
from boardwright.arena.strength_test import StrengthTest, strength_test
from boardwright.core.game import Game

OPEN = Gsprt(Sprt(elo0=-1.0, elo1=1.0, alpha=0.001, beta=0.001, floor=0.5), "normalised")
"""A test with a narrow margin, which decides after many games."""


class Killer(threading.Thread):
    """Kills a random worker after some progress, up to a number of kills."""

    def __init__(self, executor: LocalProcesses, kills: int, seed: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.killed: list[int] = []
        self.pairs = 0
        self.over = False
        self._executor, self._kills, self._pause = executor, kills, pause
        self._random = random.Random(seed)

    def run(self) -> None:
        """Kill until it is over."""
        before = 0
        while len(self.killed) < self._kills and not self.over:
            # Some pair was finished since the last kill: no piece can lose its process five times in a row.
            if self.pairs == before:
                time.sleep(0.01)
                continue
            time.sleep(self._random.uniform(0, self._pause))
            alive = [pid for pid in list(self._executor._pool._processes or ()) if pid not in self.killed]
            if alive:
                before = self.pairs
                self.killed.append(self._random.choice(alive))
                os.kill(self.killed[-1], signal.SIGKILL)


def disturbed(
    game: Game, agents: tuple[str, str], games: int, kills: int, pause: float, **options: Any
) -> dict[str, Any]:
    """Play a test with kills and one without; return what differs, and the numbers of pairs in the log."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "pairs.jsonl"
        executor = LocalProcesses(2)
        killer = Killer(executor, kills, 0, pause)

        def report(test: StrengthTest) -> None:
            killer.pairs = test.pairs

        killer.start()
        try:
            test = strength_test(
                game, *agents, gsprt=OPEN, games=games, executor=executor, log=log, report=report, **options
            )
        finally:
            killer.over = True
            killer.join()
            executor.close()
        pairs = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()[1:]]
    calm = strength_test(game, *agents, gsprt=OPEN, games=games, **options)
    return {
        "kills": len(killer.killed),
        "workers": len(test.workers),
        "pairs": test.pairs,
        "in_order_and_once": [pair["pair"] for pair in pairs] == list(range(test.pairs)),
        "same_result": test.to_dict() == calm.to_dict() and test.ratios == calm.ratios,
    }


def main() -> None:
    """Print the outcome as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=3000)
    asked = parser.parse_args()
    began = time.monotonic()
    agents = ("alphabeta:depth=3", "alphabeta:depth=3,weights=seed")
    outcome = disturbed(boardwright.load("quoridor"), agents, asked.games, asked.kills, 1.0)
    print(json.dumps({**outcome, "seconds": round(time.monotonic() - began)}))


if __name__ == "__main__":
    main()
