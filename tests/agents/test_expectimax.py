"""Expectimax against exhaustive search: exact where draws are enumerated, near the mean where they are sampled."""

from __future__ import annotations

import numpy as np
import pytest

import boardwright
from boardwright.agents.expectimax import Expectimax
from boardwright.agents.expectimax_loop import SOONER
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.testing.cases import Cases
from saying import refused, told

WON = 1.0e6


def plain(game: Game, state: Array, depth: int, player: int, plies: int = 0, won: float = WON) -> float:
    """The value of a state to one player, by trying every action and every draw."""
    mover = int(state["to_move"][0])
    if mover == TERMINAL:
        return float(state["returns"][0][player]) * won * (1.0 - SOONER * plies)
    if depth == 0:
        value = float(game.evaluate(state, mover)[0])
        return value if mover == player else -value
    values = [of_action(game, state, int(a), depth, player, plies, won) for a in np.flatnonzero(game.legal_mask(state))]
    return max(values) if mover == player else min(values)


def of_action(game: Game, state: Array, action: int, depth: int, player: int, plies: int, won: float) -> float:
    draws = range(int(game.chance(state, action)[0]))
    return float(
        np.mean([plain(game, game.apply(state, action, draw), depth - 1, player, plies + 1, won) for draw in draws])
    )


def turn(game: Game, state: Array, seed: int = 0) -> Turn:
    return Turn(game, state, int(state["to_move"][0]), np.random.default_rng(seed))


@pytest.fixture
def pig(toy):
    return toy("pig").as_interpreted()


@pytest.mark.parametrize(
    ("won", "depth", "count"),
    [
        (WON, 2, 12),
        (20.0, 2, 12),
        pytest.param(WON, 3, 40, marks=pytest.mark.slow),
        pytest.param(20.0, 3, 40, marks=pytest.mark.slow),
    ],
)
def test_dice_are_averaged_exactly(pig, won, depth, count):
    agent = boardwright.agent("expectimax", pig, depth=depth, won=won)
    for case in Cases(pig, games=6, most=count, seed=3).open:
        player = int(case.state["to_move"][0])
        before = case.state.tobytes()
        value, line = agent.search(case.state, depth)
        assert case.state.tobytes() == before
        assert value == pytest.approx(plain(pig, case.state, depth, player, won=won))
        assert of_action(pig, case.state, line[0], depth, player, 0, won) == pytest.approx(value)
        explanation = agent.explain(turn(pig, case.state))
        if explanation.reason.code != "reason_average":
            continue  # the search ended at a lower depth
        for action, score in explanation.scores.items():
            assert score == pytest.approx(of_action(pig, case.state, action, depth, player, 0, won))


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    [
        ("pairs", 2, 8),
        pytest.param("tic_tac_toe", 4, 15, marks=pytest.mark.slow),
        pytest.param("connect_four", 3, 10, marks=pytest.mark.slow),
        pytest.param("pairs", 4, 30, marks=pytest.mark.slow),
    ],
)
def test_without_dice_it_is_minimax(toy, name, depth, count):
    game = toy(name).as_interpreted() if name == "pairs" else boardwright.load(name)
    agent, other = (boardwright.agent(agent_name, game, depth=depth) for agent_name in ("expectimax", "alphabeta"))
    for case in Cases(game, games=count, most=count, seed=5).open:
        value, line = agent.search(case.state, depth)
        assert value == pytest.approx(plain(game, case.state, depth, int(case.state["to_move"][0])))
        assert value == pytest.approx(other.search(case.state, depth)[0])
        position = case.state
        for action in line:
            position = game.apply(position, action)


@pytest.mark.parametrize(("limit", "count"), [(5, 10), pytest.param(9, 60, marks=pytest.mark.slow)])
def test_to_the_end_it_plays_a_game_of_dice_perfectly(toy, limit, count):
    game = Game(toy("pig").definition, [{"goal": 4, "sides": 3, "limit": limit}], interpreted=limit == 5)
    agent = boardwright.agent("expectimax", game, depth=limit, won=1.0)
    known: dict[bytes, float] = {}

    def worth(state: Array) -> float:
        if state["to_move"][0] == TERMINAL:
            return float(state["returns"][0][0])
        key = state.tobytes()
        if key not in known:
            best = max if state["to_move"][0] == 0 else min
            known[key] = best(of(state, int(a)) for a in np.flatnonzero(game.legal_mask(state)))
        return known[key]

    def of(state: Array, action: int) -> float:
        return float(np.mean([worth(game.apply(state, action, d)) for d in range(int(game.chance(state, action)[0]))]))

    for case in Cases(game, games=count // 2, most=count, seed=1).open:
        action = agent.act(turn(game, case.state))
        assert of(case.state, action) == pytest.approx(worth(case.state), abs=2e-5)


def test_draws_that_are_too_many_are_sampled_and_the_mean_comes_near(pig):
    game = pig
    few = {"depth": 1, "enumerate_most": 5, "samples": 4}
    state = game.apply(game.new(), 0, 3)
    exact = boardwright.agent("expectimax", game, depth=2).search(state, 2)[0]
    values = [boardwright.agent("expectimax", game, **few).search(state, 1, seed=seed)[0] for seed in range(4)]
    same = [boardwright.agent("expectimax", game, **few).search(state, 1, seed=3)[0] for _ in range(3)]
    assert len(set(same)) == 1
    many = boardwright.agent("expectimax", game, depth=2, enumerate_most=5, samples=30)
    assert many.search(state, 2, seed=1)[0] == pytest.approx(exact, abs=1.0)
    assert all(np.isfinite(values))
    assert not many.deepen(state, 1).sampled or many.explain(turn(game, state)).reason.code == "reason_average"


def test_raw_bits_are_sampled():
    """A game for one whose first action needs raw bits, declared to have perfect information."""
    from dataclasses import replace
    from importlib import import_module

    definition = replace(import_module("toys.peek").DEFINITION, perfect_information=True)
    game = Game(definition, [{"cells": 5, "mines": 2}], interpreted=True)
    agent = boardwright.agent("expectimax", game, depth=2, samples=20, won=1.0)
    value = agent.search(game.new(), 1, seed=1)[0]
    assert value == 0.0
    # The second ply knows where the mines are: the game declares perfect information.
    assert agent.search(game.new(), 2, seed=1)[0] == pytest.approx(0.0, abs=1e-6)
    assert agent.search(game.new(), 2, seed=1) == agent.search(game.new(), 2, seed=1)


def test_a_certain_win_is_said_to_be_one(pig):
    state = pig.new()
    state["points"][0, 0], state["turn"] = 8, 5
    explanation = boardwright.agent("expectimax", pig, depth=2).explain(turn(pig, state))
    assert explanation.action == 1
    assert explanation.line == (1,)
    told(explanation.reason, "reason_surely_wins", plies=1)


def test_a_certain_loss_is_said_to_be_one():
    game = boardwright.load("tic_tac_toe").as_interpreted()
    position = boardwright.Position(game)
    for cell in (0, 1, 3):
        position.push(cell)
    explanation = boardwright.agent("expectimax", game, depth=4).explain(turn(game, position.state))
    assert explanation.action == 6  # the one that holds out longest
    told(explanation.reason, "reason_surely_loses", plies=4)


def test_a_budget_is_kept_and_one_ply_is_looked_at_all_the_same(pig):
    agent = boardwright.agent("expectimax", pig, depth=8, nodes=600)
    result = agent.deepen(pig.new(), 0)
    assert 1 <= result.depth < 8
    assert agent.nodes <= 600 + 2 * 6
    assert boardwright.agent("expectimax", pig, nodes=1).act(turn(pig, pig.new())) == 0


def test_what_it_cannot_do_is_said(toy):
    with refused(AgentError, "agent_needs_everything", agent="expectimax", game="peek"):
        boardwright.agent("expectimax", toy("peek"))
    with refused(AgentError, "agent_depth", agent="expectimax", depth=4, most=3):
        boardwright.agent("expectimax", toy("pig"), depth=3).search(toy("pig").new(), 4)


@pytest.mark.parametrize(("name", "depth"), [("royal_ur", 2), pytest.param("pig", 3, marks=pytest.mark.slow)])
def test_machine_code_and_plain_python_agree(toy, name, depth):
    game = toy(name) if name == "pig" else boardwright.load(name)
    slow = game.as_interpreted()
    options = {"depth": depth, "enumerate_most": 4, "samples": 3}
    fast, plain_python = (boardwright.agent("expectimax", variant, **options) for variant in (game, slow))
    assert isinstance(fast, Expectimax)
    for case in Cases(game, games=2, most=6, seed=1).open:
        assert fast.search(case.state, depth, seed=9) == plain_python.search(case.state, depth, seed=9)
