"""Search agrees with plain minimax in any game that it accepts, and refuses the others with a sentence."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from boardwright.agents.alphabeta import WON
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError, ConfigError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.testing.cases import Cases
from saying import refused, told


def minimax(game: Game, state: Array, depth: int, player: int, weights: Array, plies: int = 0) -> float:
    """The value of a state to one player, by trying everything."""
    mover = int(state["to_move"][0])
    if mover == TERMINAL:
        return float(state["returns"][0][player]) * (WON - plies)
    if depth == 0:
        value = float(game.evaluate(state, mover, weights)[0])
        return value if mover == player else -value
    actions = np.flatnonzero(game.legal_mask(state)[0])
    values = [minimax(game, game.apply(state, int(a)), depth - 1, player, weights, plies + 1) for a in actions]
    return max(values) if mover == player else min(values)


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    [("tic_tac_toe", 3, 10), pytest.param("connect_four", 3, 15, marks=pytest.mark.slow)],
)
def test_alphabeta_is_minimax(name, depth, count):
    game = boardwright.load(name)
    agree(game, depth, count)


def test_alphabeta_is_minimax_where_a_player_moves_twice_and_in_plain_python(toy):
    agree(toy("pairs").as_interpreted(), 3, 12)


def agree(game: Game, depth: int, count: int) -> None:
    agent = boardwright.agent("alphabeta", game, depth=depth)
    cases = Cases(game, games=count, most=count, seed=5)
    for case in cases.open:
        player = int(case.state["to_move"][0])
        before = case.state.tobytes()
        value, line = agent.search(case.state, depth)
        assert case.state.tobytes() == before
        assert value == pytest.approx(minimax(game, case.state, depth, player, agent.weights))
        after = game.apply(case.state, line[0])
        assert value == pytest.approx(minimax(game, after, depth - 1, player, agent.weights, 1))


def test_perfect_and_alphabeta_agree_on_who_wins_where_a_player_moves_twice(toy):
    game = toy("pairs").as_interpreted()
    perfect, search = boardwright.agent("perfect", game), boardwright.agent("alphabeta", game, depth=6)
    for case in Cases(game, games=10, most=20, seed=2).open:
        assert np.sign(perfect.value(case.state)) == np.sign(search.search(case.state, 6)[0])


def test_a_win_now_is_better_than_a_win_later():
    game = boardwright.load("tic_tac_toe")
    position = boardwright.Position(game)
    for cell in (0, 3, 1, 4):
        position.push(cell)
    for name in ("perfect", "alphabeta"):
        turn = Turn(game, position.state, 0, np.random.default_rng(0))
        explanation = boardwright.agent(name, game).explain(turn)
        assert explanation.action == 2
        assert explanation.line == (2,)
        assert explanation.reason.code == "reason_wins"
        assert max(explanation.scores, key=explanation.scores.get) == 2


def test_a_loss_is_put_off_as_long_as_it_can_be():
    game = boardwright.load("tic_tac_toe")
    position = boardwright.Position(game)
    for cell in (0, 1, 3):
        position.push(cell)
    turn = Turn(game, position.state, 1, np.random.default_rng(0))
    explanation = boardwright.agent("perfect", game).explain(turn)
    assert explanation.action == 6
    told(explanation.reason, "reason_loses", plies=4)


def test_a_budget_of_nodes_is_kept_and_gives_the_same_move_again():
    game = boardwright.load("quoridor")
    state = game.new()
    moves = set()
    for _ in range(3):
        agent = boardwright.agent("alphabeta", game, depth=20, nodes=3000)
        moves.add(agent.act(Turn(game, state, 0, np.random.default_rng(0))))
        # Leaves are not counted one by one: the last parent evaluates all of its own.
        assert agent.nodes <= 3000 + game.actions.policy
    assert len(moves) == 1


def test_a_budget_below_one_ply_still_plays():
    game = boardwright.load("tic_tac_toe")
    agent = boardwright.agent("alphabeta", game, nodes=1)
    assert agent.act(Turn(game, game.new(), 0, np.random.default_rng(0))) == 0


def test_search_deeper_than_it_was_made_for_is_refused():
    game = boardwright.load("tic_tac_toe")
    with refused(AgentError, "agent_depth", agent="alphabeta", depth=4, most=3):
        boardwright.agent("alphabeta", game, depth=3).search(game.new(), 4)


@pytest.mark.parametrize("agent", ["alphabeta", "perfect"])
@pytest.mark.parametrize("name", ["pig", "peek"])
def test_chance_is_refused(toy, agent, name):
    with refused(AgentError, "agent_needs_no_chance", agent=agent, game=name):
        boardwright.agent(agent, toy(name))


def test_hidden_information_and_other_numbers_of_sides_are_refused(toy):
    from dataclasses import replace

    definition = toy("pairs").definition
    for change, code in (
        ({"perfect_information": False}, "agent_needs_everything"),
        ({"zero_sum": False}, "agent_needs_two"),
    ):
        game = Game(replace(definition, **change), [{"places": 6}], interpreted=True)
        with refused(AgentError, code, agent="alphabeta", game="pairs"):
            boardwright.agent("alphabeta", game)


def test_perfect_refuses_games_that_are_too_large():
    game = boardwright.load("connect_four")
    with refused(AgentError, "agent_too_large", agent="perfect", game="connect_four", states=1000):
        boardwright.agent("perfect", game, states=1000)


def test_weights_are_read_from_the_games_own_files(toy):
    game = toy("pairs")
    assert boardwright.agent("alphabeta", game).weights["stone"][0] == 1.5
    with refused(ConfigError, "config_absent", path="bold", known=["standard"]):
        boardwright.agent("alphabeta", game, weights="bold")
