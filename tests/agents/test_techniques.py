"""No technique of the search changes its value, except late move reduction."""

from __future__ import annotations

import threading
import time
from itertools import product
from typing import Any

import numpy as np
import pytest

import boardwright
from boardwright.agents.alphabeta import AlphaBeta
from boardwright.agents.alphabeta_loop import NEAR_WON, WON
from boardwright.core.agent import Turn
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.testing.cases import Cases

PLENTY = 1 << 62
PLAIN: dict[str, Any] = {
    "table": 0,
    "pvs": False,
    "killers": False,
    "history": False,
    "reduce_after": 0,
    "mate_distance": False,
    "endgame": False,
}
EXACT: dict[str, Any] = {**PLAIN, "table": 14, "pvs": True, "killers": True, "history": True, "mate_distance": True}


def positions(name: str, preset: str | None, count: int, seed: int) -> tuple[Game, list[Array]]:
    """Positions of random games, with the history of repetitions cleared."""
    game = boardwright.load(name, preset)
    states = []
    for case in Cases(game, games=count, most=count, seed=seed).open:
        state = case.state.copy()
        if name == "quoridor":
            state["seen"][0] = 0
            state["since"] = 0
            state["seen"][0, :, 0] = state["pawns"][0] + 1
        states.append(state)
    assert len(states) == count
    return game, states


def minimax(game: Game, state: Array, depth: int, weights: Array) -> float:
    """The value of a state to the player to move, by trying every candidate, one ply at a time."""
    layers = [state]
    parents = []
    for _ in range(depth):
        rows = layers[-1]
        moves = game.candidates(rows, weights)
        parent = np.repeat(np.arange(len(rows)), [len(actions) for actions in moves])
        children = np.ascontiguousarray(rows[parent])
        if len(children):
            game.step(children, np.concatenate([actions for actions in moves if len(actions)]))
        layers.append(children)
        parents.append(parent)
    last = layers[-1]
    # To player 0 throughout.
    values = np.where(last["to_move"] == TERMINAL, 0.0, game.evaluate(last, 0, weights)) if len(last) else np.zeros(0)
    for ply in range(depth, -1, -1):
        rows = layers[ply]
        if ply < depth:
            below = values
            values = np.where(rows["to_move"] == 0, -np.inf, np.inf)
            first = rows["to_move"][parents[ply]] == 0
            np.maximum.at(values, parents[ply][first], below[first])
            np.minimum.at(values, parents[ply][~first], below[~first])
        over = rows["to_move"] == TERMINAL
        values[over] = rows["returns"][over, 0] * (WON - ply)
    return float(values[0] if state["to_move"][0] == 0 else -values[0])


@pytest.mark.parametrize(
    ("preset", "count", "depth"),
    [
        ("standard", 20, 2),
        pytest.param("standard", 70, 2, marks=pytest.mark.slow),
        pytest.param("small", 120, 3, marks=pytest.mark.slow),
        pytest.param("standard", 10, 3, marks=pytest.mark.slow),
    ],
)
def test_plain_minimax_is_alphabeta_is_the_full_search(preset: str, count: int, depth: int) -> None:
    game, states = positions("quoridor", preset, count, seed=depth)
    plain = boardwright.agent("alphabeta", game, depth=depth, nodes=PLENTY, **PLAIN)
    full = boardwright.agent("alphabeta", game, depth=depth, nodes=PLENTY, **EXACT)
    for state in states:
        before = state.tobytes()
        wanted = minimax(game, state, depth, plain.weights)
        for agent in (plain, full):
            value, line = agent.search(state, depth)
            assert value == wanted
            assert game.legal_mask(state)[0][line[0]]
        assert state.tobytes() == before


@pytest.mark.parametrize(
    ("name", "count", "depth"),
    [
        ("tic_tac_toe", 6, 5),
        ("connect_four", 6, 5),
        pytest.param("quoridor", 12, 5, marks=pytest.mark.slow),
    ],
)
def test_each_technique_alone_and_all_together_find_the_same_value(name: str, count: int, depth: int) -> None:
    game, states = positions(name, "small" if name == "quoridor" else None, count, seed=4)
    switches = [dict(zip(EXACT, choice)) for choice in product(*({PLAIN[key], EXACT[key]} for key in EXACT))]
    agents = [boardwright.agent("alphabeta", game, depth=depth, nodes=PLENTY, **options) for options in switches]
    assert len(agents) == 32
    for state in states:
        assert len({agent.search(state, depth)[0] for agent in agents}) == 1


def test_a_table_of_a_few_entries_is_as_right_as_a_large_one() -> None:
    game, states = positions("connect_four", None, 10, seed=6)
    agents = [boardwright.agent("alphabeta", game, depth=6, **{**EXACT, "table": size}) for size in (0, 1, 4, 18)]
    for state in states:
        assert len({agent.search(state, 6)[0] for agent in agents}) == 1


@pytest.mark.slow
def test_a_table_does_not_know_the_path_to_a_repetition() -> None:
    """A corridor without walls and random evaluations: to and fro is as good as on. Up to depth 4 nothing differs."""
    game = boardwright.load("quoridor", "small", rows=9, cols=3, walls=0)
    options = {**PLAIN, "killers": True, "history": True, "noise": 1 << 20, "nodes": PLENTY, "depth": 10}
    agents = [boardwright.agent("alphabeta", game, **{**options, "table": size}) for size in (0, 16)]
    for agent in agents:
        agent._memory["seed"] = 43
    for depth in range(1, 5):
        assert len({agent.search(game.new(), depth)[0] for agent in agents}) == 1
    assert [agent.search(game.new(), 10)[0] for agent in agents] == [-358701.0, -146534.0]


def test_an_answer_does_not_depend_on_what_was_searched_before() -> None:
    game, states = positions("quoridor", "standard", 6, seed=7)
    options = {**EXACT, "reduce_after": 3, "nodes": 3000, "depth": 12}
    used = boardwright.agent("alphabeta", game, **options)
    for state in states:
        for _ in range(2):
            again = used.deepen(state)
            assert again == boardwright.agent("alphabeta", game, **options).deepen(state)
            # Leaves are not counted against the budget one by one: the last parent evaluates all of its own.
            assert used.nodes <= 3000 + game.actions.policy


def test_reductions_may_change_a_value_but_not_a_win_at_hand() -> None:
    game, states = positions("quoridor", "standard", 20, seed=8)
    exact = boardwright.agent("alphabeta", game, depth=3, **EXACT)
    quick = boardwright.agent("alphabeta", game, depth=3, **{**EXACT, "reduce_after": 1})
    for state in states:
        value, _ = exact.search(state, 1)
        if value > NEAR_WON:
            assert quick.search(state, 3)[0] == value


def test_aspiration_finds_what_a_full_window_finds() -> None:
    game, states = positions("quoridor", "standard", 4, seed=9)
    narrow = boardwright.agent("alphabeta", game, depth=4, nodes=PLENTY, **{**EXACT, "aspiration": 5.0})
    wide = boardwright.agent("alphabeta", game, depth=4, nodes=PLENTY, **EXACT)
    for state in states:
        assert narrow.deepen(state).value == wide.deepen(state).value


def test_a_search_that_is_stopped_in_its_window_plays_nothing_worse_than_before() -> None:
    """Random evaluations, and a window that nearly every value misses: below it, moves have upper bounds alone."""
    game = boardwright.load("tic_tac_toe")
    whole = boardwright.agent("alphabeta", game, depth=6, **{**PLAIN, "noise": 1 << 20})
    changed = 0
    for seed in range(4):
        whole._memory["seed"] = seed
        state = game.new()
        exact = [{a: -whole.search(game.apply(state, a), depth)[0] for a in range(9)} for depth in range(6)]
        options = {**EXACT, "noise": 1 << 20, "depth": 6, "aspiration": 1.0}
        narrow = boardwright.agent("alphabeta", game, **options)
        narrow._memory["seed"] = seed
        for nodes in range(20, 2000, 3):
            narrow.options = narrow.options.model_copy(update={"nodes": nodes})
            found = narrow.deepen(state)
            last = max(exact[found.depth - 1], key=exact[found.depth - 1].__getitem__)
            assert found.value == exact[found.depth - 1][last], "the value of the last depth, and no bound"
            if narrow._stopped and found.depth < 6:
                assert exact[found.depth][found.line[0]] >= exact[found.depth][last]
                changed += found.line[0] != last
    assert changed


def test_noise_belongs_to_the_position_and_leaves_pruning_exact() -> None:
    game, states = positions("quoridor", "standard", 15, seed=10)
    agents = [
        boardwright.agent("alphabeta", game, depth=3, nodes=PLENTY, **{**base, "noise": 40}) for base in (PLAIN, EXACT)
    ]
    quiet = boardwright.agent("alphabeta", game, depth=3, **PLAIN)
    different = 0
    for number, state in enumerate(states):
        turns = [Turn(game, state, int(state["to_move"][0]), np.random.default_rng(number)) for _ in agents]
        values = []
        for agent, turn in zip(agents, turns):
            agent.act(turn)
            values.append(agent.search(state, 3)[0])
        assert values[0] == values[1]
        different += values[0] != quiet.search(state, 3)[0]
        if abs(values[0]) < NEAR_WON:
            assert abs(values[0] - quiet.search(state, 3)[0]) <= 40
    assert different > 6


def busy() -> AlphaBeta:
    game = boardwright.load("quoridor")
    agent = boardwright.agent("alphabeta", game, depth=60, nodes=PLENTY, seconds=0.25)
    agent.search(game.new(), 1)  # compiled by now
    assert isinstance(agent, AlphaBeta)
    return agent


@pytest.mark.slow
def test_a_budget_of_time_is_kept_within_fifty_milliseconds() -> None:
    """Counted in seconds of the processor: however long others keep it away, the search has had no more than this."""
    agent = busy()
    turn = Turn(agent.game, agent.game.new(), 0, np.random.default_rng(0))
    late = []
    for _ in range(5):
        began = time.thread_time()
        assert turn.mask[agent.act(turn)]
        late.append(time.thread_time() - began - 0.25)
    assert min(late) < 0.05


@pytest.mark.slow
def test_a_search_stops_when_another_thread_says_so() -> None:
    agent = busy()
    timer = threading.Timer(0.05, agent.stop)
    timer.start()
    began = time.thread_time()
    assert agent.deepen(agent.game.new()).line
    assert time.thread_time() - began < 0.2


@pytest.mark.slow
def test_a_search_that_is_stopped_all_the_time_still_has_a_move(stopping) -> None:
    agent = busy()
    with stopping(agent):
        assert all(agent.deepen(agent.game.new()).line for _ in range(20))
