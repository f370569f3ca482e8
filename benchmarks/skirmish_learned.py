"""The value of learned deployment: one policy with its own deployment against itself with each style.

`python benchmarks/skirmish_learned.py MODEL [--preset small] [--games 400] [--json]`, where MODEL is the name of a
model that comes with the game, or an ONNX file. Each seed is played from both seats. Then the policy plays `greedy`,
once with its own deployment and once with each style, over the same seeds.
"""

from __future__ import annotations

import argparse
import json
import math
from typing import Any

from skirmish_games import share, share_text

import boardwright
from boardwright.agents.spec import Named, from_text
from boardwright.arena.tally import points
from boardwright.arena.tournament import tournament

STYLES = ("sorted", "front", "objective", "safe")


def main() -> None:
    """Print two rows per style."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--preset", default="small")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    game = boardwright.load("skirmish", chosen.preset)
    own = f"model:{chosen.model}"
    against = pairs(game, own, chosen.opponent, chosen)
    rows: list[dict[str, Any]] = [{"deploys": "itself", "against": chosen.opponent, **score(against)}]
    for style in STYLES:
        styled = f"{own},deploy={style}"
        direct = pairs(game, own, styled, chosen)
        rows.append({"deploys": "itself", "against": f"itself, {style}", **score(direct)})
        rival = pairs(game, styled, chosen.opponent, chosen)
        gain = [a - b for a, b in zip(against, rival, strict=True)]
        rows.append({"deploys": style, "against": chosen.opponent, **score(rival), "gain_of_its_own": mean(gain)})
    for row in [] if chosen.json else rows:
        more = f"   its own is worth {row['gain_of_its_own']} more" if "gain_of_its_own" in row else ""
        print(f"deployed by {row['deploys']:10} against {row['against']:18} {share_text(row)}{more}")
    if chosen.json:
        print(json.dumps({"model": chosen.model, "preset": chosen.preset, "seed": chosen.seed, "rows": rows}, indent=2))


def pairs(game: Any, one: str, other: str, chosen: Any) -> list[float]:
    """The share of points of each pair of games with one seed, seats swapped."""
    scores: list[float] = []

    def keep(record: Any) -> None:
        scores.append(points(record, len(scores) % 2))

    seated = [Named(text, from_text(text, game)) for text in (one, other)]
    tournament(game, seated, chosen.games, chosen.seed, keep=keep)
    return [(a + b) / 2 for a, b in zip(scores[::2], scores[1::2], strict=True)]


def score(scores: list[float]) -> dict[str, Any]:
    """The share of all games with its interval."""
    return share(2 * sum(scores), 2 * len(scores))


def mean(gains: list[float]) -> list[float]:
    """A mean difference over pairs, with its 95 % interval: [mean, low, high]."""
    middle = sum(gains) / len(gains)
    reach = 1.96 * math.sqrt(sum((gain - middle) ** 2 for gain in gains) / len(gains) ** 2)
    return [round(value, 4) for value in (middle, middle - reach, middle + reach)]


if __name__ == "__main__":
    main()
