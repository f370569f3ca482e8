"""OpenSpiel's bots as agents."""

from __future__ import annotations

import numpy as np

from boardwright.agents.requirements import why_not
from boardwright.agents.spec import from_text
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.position import Position
from saying import told


def turn(game, *actions, seed=1, draw=0) -> Turn:
    position = Position(game)
    for action in actions:
        position.push(action, draw)
    return Turn(game, position.state, position.to_move, np.random.default_rng(seed))


def test_its_mcts_wins_where_it_can() -> None:
    game = registry.load("tic_tac_toe")
    agent = from_text("openspiel:mcts,simulations=60", game)
    assert agent.act(turn(game, 0, 3, 1, 4)) == 2
    assert agent.explain(turn(game, 0, 3, 1, 4)).action == 2


def test_the_same_generator_gives_the_same_move(toy) -> None:
    game = toy("kuhn")
    agent = from_text("openspiel:bot=ismcts,simulations=30", game)
    answers = [agent.act(turn(game, 0, 2, seed=seed, draw=5)) for seed in (1, 2, 3, 1, 2, 3)]
    assert answers[:3] == answers[3:]
    assert set(answers) <= {1, 2}


def test_its_information_set_search_folds_the_lowest_card_and_calls_with_the_highest(toy) -> None:
    game = toy("kuhn")
    agent = from_text("openspiel:bot=ismcts,simulations=100", game)
    # The second number of a draw is who has which card: 5 deals king and queen, 0 jack and queen.
    for draw in range(6):
        asked = turn(game, 0, 2, draw=draw)
        card = int(asked.observation["card"][0])
        if card != 2:
            assert agent.act(asked) == {1: 1, 3: 2}[card]


def test_a_search_that_sees_everything_is_refused_where_there_are_secrets(toy, monkeypatch) -> None:
    told(why_not("openspiel", toy("kuhn")), "agent_needs_everything")
    assert why_not("openspiel", toy("kuhn"), bot="ismcts") is None
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    told(why_not("openspiel", registry.load("tic_tac_toe")), "agent_needs_package", agent="openspiel")


def test_its_random_bot_plays(toy) -> None:
    game = registry.load("tic_tac_toe")
    assert from_text("openspiel:random", game).act(turn(game, 4)) in {0, 1, 2, 3, 5, 6, 7, 8}
