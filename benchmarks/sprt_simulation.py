"""Error rates and lengths of the generalised SPRT, by streams of simulated pairs with a known difference.

`python benchmarks/sprt_simulation.py --streams 2000` prints a table; `--json FILE` writes it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.arena.gsprt import Gsprt
from boardwright.arena.ratings import Scale, Sprt, defaults

PAIRS = {
    "no draws (Quoridor, alphabeta)": [0.16, 0.0, 0.68, 0.0, 0.16],
    "some draws": [0.10, 0.16, 0.48, 0.16, 0.10],
    "many draws (fishtest)": [0.005, 0.20, 0.59, 0.20, 0.005],
}
"""Shares of pair scores between equal agents."""

TESTS: list[tuple[Scale, float, float]] = [
    ("normalised", 0.0, 80.0),
    ("logistic", 0.0, 20.0),
    ("normalised", 0.0, 20.0),
]

BLOCK = 25
"""Pairs that are drawn at once."""


def simulate(test: Gsprt, shares: Any, streams: int, most: int, seed: int) -> dict[str, float]:
    """Run streams to their ends, each pair tested; return rates, and the pairs that a stream took."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((streams, 5), np.int64)
    decided, taken, ratios = np.zeros(streams, np.int8), np.full(streams, most), np.zeros(streams)
    rows = np.arange(streams)
    for begun in range(0, most, BLOCK):
        drawn = rng.choice(5, size=(len(rows), BLOCK), p=shares)
        running = counts[rows][:, None, :] + np.cumsum(np.eye(5, dtype=np.int64)[drawn], axis=1)
        found = test.ratios(running)
        decisions = test.decisions(found)
        first = np.argmax(decisions != 0, axis=1)
        ended = decisions[np.arange(len(rows)), first] != 0
        decided[rows[ended]] = decisions[ended, first[ended]]
        taken[rows[ended]] = begun + first[ended] + 1
        ratios[rows[ended]] = found[ended, first[ended]]
        counts[rows] = running[:, -1]
        rows = rows[~ended]
        if not len(rows):
            break
    bound = test.sprt.bounds[1]
    return {
        "accepts_elo1": float((decided == 1).mean()),
        "accepts_elo0": float((decided == -1).mean()),
        "open": float((decided == 0).mean()),
        "mean_pairs": round(float(taken.mean()), 1),
        "most_pairs": int(taken.max()),
        "overshoot": round(float((np.abs(ratios[decided != 0]) - bound).mean()), 4),
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--most", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", help="A scale and elo1, such as normalised-20; default: all.")
    asked = parser.parse_args()
    rows = []
    for scale, elo0, elo1 in TESTS:
        if asked.only not in (None, f"{scale}-{elo1:g}"):
            continue
        test = Gsprt(Sprt(elo0=elo0, elo1=elo1, alpha=0.05, beta=0.05, floor=defaults().test.sprt.floor), scale)
        for name, even in PAIRS.items():
            for truth in (elo0, (elo0 + elo1) / 2, elo1):
                began = time.process_time()
                shares = test.most_likely(np.array([even]), truth)[0]
                result = simulate(test, shares, asked.streams, asked.most, asked.seed)
                seconds = round(time.process_time() - began, 1)
                row = {"scale": scale, "elo0": elo0, "elo1": elo1, "pairs": name, "truth": truth, **result}
                rows.append(row)
                print(*row.values(), f"{seconds} s", sep=" | ", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps({"streams": asked.streams, "seed": asked.seed, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
