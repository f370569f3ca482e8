"""Information-set MCTS: trees by what each player did and saw, and the guarantees of `mcts`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import boardwright
from agents.kuhn_values import information_sets, tree
from boardwright.agents.information_set_loop import nodes
from boardwright.agents.requirements import why_not
from boardwright.arena.match import play
from boardwright.core import registry
from boardwright.core.agent import Explanation, Turn
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.testing.agent_laws import LAWS, judge_agent
from boardwright.testing.cases import Cases
from saying import refused
from toys.kuhn import BET, PASS

SECRETS = ("hide", "kuhn", "peek")


def but_for(quick: str, *names: str) -> list[Any]:
    """Games of which all are slow but one: each compiles the search anew."""
    return [pytest.param(name, marks=() if name == quick else pytest.mark.slow) for name in names]


def turn(game: Game, state: Array, seed: int = 0) -> Turn:
    return Turn(game, state, int(state["to_move"][0]), np.random.default_rng(seed))


def searcher(game: Game, iterations: int, **options):
    return boardwright.agent("mcts", game, iterations=iterations, information_sets=True, **options)


def deciding_players(agent) -> Counter[int]:
    """The number of information sets of each player, of those with an action that was tried."""
    sets = [agent._children(node) for node in range(agent.nodes)]
    return Counter(int(agent._tree["mover"][actions[0]]) for actions in sets if actions)


@pytest.mark.parametrize(
    ("name", "moves", "visits"),
    [
        ("tic_tac_toe", [4, 2, 5, 3, 1, 7, 8, 0, 6], {8: 24, 7: 10, 0: 43, 3: 11, 6: 11, 2: 8, 4: 58, 1: 11, 5: 24}),
        pytest.param("pig", [0, 0, 0, 1], {0: 200}, marks=pytest.mark.slow),
        pytest.param("peek", [0, 2, 1], {4: 16, 0: 28, 3: 16, 1: 48, 5: 16, 2: 76}, marks=pytest.mark.slow),
        pytest.param(
            *("hide", [1, 3, 0, 0, 5, 5, 7, 9, 9, 7, 8], {4: 72, 0: 25, 3: 19, 1: 47, 2: 37}), marks=pytest.mark.slow
        ),
    ],
)
def test_a_search_without_them_plays_as_it_did_before_there_was_the_option(toy, name, moves, visits):
    game = boardwright.load(name) if name == "tic_tac_toe" else toy(name)
    record = play(game, ["mcts:iterations=200"] * game.players, seed=5, number=0)
    assert [action for action, _ in record.history] == moves
    explanation = boardwright.agent("mcts", game, iterations=200).explain(turn(game, game.new(), 1))
    assert {action: round(share * 200) for action, share in explanation.scores.items()} == visits


def test_where_everything_is_seen_and_nothing_drawn_the_search_is_the_same():
    game = boardwright.load("tic_tac_toe").as_interpreted()
    for case in Cases(game, games=4, most=3, seed=3).open:
        both: list[Explanation] = []
        for agent in (boardwright.agent("mcts", game, iterations=40), searcher(game, 40)):
            both.append(agent.explain(turn(game, case.state)))
        assert both[0].scores == both[1].scores
        assert both[0].reason == both[1].reason
        assert both[1].line == both[0].line[:1]


def test_a_player_does_not_tell_apart_what_the_other_did_in_secret(toy):
    """Five actions of player 0, whose nuts nobody sees, and all five of player 1 from one information set."""
    agent = searcher(toy("hide").as_interpreted(), 10)
    agent.act(turn(agent.game, agent.game.new()))
    assert agent.nodes == 1 + 5 + 1 + 5
    assert deciding_players(agent) == {0: 1, 1: 1}


def test_others_know_their_own_cards_and_the_player_knows_no_other(toy):
    """A king passes or bets. Player 1 has a jack or a queen after each, and player 0 decides again after `pb`."""
    game = toy("kuhn")
    agent = searcher(game, 500)
    agent.act(turn(game, information_sets(tree(game))["K"].state))
    assert deciding_players(agent) == {0: 2, 1: 4}
    assert agent.nodes == 6 + 2 * 6


def test_draws_that_are_seen_are_told_apart(toy):
    """After a roll of pig its player knows the points: one set for each, and one of the other player after a one."""
    game = toy("pig").as_interpreted()
    agent = searcher(game, 60)
    agent.explain(turn(game, game.new()))  # which searches, though there is but one action
    [rolled] = agent._children(0)
    assert agent._children(rolled) == []
    assert deciding_players(agent)[0] > 3


@pytest.mark.parametrize("name", but_for("kuhn", *SECRETS, "pig", "tic_tac_toe"))
def test_it_holds_to_the_laws_of_agents(toy, name):
    game = boardwright.load(name) if name == "tic_tac_toe" else toy(name)
    assert judge_agent(lambda: searcher(game, 60), game, games=3, seed=1) == dict.fromkeys(LAWS)


@pytest.mark.parametrize("name", but_for("kuhn", *SECRETS, "pig"))
def test_machine_code_and_plain_python_agree(toy, name):
    game = toy(name)
    for case in Cases(game, games=2, most=3, seed=1).open[:3]:
        results = []
        for variant in (game, game.as_interpreted()):
            agent = searcher(variant, 60)
            results.append((agent.explain(turn(game, case.state)), agent.nodes, agent.plies))
        assert results[0] == results[1]


@pytest.mark.parametrize("name", but_for("kuhn", *SECRETS))
def test_a_search_is_not_changed_by_the_one_before(toy, name):
    game = toy(name)
    used = searcher(game, 150)
    for case in Cases(game, games=3, most=12, seed=2).open:
        fresh = searcher(game, 150)
        assert used.explain(turn(game, case.state)) == fresh.explain(turn(game, case.state))
        assert used.nodes == fresh.nodes <= nodes(150)


def test_information_sets_that_share_a_bucket_are_told_apart(toy):
    game = toy("hide").as_interpreted()
    agents = [searcher(game, 60) for _ in range(2)]
    agents[1]._sets = agents[1]._sets._replace(buckets=np.full(1, -1, np.int32))
    explanations = [agent.explain(turn(game, game.new())) for agent in agents]
    assert explanations[0] == explanations[1]
    assert agents[0].nodes == agents[1].nodes > 80


def test_an_agent_plays_the_rest(toy):
    game = toy("hide").as_interpreted()
    agents = [searcher(game, 15, rollouts="mcts:iterations=2", rollout_depth=3) for _ in range(2)]
    moves = {agent.act(turn(game, game.new())) for agent in agents}
    assert len(moves) == 1
    assert moves <= set(turn(game, game.new()).legal_actions)


def test_a_search_that_is_stopped_at_once_has_played_one_game(toy, stopping):
    game = toy("kuhn")
    agent = searcher(game, 1 << 18)
    king = information_sets(tree(game))["K"].state
    with stopping(agent):
        assert {agent.act(turn(game, king)) for _ in range(10)} <= {PASS, BET}


def test_time_ends_a_search(toy):
    game = toy("kuhn")
    agent = searcher(game, 3_000_000, seconds=0.1)
    agent.act(turn(game, information_sets(tree(game))["K"].state))
    assert 0 < agent.iterations < 3_000_000


def test_every_game_that_mcts_plays_can_be_played_with_information_sets():
    for name in registry.names():
        assert why_not("mcts", boardwright.load(name), information_sets=True) is None


def test_only_yes_and_no_are_options():
    with refused(ConfigError, "config_value", path="information_sets"):
        boardwright.agent("mcts", boardwright.load("tic_tac_toe"), information_sets="some")
