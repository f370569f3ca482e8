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
from boardwright.core.words import say
from boardwright.testing.cases import Cases


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


@pytest.mark.parametrize(("name", "depth", "count"), [("tic_tac_toe", 4, 20), ("connect_four", 3, 15)])
def test_alphabeta_is_minimax(name, depth, count):
    game = boardwright.load(name)
    agree(game, depth, count)


def test_alphabeta_is_minimax_where_a_player_moves_twice(toy):
    agree(toy("pairs"), 4, 40)


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
    game = toy("pairs")
    perfect, search = boardwright.agent("perfect", game), boardwright.agent("alphabeta", game, depth=6)
    for case in Cases(game, games=30, most=60, seed=2).open:
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
    assert say(explanation.reason, "en").startswith("Every move loses")
    assert say(explanation.reason, "fr").startswith("Tous les coups perdent")


def test_a_budget_of_nodes_is_kept_and_gives_the_same_move_again():
    game = boardwright.load("connect_four")
    state = game.new()
    moves = set()
    for _ in range(3):
        agent = boardwright.agent("alphabeta", game, depth=20, nodes=5000)
        moves.add(agent.act(Turn(game, state, 0, np.random.default_rng(0))))
        assert agent.nodes <= 5000 + 8
    assert len(moves) == 1


def test_a_budget_below_one_ply_still_plays():
    game = boardwright.load("tic_tac_toe")
    agent = boardwright.agent("alphabeta", game, nodes=1)
    assert agent.act(Turn(game, game.new(), 0, np.random.default_rng(0))) == 0


def test_search_deeper_than_it_was_made_for_is_refused():
    game = boardwright.load("tic_tac_toe")
    with pytest.raises(AgentError, match="at most 3 plies, and 4 were asked for: make one with depth=4") as refused:
        boardwright.agent("alphabeta", game, depth=3).search(game.new(), 4)
    assert refused.value.code == "agent_depth"
    assert "créez-en un avec depth=4" in say(refused.value.word, "fr")


REFUSALS = [
    ("pig", "pig, which has dice: choose", "pig, qui a des dés : choisissez"),
    ("peek", "peek, which has dice", "peek, qui a des dés"),
]


@pytest.mark.parametrize("agent", ["alphabeta", "perfect"])
@pytest.mark.parametrize(("name", "english", "french"), REFUSALS)
def test_chance_is_refused_with_a_sentence(toy, agent, name, english, french):
    with pytest.raises(AgentError, match=english) as refused:
        boardwright.agent(agent, toy(name))
    assert french in say(refused.value.word, "fr")


def test_hidden_information_and_other_numbers_of_sides_are_refused_with_a_sentence(toy):
    from dataclasses import replace

    definition = toy("pairs").definition
    for change, english, french in (
        ({"perfect_information": False}, "hides a part of the position", "cache une partie de la position"),
        ({"zero_sum": False}, "plays two-player zero-sum games", "joue aux jeux à deux à somme nulle"),
    ):
        game = Game(replace(definition, **change), [{"places": 6}], interpreted=True)
        with pytest.raises(AgentError, match=english) as refused:
            boardwright.agent("alphabeta", game)
        assert french in say(refused.value.word, "fr")


def test_perfect_refuses_games_that_are_too_large():
    game = boardwright.load("connect_four")
    with pytest.raises(AgentError, match="and perfect takes at most 1000: raise its option") as refused:
        boardwright.agent("perfect", game, states=1000)
    assert "perfect en accepte au plus 1000" in say(refused.value.word, "fr")


def test_weights_are_read_from_the_games_own_files(toy):
    game = toy("pairs")
    assert boardwright.agent("alphabeta", game).weights["stone"][0] == 1.5
    with pytest.raises(ConfigError, match="There is no configuration bold: choose one of standard"):
        boardwright.agent("alphabeta", game, weights="bold")
