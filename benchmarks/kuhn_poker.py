"""Exploitability of agents in Kuhn poker, exact but for the sampling of their policies.

`python benchmarks/kuhn_poker.py [--samples 400] [--seed 1] [--json]`. The policy of an agent is the share of bets in
each of the twelve information sets over many turns with different generators, as if it were a mixed strategy. Its
exploitability is the mean of what a best response wins in each seat, in chips (NashConv / 2, as OpenSpiel has it); 0 is
an equilibrium, and 11/24 is the uniform policy. Neither search need approach an equilibrium with more iterations.

The game and the exact values are the tests' own (tests/toys/kuhn.py, tests/agents/kuhn_values.py), so this needs a
clone of the repository. OpenSpiel's ISMCTS is listed if OpenSpiel is installed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from agents.kuhn_values import equilibrium, estimate, exploitability, information_sets, tree, value
from boardwright.agents.spec import from_text
from boardwright.core import registry
from toys.kuhn import DEFINITION

BUDGETS = (20, 100, 1000, 10_000)
ORDER = [card + choices for choices in ("", "pb", "p", "b") for card in "JQK"]
EXPLORATION = 2.0
"""OpenSpiel's UCB1 reads returns from -2 to 2, ours from -1 to 1 with a constant of 1."""


def main() -> None:
    """Print a row per policy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    game = registry.load(registry.register(DEFINITION).name)
    deals = tree(game)
    rows = []
    if not chosen.json:
        print(f"{'policy':44} {'exploit.':>8} {'v mcts':>7}  " + " ".join(f"{name:>4}" for name in ORDER))
    peers: dict[int, Any] = {}
    for name, budget, policy in policies(game, chosen.samples, chosen.seed):
        if name.startswith("mcts") and budget not in peers:
            peers[budget] = policy
        row: dict[str, Any] = {"policy": name, "exploitability": float(exploitability(deals, policy))}
        if budget:
            row["chips_against_mcts"] = float(head_to_head(deals, policy, peers[budget]))
        row["bets"] = {name: float(bet) for name, bet in policy.items()}
        rows.append(row)
        if not chosen.json:
            print(table_row(row), flush=True)
    if chosen.json:
        print(json.dumps({"samples": chosen.samples, "seed": chosen.seed, "rows": rows}, indent=2))


def policies(game: Any, samples: int, seed: int) -> Iterator[tuple[str, int, Any]]:
    """Yield each policy with its name and its budget of iterations, 0 if it has none."""
    yield "equilibrium, alpha = 1/5", 0, equilibrium(Fraction(1, 5))
    yield "uniform", 0, dict.fromkeys(information_sets(tree(game)), Fraction(1, 2))
    yield "random", 0, estimate(from_text("random", game), game, samples, seed)
    for budget in BUDGETS:
        for text in (f"mcts:iterations={budget}", f"mcts:iterations={budget},information_sets=true"):
            yield text, budget, estimate(from_text(text, game), game, samples, seed)
        if find_spec("pyspiel"):
            yield f"OpenSpiel's ISMCTS, {budget} simulations", budget, peer_policy(game, budget, samples, seed)


def head_to_head(deals: Any, one: Any, other: Any) -> Any:
    """The expected chips of a policy against another in a hand, the mean of both seats."""
    players = {name: node.player for name, node in information_sets(deals).items()}
    first, second = (
        {name: pair[player][name] for name, player in players.items()} for pair in ((one, other), (other, one))
    )
    return (value(deals, first) - value(deals, second)) / 2


def peer_policy(game: Any, budget: int, samples: int, seed: int) -> dict[str, float]:
    """The share of bets of OpenSpiel's ISMCTS, which plays its most visited action as ours does."""
    import pyspiel

    peer = pyspiel.load_game("kuhn_poker")
    policy = {}
    for name, node in information_sets(tree(game)).items():
        state = peer.new_initial_state()
        for card in node.state["card"][0].tolist():
            state.apply_action(card - 1)
        for choice in name[1:]:
            state.apply_action("pb".index(choice))
        bets = 0
        for sample in range(samples):
            number = seed * samples + sample
            rollouts = pyspiel.RandomRolloutEvaluator(1, number)
            final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            bets += pyspiel.ISMCTSBot(number, rollouts, EXPLORATION, budget, -1, final).step(state)
        policy[name] = bets / samples
    return policy


def table_row(row: dict[str, Any]) -> str:
    """A line of the table."""
    chips = f"{row['chips_against_mcts']:+7.3f}" if "chips_against_mcts" in row else " " * 7
    bets = " ".join(f"{row['bets'][name]:4.2f}" for name in ORDER)
    return f"{row['policy']:44} {row['exploitability']:8.3f} {chips}  {bets}"


if __name__ == "__main__":
    main()
