"""Kuhn poker: the toy has the published values, and the policies of agents are compared with them exactly."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import boardwright
from agents.kuhn_values import best_response, equilibrium, estimate, exploitability, information_sets, tree, value

ALPHAS = [Fraction(0), Fraction(1, 7), Fraction(1, 5), Fraction(1, 3)]


@pytest.fixture
def kuhn(toy):
    return toy("kuhn")


@pytest.fixture
def deals(kuhn):
    return tree(kuhn)


def test_there_are_six_deals_and_twelve_information_sets_of_two_states(deals):
    cards = {tuple(node.state["card"][0].tolist()) for node in deals}
    assert cards == {(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)}
    sets = information_sets(deals)
    assert set(sets) == {card + choices for card in "JQK" for choices in ("", "p", "b", "pb")}
    assert {name: node.player for name, node in sets.items() if name[0] == "J"} == {"J": 0, "Jp": 1, "Jb": 1, "Jpb": 0}


@pytest.mark.parametrize("alpha", ALPHAS, ids=str)
def test_known_equilibria_are_worth_an_eighteenth_and_cannot_be_exploited(deals, alpha):
    policy = equilibrium(alpha)
    assert value(deals, policy) == Fraction(-1, 18)
    assert exploitability(deals, policy) == 0
    rounded = {name: float(bet) for name, bet in policy.items()}
    assert abs(exploitability(deals, rounded)) < 1e-12


def test_a_bluffer_who_bluffs_too_often_is_exploited(deals):
    assert exploitability(deals, equilibrium(Fraction(1, 2))) == Fraction(1, 24)
    assert exploitability(deals, {**equilibrium(Fraction(0)), "Kb": Fraction(0)}) > 0


def test_the_uniform_policy_is_exploited_for_eleven_twentyfourths_of_a_chip(deals):
    uniform = dict.fromkeys(information_sets(deals), Fraction(1, 2))
    assert value(deals, uniform) == Fraction(1, 8)
    assert [best_response(deals, uniform, player) for player in range(2)] == [Fraction(1, 2), Fraction(5, 12)]
    assert exploitability(deals, uniform) == Fraction(11, 24)


def test_open_spiel_computes_the_same_exploitability(deals):
    import pyspiel  # an oracle that is skipped proves nothing
    from open_spiel.python.algorithms import exploitability as theirs
    from open_spiel.python.policy import TabularPolicy

    peer, rng = pyspiel.load_game("kuhn_poker"), np.random.default_rng(3)
    table = TabularPolicy(peer)
    for _ in range(5):
        policy = {name: float(rng.random()) for name in information_sets(deals)}
        for name, bet in policy.items():
            row = table.policy_for_key(str("JQK".index(name[0])) + name[1:])
            row[:] = 1 - bet, bet
        assert theirs.exploitability(peer, table) == pytest.approx(float(exploitability(deals, policy)), abs=1e-12)


def test_random_play_is_measured_as_the_uniform_policy(kuhn, deals):
    policy = estimate(boardwright.agent("random", kuhn), kuhn, 200, seed=1)
    assert float(exploitability(deals, policy)) == pytest.approx(11 / 24, abs=0.1)


@pytest.mark.parametrize("by_information", [False, True])
def test_searches_play_no_dominated_action(kuhn, deals, by_information):
    """A king is never folded, and a jack never called with. What they play is no equilibrium, but not far from one."""
    agent = boardwright.agent("mcts", kuhn, iterations=300, information_sets=by_information)
    policy = estimate(agent, kuhn, 25, seed=1)
    assert [policy[name] for name in ("Kb", "Kpb", "Kp", "Jb", "Jpb")] == [1.0, 1.0, 1.0, 0.0, 0.0]
    assert float(exploitability(deals, policy)) < 0.25


def test_others_act_by_their_own_cards_with_information_sets_alone(kuhn):
    """A queen is not bet first: a king would call it and a jack would not. One tree for both cannot tell them apart."""
    agents = [boardwright.agent("mcts", kuhn, iterations=3000, information_sets=option) for option in (False, True)]
    bets = [estimate(agent, kuhn, 25, seed=1)["Q"] for agent in agents]
    assert bets[0] > 0.5
    assert bets[1] < 0.1
