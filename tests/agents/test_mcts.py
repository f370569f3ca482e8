"""Monte Carlo tree search wins what can be won, plays any game, and answers the same to the same turn."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from agents.kuhn_values import tree
from boardwright.arena.match import play
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.testing.cases import Cases
from saying import refused, told


def turn(game: Game, state: Array, seed: int = 0) -> Turn:
    return Turn(game, state, int(state["to_move"][0]), np.random.default_rng(seed))


def score(game: Game, agent: str, other: str, games: int) -> list[float]:
    """The returns of an agent against another, from both seats in turn."""
    returns = []
    for number in range(games):
        seats = [agent, other] if number % 2 == 0 else [other, agent]
        returns.append(play(game, seats, seed=1, number=number).returns[number % 2])
    return returns


def test_forced_wins_of_tic_tac_toe_are_found():
    game = boardwright.load("tic_tac_toe")
    agent, perfect = boardwright.agent("mcts", game), boardwright.agent("perfect", game)
    won = [case.state for case in Cases(game, games=25, most=70, seed=2).open if perfect.value(case.state) > 0]
    assert len(won) > 15
    for state in won:
        after = game.apply(state, agent.act(turn(game, state)))
        assert perfect.value(after) < 0 or after["returns"][0][int(state["to_move"][0])] == 1.0


def test_tic_tac_toe_is_never_lost_to_perfect_play():
    assert min(score(boardwright.load("tic_tac_toe"), "mcts", "perfect", 8)) == 0.0


@pytest.mark.slow
def test_random_play_is_beaten_clearly_at_connect_four():
    assert sum(score(boardwright.load("connect_four"), "mcts:iterations=200", "random", 30)) >= 26


@pytest.mark.slow
def test_what_follows_from_what_is_seen_is_used():
    """It opens cells that are mined in few or none of the possible layouts."""
    game = boardwright.load("minesweeper", "small")
    agent = boardwright.agent("mcts", game, iterations=2000, exploration=0.5, rollouts="nobody")
    opened, closed = [], []
    for case in Cases(game, games=40, most=60, seed=1).open:
        layouts = game.resample(np.repeat(case.state, 100), 0, np.arange(100) << 40)
        mined = layouts["mine"].mean(axis=0)
        hidden = turn(game, case.state).mask[: mined.size]
        if case.state["laid"][0] and (mined[hidden] == 0).any():
            opened.append(mined[agent.act(turn(game, case.state))])
            closed.append(mined[hidden].mean())
    assert len(opened) > 10
    assert np.mean(opened) < 0.2 * np.mean(closed)


def test_what_is_hidden_changes_nothing(toy):
    """The other's card is told by the state and by no observation: the search is the same whichever it is."""
    game = toy("kuhn")
    agent = boardwright.agent("mcts", game, iterations=200)
    for card in "JQK":
        nodes = [node for node in tree(game) if node.information_set == card]
        assert len(nodes) == 2
        first, other = (agent.explain(turn(game, node.state)) for node in nodes)
        assert first == other


@pytest.mark.slow
def test_what_is_hidden_is_not_known(toy):
    """Every closed cell is equally likely to be mined, and the values of the search agree."""
    game = toy("peek")
    state = game.new()
    game.step(state, 0, 12345)
    agent = boardwright.agent("mcts", game, iterations=20_000, exploration=100.0)
    explanation = agent.explain(turn(game, state))
    means = [agent._tree["total_value"][child] / agent._tree["visits"][child] for child in agent._children(0)]
    assert len(means) == len(explanation.scores) > 1
    assert max(means) - min(means) < 0.1
    assert explanation.line == (explanation.action,)


@pytest.mark.parametrize(
    ("interpreted", "iterations"), [(True, 400), pytest.param(False, 4000, marks=pytest.mark.slow)]
)
def test_dice_are_weighed(toy, interpreted, iterations):
    game = toy("pig").as_interpreted() if interpreted else toy("pig")
    agent = boardwright.agent("mcts", game, iterations=iterations)
    state = game.new()
    state["points"][0, 0], state["turn"] = 6, 6
    assert agent.act(turn(game, state)) == 1  # holding wins at once
    state["points"][0] = (0, 0)
    state["turn"] = 2
    assert agent.act(turn(game, state)) == 0  # two points are not worth the turn


def test_a_child_belongs_to_whoever_took_its_action(toy):
    """After a roll either player may be to move: the tree keeps the two apart."""
    game = toy("pig").as_interpreted()
    agent = boardwright.agent("mcts", game, iterations=100)
    agent.explain(turn(game, game.new()))
    [rolled] = agent._children(0)
    movers = {int(agent._tree["mover"][child]) for child in agent._children(rolled)}
    assert movers == {0, 1}


def test_explanations_are_shares_and_words():
    game = boardwright.load("tic_tac_toe")
    position = boardwright.Position(game)
    for cell in (0, 3, 1, 4):
        position.push(cell)
    agent = boardwright.agent("mcts", game, iterations=500)
    explanation = agent.explain(turn(game, position.state))
    assert explanation.action == 2
    assert explanation.line == (2,)
    assert sum(explanation.scores.values()) == pytest.approx(1.0)
    visits = round(explanation.scores[2] * 500)
    told(explanation.reason, "reason_playouts", share=100.0, visits=visits, iterations=500)
    assert agent.iterations == 500
    assert 1 < agent.nodes <= 501
    assert agent.plies >= 500


def test_any_agent_may_play_the_rest():
    game = boardwright.load("tic_tac_toe")
    position = boardwright.Position(game)
    for cell in (0, 4, 8):
        position.push(cell)
    text = "mcts:iterations=40,rollouts=perfect"
    agents = [boardwright.agents.spec.from_text(text, game) for _ in range(2)]
    actions = {agent.act(turn(game, position.state)) for agent in agents}
    assert len(actions) == 1
    assert actions <= {1, 3, 5, 7}  # a corner would lose
    with refused(AgentError, "unknown_agent", name="nobody_knows"):
        boardwright.agent("mcts", game, rollouts="nobody_knows")


def test_an_agent_plays_the_rest_of_a_game_with_dice_and_secrets(toy):
    for name in ("pig", "peek"):
        game = toy(name).as_interpreted()
        agent = boardwright.agent("mcts", game, iterations=15, rollouts="mcts:iterations=2", rollout_depth=3)
        assert agent.act(turn(game, game.new())) in turn(game, game.new()).legal_actions


def test_suggestions_play_the_rest_where_the_game_has_them(toy):
    game = toy("pairs").as_interpreted()
    state = game.new()
    plies = {}
    for rollouts in ("standard", "random"):
        agent = boardwright.agent("mcts", game, iterations=100, rollouts=rollouts)
        agent.act(turn(game, state))
        plies[rollouts] = agent.plies
    assert plies["standard"] < plies["random"]  # it puts stones side by side, which ends the game


def test_without_suggestions_the_rest_is_random():
    game = boardwright.load("tic_tac_toe")
    explanations = [
        boardwright.agent("mcts", game, iterations=300, rollouts=rollouts).explain(turn(game, game.new()))
        for rollouts in ("standard", "random")
    ]
    assert explanations[0] == explanations[1]


@pytest.mark.parametrize(
    ("option", "games", "least"),
    [
        ("rollouts=nobody", 8, 6),
        pytest.param("rollouts=nobody", 20, 16, marks=pytest.mark.slow),
        pytest.param("rollout_depth=4", 20, 16, marks=pytest.mark.slow),
    ],
)
def test_the_evaluation_decides_where_the_rest_is_not_played(option, games, least):
    game = boardwright.load("connect_four")
    assert sum(score(game, f"mcts:iterations=100,scale=10,{option}", "random", games)) >= least


def test_time_ends_a_search():
    game = boardwright.load("tic_tac_toe")
    agent = boardwright.agent("mcts", game, iterations=5_000_000, seconds=0.1)
    agent.act(turn(game, game.new()))
    agent.act(turn(game, game.new()))
    assert 0 < agent.iterations < 5_000_000


def test_a_search_that_is_stopped_at_once_has_played_one_game(stopping):
    game = boardwright.load("tic_tac_toe")
    agent = boardwright.agent("mcts", game, iterations=1 << 20)
    with stopping(agent):
        assert all(0 <= agent.act(turn(game, game.new())) < 9 for _ in range(20))


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "kuhn", *(pytest.param(name, marks=pytest.mark.slow) for name in ("pig", "peek", "pairs"))]
)
def test_machine_code_and_plain_python_agree(toy, name):
    game = boardwright.load(name) if name == "tic_tac_toe" else toy(name)
    explanations = [
        boardwright.agent("mcts", variant, iterations=60).explain(turn(game, game.new()))
        for variant in (game, game.as_interpreted())
    ]
    assert explanations[0] == explanations[1]
