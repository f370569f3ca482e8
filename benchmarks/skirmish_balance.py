"""Balance of the skirmish: the share of points by seat and by army, between equal bots.

`python benchmarks/skirmish_balance.py [--preset large] [--bots greedy rush ...] [--games 400] [--json]`. Armies
are tied to seats by the scenario, so half of the games are played with the armies swapped: over both halves a seat
leads each army equally often. The seeds are the same in both.
"""

from __future__ import annotations

import argparse
import json

from skirmish_games import load, points_of, returns, share, share_text

BOTS = ("greedy", "objective", "rush", "kite")
LIMIT = 0.55


def main() -> None:
    """Print a row per bot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="large")
    parser.add_argument("--bots", nargs="+", default=list(BOTS))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rows = []
    sides = [load(chosen.preset, mirrored=mirrored) for mirrored in (False, True)]
    for bot in chosen.bots:
        half = chosen.games // 2
        # Player 1 leads the Wardens in the first half, the Prowlers in the second.
        first, second = (points_of(returns(game, bot, bot, half, chosen.seed)) for game in sides)
        seat, army = share(first + second, 2 * half), share(first + half - second, 2 * half)
        worst = max(seat["share"], 1 - seat["share"], army["share"], 1 - army["share"])
        rows.append({"preset": chosen.preset, "bot": bot, "player_1": seat, "wardens": army, "within": worst <= LIMIT})
        if not chosen.json:
            line = f"{chosen.preset:6} {bot:10} player 1 {share_text(seat)}   Wardens {share_text(army)}"
            print(line, "" if worst <= LIMIT else f"  above {LIMIT}", flush=True)
    if chosen.json:
        print(json.dumps({"seed": chosen.seed, "limit": LIMIT, "rows": rows}, indent=2))


if __name__ == "__main__":
    main()
