"""Best-first minimax: its backup is that of a plain minimax, proofs are passed on, and planted faults are noticed."""

from __future__ import annotations

import types
from pathlib import Path

import numpy as np
import pytest

import boardwright
import saying
from boardwright.agents import descent_loop
from boardwright.agents.descent import BestFirst
from boardwright.agents.descent_trees import Options, Trees
from boardwright.core.agent import Turn
from boardwright.core.batch import Batch
from boardwright.core.errors import AgentError
from boardwright.testing.agent_laws import LAWS, judge_agent


def estimate(observations):
    """A stand-in for a network: a number from the bytes of an observation alone."""
    rows = np.ascontiguousarray(observations).view(np.uint8).reshape(len(observations), -1).astype(np.int64)
    mixed = (rows * np.arange(1, rows.shape[1] + 1) * 2654435761).sum(axis=1) % 1999
    return (mixed / 1000.0 - 1.0).astype(np.float32)


def nothing(observations):
    return np.zeros(len(observations), np.float32)


def searched(game, *, evaluations=120, nodes=2000, count=3, plies=2, to_the_end=False, evaluate=estimate):
    batch = Batch(game, count, seed=1)
    batch.play_randomly(plies)
    states = batch.states.copy()
    trees = Trees(game, count, Options(evaluations, nodes, to_the_end=to_the_end), evaluate)
    trees.begin(states)
    trees.extend(states)
    return trees, states


def plain(game, trees, node, state):
    """The value for player 0 and whether it is proved, by recursion over states; the estimate at a leaf."""
    if state["to_move"][0] < 0:
        return float(state["returns"][0, 0]), True
    player, tree = int(state["to_move"][0]), trees.nodes[node]
    if tree["first_child"] < 0:
        value = float(np.clip(trees.evaluator(game.observe(state, player))[0], -0.999, 0.999))
        return (value if player == 0 else -value), False
    found = []
    for child in range(tree["first_child"], tree["first_child"] + tree["children"]):
        after = game.apply(state, int(trees.nodes["action"][child]))
        found.append(plain(game, trees, child, after))
    best = (max if player == 0 else min)(value for value, _ in found)
    return best, all(proved for _, proved in found) or best == (1.0 if player == 0 else -1.0)


def wrong(game, trees, states):
    """The trees whose root has another value, or another proof, than a plain minimax over the same nodes."""
    different = []
    for tree, state in enumerate(states):
        root = trees.nodes[int(trees.trees["root"][tree])]
        value, proved = plain(game, trees, int(trees.trees["root"][tree]), state.reshape(1))
        if not np.isclose(value, root["value"], atol=1e-6) or proved != bool(root["solved"]):
            different.append(tree)
    return different


def planted(monkeypatch, old, new):
    """Put the module of the loop with another text in its place."""
    text = Path(descent_loop.__file__).read_text(encoding="utf-8")
    assert text.count(old) == 1
    module = types.ModuleType("planted")
    exec(compile(text.replace(old, new), "planted", "exec"), module.__dict__)
    monkeypatch.setattr(descent_loop, "tick", module.tick)


@pytest.mark.parametrize("to_the_end", [False, True])
@pytest.mark.parametrize("name", ["pairs", "tic_tac_toe"])
def test_values_and_proofs_are_those_of_a_plain_minimax(toy, name, to_the_end):
    game = boardwright.load(name) if name == "tic_tac_toe" else toy(name).as_interpreted()
    for evaluations in (1, 20, 150):
        trees, states = searched(game, evaluations=evaluations, to_the_end=to_the_end)
        assert not wrong(game, trees, states)
        assert (trees.trees["evaluations"] < evaluations + game.actions.policy).all()


def test_values_that_flip_by_ply_are_noticed(toy, monkeypatch):
    game = toy("pairs").as_interpreted()
    assert not wrong(game, *searched(game, evaluations=1))
    # Who moves twice keeps the sign; by ply it would change with every move.
    planted(
        monkeypatch,
        "nodes[node].value = value if nodes[node].mover == 0 else -value",
        "nodes[node].value = value if nodes[nodes[node].parent].mover != 0 else -value",
    )
    assert wrong(game, *searched(game, evaluations=1))


def test_a_proved_win_that_is_not_passed_on_is_noticed(toy, monkeypatch):
    game = toy("pairs").as_interpreted()
    assert not wrong(game, *searched(game, evaluations=8))
    planted(monkeypatch, "nodes[node].solved = 1 if best >= WON else solved", "nodes[node].solved = solved")
    assert wrong(game, *searched(game, evaluations=8))


def test_a_game_is_solved_without_a_network():
    game = boardwright.load("tic_tac_toe")
    trees, _ = searched(game, evaluations=1 << 20, nodes=200_000, count=1, plies=0, evaluate=nothing)
    assert (trees.nodes["solved"][0], trees.nodes["value"][0]) == (1, 0.0)


def test_every_tree_of_a_batch_is_the_tree_alone():
    game = boardwright.load("tic_tac_toe")
    together, states = searched(game, count=4)
    for tree in range(4):
        alone = Trees(game, 1, together.options, estimate)
        alone.begin(states[tree : tree + 1])
        alone.extend(states[tree : tree + 1])
        shift = tree * together._room
        one, other = alone.children(0), together.children(tree)
        assert one[0].tolist() == (other[0] - shift).tolist()
        assert one[1].tolist() == other[1].tolist()


def test_a_full_tree_stops():
    trees, _ = searched(boardwright.load("tic_tac_toe"), evaluations=1 << 20, nodes=50, plies=0)
    assert trees.trees["full"].all()
    assert (trees.trees["nodes"] - np.arange(3) * trees._room <= trees._room).all()


def test_a_win_is_found_and_a_loss_is_prevented_without_a_network():
    game = boardwright.load("tic_tac_toe")
    agent = BestFirst(game, nothing, 200)
    for moves, wanted in (((0, 3, 1, 4), 2), ((0, 4, 8, 2), 6)):
        position = boardwright.Position(game)
        for move in moves:
            position.push(move)
        told = agent.explain(Turn(game, position.state, len(moves) % 2, np.random.default_rng(1)))
        assert told.action == wanted
        assert told.line[0] == wanted
        assert told.certain  # the second by a fork
        saying.told(told.reason, "reason_best_first", share=100.0)


@pytest.mark.parametrize("name", ["tic_tac_toe", pytest.param("connect_four", marks=pytest.mark.slow)])
def test_the_laws_for_agents_hold(name):
    game = boardwright.load(name)
    assert judge_agent(lambda: BestFirst(game, estimate, 60), game, games=3, seed=1) == dict.fromkeys(LAWS)


def test_a_model_plays_by_its_value():
    game = boardwright.load("connect_four").as_interpreted()
    agent = boardwright.agent("descent", game, evaluations=60)
    position = boardwright.Position(game)
    for move in (3, 0, 3, 0, 3, 1):
        position.push(move)
    turn = Turn(game, position.state, 0, np.random.default_rng(1))
    assert agent.act(turn) == 3
    assert agent.nodes > 0


@pytest.mark.parametrize(
    ("name", "code"),
    [("royal_ur", "agent_needs_no_chance"), ("battleship", "agent_needs_everything"), ("minesweeper", "agent_needs_")],
)
def test_games_with_chance_or_secrets_are_refused(name, code):
    with pytest.raises(AgentError) as refused:
        boardwright.agent("descent", boardwright.load(name))
    assert refused.value.code.startswith(code)
