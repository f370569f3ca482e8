"""Two agents at one game, with the CPU time that each takes for a decision.

`python benchmarks/equal_time.py GAME AGENT OPPONENT [--games 400] [--seed 1] [--opening 0] [--json]`. Games are those
of `boardwright evaluate`, the same seeds from every seat. It is a fair comparison where the two times are equal: set
the iterations or the depth of one so that they are.
"""

from __future__ import annotations

import argparse
import json
import time

from boardwright.agents.spec import Named, from_text
from boardwright.arena.evaluation import evaluate
from boardwright.arena.ratings import win_rate
from boardwright.cli.progress import following
from boardwright.core import registry
from boardwright.core.agent import Agent, Explanation, Turn


class Timed:
    """An agent that counts its decisions and their CPU time. One legal action is no decision."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.seconds, self.decisions = agent, 0.0, 0

    def act(self, turn: Turn) -> int:
        """The agent's action."""
        if len(turn.legal_actions) == 1:
            return turn.legal_actions[0]
        began = time.process_time()
        action = self.agent.act(turn)
        self.seconds += time.process_time() - began
        self.decisions += 1
        return action

    def explain(self, turn: Turn) -> Explanation:
        """The agent's explanation."""
        return self.agent.explain(turn)

    @property
    def milliseconds(self) -> float:
        """The CPU time of a decision."""
        return 1000 * self.seconds / max(1, self.decisions)


def main() -> None:
    """Print the result, its interval and both times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("agent")
    parser.add_argument("opponent")
    parser.add_argument("--preset", default=None)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening", type=int, default=0, help="random plies before the players begin")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    game = registry.load(given.game, given.preset)
    agent, opponent = (Timed(from_text(text, game)) for text in (given.agent, given.opponent))
    one, other = Named(given.agent, agent), Named(given.opponent, opponent)
    evaluate(game, one, other, 2, given.seed, opening=given.opening)
    for side in (agent, opponent):
        side.seconds, side.decisions = 0.0, 0  # what compiles is not counted
    with following(given.game, given.games, None) as follow:  # Ctrl-C prints what was played
        played = evaluate(game, one, other, given.games, given.seed, opening=given.opening, progress=follow.progress)
    total, rate = played.total, win_rate(played.total.points, played.total.games, distinct=played.distinct)
    report = {
        "game": given.game,
        "games": total.games,
        "distinct": played.distinct,
        "wins": total.wins,
        "draws": total.draws,
        "losses": total.losses,
        "points": [rate.rate, rate.low, rate.high],
        "cpu_ms_a_decision": [round(side.milliseconds, 3) for side in (agent, opponent)],
    }
    if given.json:
        print(json.dumps(report, indent=1))
        return
    print(f"{given.agent}: {total.wins}-{total.draws}-{total.losses} against {given.opponent}")
    print(f"{100 * rate.rate:.1f} % of the points [{100 * rate.low:.1f}, {100 * rate.high:.1f}]")
    for text, side in ((given.agent, agent), (given.opponent, opponent)):
        print(f"{text}: {side.milliseconds:.2f} ms of CPU time a decision, {side.decisions} decisions")


if __name__ == "__main__":
    main()
