"""The value of deployment in the skirmish: the same bot with each style against `sorted`, from both seats.

`python benchmarks/skirmish_deployment.py [--preset large] [--bot greedy] [--games 400] [--json]`. Each style
plays half of its games as player 1 and half as player 2 with the same seeds, and half of each with either army.
"""

from __future__ import annotations

import argparse
import json

from skirmish_games import load, points_of, returns, share, share_text

STYLES = ("front", "objective", "safe", "sorted")


def main() -> None:
    """Print a row per style."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="large")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rows = []
    sides = [load(chosen.preset, mirrored=mirrored) for mirrored in (False, True)]
    control, quarter = f"{chosen.bot}:deploy=sorted", chosen.games // 4
    for style in STYLES:
        styled, taken = f"{chosen.bot}:deploy={style}", 0.0
        for game in sides:
            taken += points_of(returns(game, styled, control, quarter, chosen.seed))
            taken += points_of(-returns(game, control, styled, quarter, chosen.seed))
        score = share(taken, 4 * quarter)
        rows.append({"preset": chosen.preset, "bot": chosen.bot, "style": style, **score})
        if not chosen.json:
            print(f"{chosen.preset:6} {chosen.bot} {style:10} against sorted: {share_text(score)}", flush=True)
    if chosen.json:
        print(json.dumps({"seed": chosen.seed, "rows": rows}, indent=2))


if __name__ == "__main__":
    main()
