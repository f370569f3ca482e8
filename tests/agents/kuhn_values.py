"""Exact values of Kuhn poker, by enumeration of the toy's tree, and the policies that agents play in it.

A policy is the probability to bet in each of the twelve information sets. A set is named by its player's card and the
choices so far: `K` is the first player's king, `Kp` and `Kb` the second player's after a pass or a bet, `Kpb` the
first player's after a pass and a bet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import numpy as np

from boardwright.core.agent import Agent, Turn, ask_one
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from toys.kuhn import BET, CARDS, DEAL, NAMES, PASS

Number: TypeAlias = "float | Fraction"
Policy: TypeAlias = Mapping[str, Number]

DEALS = CARDS * (CARDS - 1)


@dataclass(frozen=True)
class Node:
    """A state of the tree. `after` has the states after a pass and after a bet, none at the end."""

    state: Array
    player: int
    information_set: str
    after: tuple[Node, ...]


def tree(game: Game) -> list[Node]:
    """The states after each deal, all equally likely."""
    return [_node(game, game.apply(game.new(), DEAL, deal)) for deal in range(DEALS)]


def _node(game: Game, state: Array) -> Node:
    player = int(state["to_move"][0])
    if player == TERMINAL:
        return Node(state, player, "", ())
    seen = game.observe(state, player)[0]
    name = NAMES[seen["card"]] + "".join("pb"[choice - 1] for choice in seen["choice"] if choice)
    return Node(state, player, name, tuple(_node(game, game.apply(state, action)) for action in (PASS, BET)))


def information_sets(deals: list[Node]) -> dict[str, Node]:
    """A state of each information set, by its name."""
    found: dict[str, Node] = {}
    waiting = list(deals)
    while waiting:
        node = waiting.pop()
        if node.after:
            found.setdefault(node.information_set, node)
            waiting += node.after
    return dict(sorted(found.items()))


def value(deals: list[Node], policy: Policy) -> Number:
    """The expected chips of player 0, if both play by a policy."""
    return sum(_value(node, policy) for node in deals) / Fraction(len(deals))


def _value(node: Node, policy: Policy) -> Number:
    if not node.after:
        return Fraction(float(node.state["returns"][0][0]))
    bet = policy[node.information_set]
    passed, betted = (_value(after, policy) for after in node.after)
    return (1 - bet) * passed + bet * betted


def best_response(deals: list[Node], policy: Policy, player: int) -> Number:
    """The most chips that a player can expect against a policy: the best of all 64 pure strategies."""
    sign = 1 if player == 0 else -1
    own = [name for name, node in information_sets(deals).items() if node.player == player]
    answers = (dict(zip(own, choices)) for choices in product((0, 1), repeat=len(own)))
    return max(sign * value(deals, {**policy, **answer}) for answer in answers)


def exploitability(deals: list[Node], policy: Policy) -> Number:
    """The mean of the two best responses, in chips: NashConv / 2, the convention of OpenSpiel. 0 in an equilibrium."""
    return (best_response(deals, policy, 0) + best_response(deals, policy, 1)) / 2


def equilibrium(alpha: Fraction) -> dict[str, Fraction]:
    """Kuhn's equilibria: the first player bluffs with the jack as often as `alpha`, from 0 to 1/3."""
    never, always, third = Fraction(0), Fraction(1), Fraction(1, 3)
    first = {"J": alpha, "Q": never, "K": 3 * alpha, "Jpb": never, "Qpb": alpha + third, "Kpb": always}
    second = {"Jp": third, "Qp": never, "Kp": always, "Jb": never, "Qb": third, "Kb": always}
    return {**first, **second}


def estimate(agent: Agent, game: Game, samples: int, seed: int) -> dict[str, float]:
    """The share of bets of an agent in each information set, over turns that differ in their generator alone."""
    policy = {}
    for number, (name, node) in enumerate(information_sets(tree(game)).items()):
        bets = 0
        for sample in range(samples):
            turn = Turn(game, node.state, node.player, np.random.default_rng([seed, number, sample]))
            bets += ask_one(agent, type(agent).__name__, turn) == BET
        policy[name] = bets / samples
    return policy
