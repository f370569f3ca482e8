"""Search with a network: the tree's sums, wins that it finds, and the laws for agents; each catches a planted fault."""

from __future__ import annotations

import hashlib
import types
from pathlib import Path

import numpy as np
import pytest

import boardwright
from boardwright.agents import network_mcts, puct_loop
from boardwright.agents.network_mcts import NetworkMcts
from boardwright.agents.puct import Options, Trees, visit_sequence
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.batch import Batch
from boardwright.core.errors import AgentError, ConfigError
from boardwright.testing.agent_laws import LAWS, judge_agent
from saying import refused, told

QUICK = "tic_tac_toe"
GAMES = [pytest.param(name, marks=() if name == QUICK else pytest.mark.slow) for name in registry.names()]


class Oracle:
    """A stand-in for a network: numbers that depend on nothing but the observation."""

    def __init__(self, game, *, blank=False):
        self.game, self.blank = game, blank

    def outputs(self, observations):
        logits = np.zeros((len(observations), self.game.actions.policy), np.float32)
        values = np.zeros(len(observations), np.float32)
        for row, seen in enumerate(() if self.blank else observations):
            digest = hashlib.blake2b(seen.tobytes()).digest()
            rng = np.random.default_rng(int.from_bytes(digest[:8], "big"))
            logits[row], values[row] = rng.normal(size=logits.shape[1]), rng.uniform(-1, 1)
        return logits, values, None

    def evaluate(self, observations):
        return self.outputs(observations)[:2]

    def trained(self, actions):
        return np.ones(actions, np.bool_)


def positions(game, count, plies, seed=1):
    """Positions of random games that are not over, and their players."""
    batch = Batch(game, count, seed=seed)
    batch.play_randomly(plies)
    return batch.states.copy(), batch.states["to_move"].astype(np.int64)


def searched(game, options, *, count=4, plies=3, evaluate=None):
    trees = Trees(game, count, options, evaluate or Oracle(game).evaluate)
    if options.considered:
        trees.noise[:] = np.random.default_rng(1).gumbel(size=trees.noise.shape)
    states, players = positions(game, count, plies)
    trees.search(states, players, np.arange(count))
    return trees


def wrong_sums(trees):
    """The edges whose value is not that of their children, each for the player who moves. Leaves out ended games."""
    wrong = []
    for tree in range(trees.count):
        first = tree * trees._room
        for node in range(first, first + int(trees.trees["nodes"][tree])):
            for edge in trees.edges_of(node):
                total, visits, child = 0.0, 0, int(edge["first_child"])
                while child >= 0:
                    same = trees.nodes["mover"][child] == trees.nodes["mover"][node]
                    total += (1 if same else -1) * float(trees.nodes["total_value"][child])
                    visits += int(trees.nodes["visits"][child])
                    child = int(trees.nodes["next_sibling"][child])
                if visits == edge["visits"] and abs(total - edge["total_value"]) > 1e-4:
                    wrong.append((node, int(edge["action"])))
    return wrong


def planted(old, new):
    """The module of the loop with another text."""
    text = Path(puct_loop.__file__).read_text(encoding="utf-8")
    assert text.count(old) >= 1
    module = types.ModuleType("planted")
    exec(compile(text.replace(old, new), "planted", "exec"), module.__dict__)
    return module.tick


ALL_OPTIONS = [Options(60), Options(60, leaves=8), Options(32, considered=8)]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_every_simulation_is_counted_and_values_belong_to_movers(name, options):
    every_simulation_is_counted(boardwright.load(name), options)


@pytest.mark.parametrize(
    ("name", "options"), [*(("pig", options) for options in ALL_OPTIONS), ("hide", Options(30, leaves=4))], ids=str
)
def test_they_do_where_a_player_moves_twice_draws_and_hides(toy, name, options):
    every_simulation_is_counted(toy(name).as_interpreted(), options)


def every_simulation_is_counted(game, options):
    trees = searched(game, options)
    assert (trees.trees["done"] == options.iterations).all()
    assert not trees.edges["waiting"].any()
    for tree in range(trees.count):
        assert trees.root_edges(tree)["visits"].sum() == options.iterations
        assert trees.root_edges(tree)["prior"].sum() == pytest.approx(1.0, abs=1e-5)
    assert (trees.trees["nodes"] <= options.iterations + 1).all()
    assert not wrong_sums(trees)


def test_values_that_flip_by_ply_are_noticed(toy, monkeypatch):
    game = toy("pig").as_interpreted()
    assert not wrong_sums(searched(game, Options(40)))
    right = "float(values[row]) if mover == judge else -float(values[row])"
    wrong = "float(values[row]) if (slots[slot].length - i) % 2 == 0 else -float(values[row])"
    monkeypatch.setattr(puct_loop, "tick", planted(right, wrong))
    assert wrong_sums(searched(game, Options(40)))


def with_cache(game, size):
    """The visits of the same search with the network's answers kept, and the number of questions."""
    trees = searched(game, Options(30, cache_size=size), count=6)
    return trees.edges["visits"].tolist(), trees.evaluations


@pytest.mark.parametrize("name", ["pig", "hide"])
def test_answers_that_are_kept_change_nothing(toy, monkeypatch, name):
    game = toy(name).as_interpreted()
    visits, asked = with_cache(game, 0)
    kept, fewer = with_cache(game, 1 << 12)
    assert kept == visits
    assert fewer < asked
    alike = "key = hashed(raw[asked * views], 0, int(s.to_move), int(s.phase), int(s.variant))"
    monkeypatch.setattr(puct_loop, "tick", planted(alike, "key = hashed(raw[asked * views, :1], 0, 0, 0, 0)"))
    assert with_cache(game, 1 << 12)[0] != visits


@pytest.mark.parametrize("options", [Options(120), Options(120, leaves=6), Options(64, considered=9)], ids=str)
def test_a_win_is_found_and_a_loss_is_prevented_without_a_network(options):
    game = boardwright.load("tic_tac_toe")
    for moves, wanted in (((0, 3, 1, 4), 2), ((0, 4, 8, 2), 6)):
        position = boardwright.Position(game)
        for move in moves:
            position.push(move)
        trees = Trees(game, 1, options, Oracle(game, blank=True).evaluate)
        trees.search(position.state, np.array([len(moves) % 2]), np.array([3]))
        edges = trees.root_edges(0)
        assert edges["action"][edges["visits"].argmax()] == wanted


def test_every_tree_of_a_batch_is_the_tree_alone():
    game = boardwright.load("royal_ur").as_interpreted()
    oracle = Oracle(game).evaluate
    states, players = positions(game, 3, 4)
    together = Trees(game, 3, Options(20), oracle)
    together.search(states, players, np.arange(3) + 7)
    for row in range(3):
        alone = Trees(game, 1, Options(20), oracle)
        alone.search(states[row : row + 1], players[row : row + 1], np.array([row + 7]))
        for field in ("action", "visits", "total_value", "prior"):
            assert (alone.root_edges(0)[field] == together.root_edges(row)[field]).all()


def test_a_tree_may_rest():
    game = boardwright.load("tic_tac_toe")
    states, players = positions(game, 3, 2)
    trees = Trees(game, 3, Options(20), Oracle(game).evaluate)
    trees.search(states, players, np.arange(3), np.array([True, False, True]))
    assert trees.trees["done"].tolist() == [20, 0, 20]


def test_halving_gives_the_best_actions_the_most_visits():
    assert visit_sequence(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert visit_sequence(1, 3) == [0, 1, 2]
    trees = searched(boardwright.load("tic_tac_toe"), Options(32, considered=4), count=1, plies=1)
    assert sorted(trees.root_edges(0)["visits"].tolist())[-4:] == [4, 4, 12, 12]


@pytest.mark.parametrize("name", GAMES)
def test_the_agent_holds_to_the_laws(name):
    game = boardwright.load(name)

    def make():
        return NetworkMcts(game, Oracle(game), Options(30, leaves=4), 0.0)

    assert judge_agent(make, game, games=2, seed=1) == dict.fromkeys(LAWS)


def best_value(game):
    """The value of the best action for a player who looks for the last nut, in one of four holes."""
    position = boardwright.Position(game)
    for action in (0, 0, 1, 1, 5, 9):
        position.push(action)
    trees = Trees(game, 1, Options(60), Oracle(game, blank=True).evaluate)
    trees.search(position.state, np.array([0]), np.array([3]))
    edges = trees.root_edges(0)
    return float((edges["total_value"] / np.maximum(edges["visits"], 1)).max())


def test_every_simulation_imagines_other_secrets(toy, monkeypatch):
    game = toy("hide").as_interpreted()
    assert best_value(game) < 0.9
    monkeypatch.setattr(puct_loop, "tick", planted("if g.hidden != 0 and", "if g.hidden > 9 and"))
    assert best_value(game) == 1.0


def test_explanations_are_shares_words_and_a_line():
    game = boardwright.load("tic_tac_toe")
    position = boardwright.Position(game)
    for cell in (0, 3, 1, 4):
        position.push(cell)
    agent = NetworkMcts(game, Oracle(game, blank=True), Options(200, leaves=4), 0.0)
    explanation = agent.explain(Turn(game, position.state, 0, np.random.default_rng(1)))
    assert explanation.action == 2
    assert explanation.line[0] == 2
    assert sum(explanation.scores.values()) == pytest.approx(1.0)
    visits = round(explanation.scores[2] * 200)
    told(explanation.reason, "reason_simulations", share=100.0, visits=visits, iterations=200, prior=20.0)


def test_a_search_can_be_stopped(stopping):
    game = boardwright.load("tic_tac_toe")
    agent = NetworkMcts(game, Oracle(game, blank=True), Options(1 << 16), 0.0)
    with stopping(agent):
        agent.search(Turn(game, game.new(), 0, np.random.default_rng(1)))
    assert 1 <= agent.iterations < 1 << 16


def test_the_agent_is_made_by_its_name():
    game = boardwright.load("minesweeper", "small").as_interpreted()
    agent = boardwright.agent("mcts", game, model="auto", iterations=20)
    assert isinstance(agent, NetworkMcts)
    assert agent.act(Turn(game, game.new(), 0, np.random.default_rng(1))) in range(game.actions.policy)
    assert agent.iterations == 20
    with refused(AgentError, "model_unknown", name="nobody"):
        boardwright.agent("mcts", game, model="nobody")
    with refused(ConfigError, "config_value", expected="model or information_sets"):
        boardwright.agent("mcts", game, model="auto", information_sets=True)
    with refused(ConfigError, "config_value", expected="iterations <= 65536, with a model"):
        boardwright.agent("mcts", game, model="auto", iterations=1 << 20)


def test_answers_of_the_network_are_kept_between_turns_and_change_no_move():
    game = boardwright.load("tic_tac_toe")
    options = Options(60, leaves=4)
    keeping, plain = (NetworkMcts(game, Oracle(game), options, 0.0) for _ in range(2))
    plain.answers = None
    state = game.new()
    while int(state["to_move"][0]) >= 0:
        turns = [Turn(game, state.copy(), int(state["to_move"][0]), np.random.default_rng(3)) for _ in range(2)]
        explained = [agent.explain(turn) for agent, turn in zip((keeping, plain), turns)]
        assert explained[0] == explained[1]
        game.step(state, explained[0].action)
    assert keeping.answers is not None
    assert keeping.answers.asked < 0.8 * plain.trees.evaluations
    assert keeping.trees.evaluations == plain.trees.evaluations
    assert NetworkMcts(boardwright.load("royal_ur"), Oracle(boardwright.load("royal_ur")), options, 0.0).answers is None


def test_the_oldest_answers_are_forgotten_and_asked_for_again(monkeypatch):
    game = boardwright.load("tic_tac_toe")
    monkeypatch.setattr(network_mcts, "MEMORY", 0)
    monkeypatch.setattr(network_mcts, "LEAST", 3)
    answers = network_mcts.Answers(Oracle(game), game)
    states, players = positions(game, 5, 3)
    observations = game.observe(states, players)
    wanted = Oracle(game).evaluate(observations)
    for rows, asked in (([0, 1, 2], 3), ([2, 1], 3), ([3, 1], 4), ([0], 5), ([2, 4], 6)):
        logits, values = answers(observations[rows])
        assert answers.asked == asked
        assert logits.tobytes() == wanted[0][rows].tobytes()
        assert values.tobytes() == wanted[1][rows].tobytes()


def test_the_value_of_a_search_by_halving_is_that_of_its_policy():
    game = boardwright.load("tic_tac_toe").as_interpreted()
    position = boardwright.Position(game)
    for cell in (0, 3, 1, 4):
        position.push(cell)
    trees = Trees(game, 1, Options(48, considered=8), Oracle(game, blank=True).evaluate)
    trees.search(position.state, np.zeros(1, np.int64), np.arange(1))
    policies, actions, values = trees.conclusions()
    root = trees.nodes[0]
    assert (int(actions[0]), policies[0].argmax()) == (2, 2)
    # The third in a row wins at once. The mean has the simulations of all other moves, too.
    assert float(root["total_value"] / root["visits"]) < 0.8
    assert float(values[0]) > 0.95
