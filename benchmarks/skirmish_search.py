"""Monte Carlo tree search against a bot of the skirmish: its share of the points, and the time per move.

`python benchmarks/skirmish_search.py [--preset small] [--agent mcts:...] [--against greedy] [--games 100] [--json]`.
Each seed is played from both seats.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from skirmish_games import share, share_text

import boardwright
from boardwright.agents.spec import Named, from_text
from boardwright.arena.match import play
from boardwright.arena.tally import points
from boardwright.core.agent import Turn

AGENT = "mcts:iterations=800,rollouts=greedy,weights=search,exploration=0.5,rollout_depth=12,scale=60,deploy=sorted"


class Timed:
    """An agent with the CPU seconds of every move."""

    def __init__(self, agent: Any) -> None:
        self._agent = agent
        self.spent: list[float] = []

    def act(self, turn: Turn) -> int:
        """The agent's action, timed."""
        began = time.process_time()
        action: int = self._agent.act(turn)
        self.spent.append(time.process_time() - began)
        return action

    def explain(self, turn: Turn) -> Any:
        """The agent's explanation."""
        return self._agent.explain(turn)


def main() -> None:
    """Play pairs of games, and print the points so far."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="small")
    parser.add_argument("--agent", default=AGENT)
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    game = boardwright.load("skirmish", chosen.preset)
    timed = Timed(from_text(chosen.agent, game))
    sides = [Named(chosen.agent, timed), Named(chosen.against, from_text(chosen.against, game))]
    taken = 0.0
    for number in range(chosen.games // 2):
        for seat, seated in enumerate((sides, sides[::-1])):
            taken += points(play(game, seated, seed=chosen.seed, number=number), seat)
        if not chosen.json and number % 5 == 4:
            print(f"{2 * number + 2} games: {taken:g}", flush=True)
    score = share(taken, chosen.games // 2 * 2)
    # The first search may include compiling, which is no part of a move.
    moves = sorted(timed.spent[1:])
    cost = {"ms_median": round(1e3 * moves[len(moves) // 2], 1), "ms_most": round(1e3 * moves[-1], 1)}
    report = {"preset": chosen.preset, "agent": chosen.agent, "against": chosen.against, **score, **cost}
    if chosen.json:
        print(json.dumps({"seed": chosen.seed, **report}, indent=2))
    else:
        print(f"{chosen.agent} against {chosen.against}: {share_text(score)}; CPU ms a move {cost}")


if __name__ == "__main__":
    main()
