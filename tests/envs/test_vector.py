"""The vector environment: N rows equal N single ones byte for byte, and each reward goes to its own row and step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from boardwright import load
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.record import TERMINAL
from boardwright.envs import Vector

from .players import First, Scripted, Together, contents

ROWS = 5


@pytest.mark.parametrize("name", ["minesweeper", "quoridor", "tic_tac_toe"])
def test_observations_have_the_declared_fields_alone(name: str) -> None:
    game = load(name, "small" if name != "tic_tac_toe" else None).as_interpreted()
    vector = Vector(game, 2, seed=1)
    step = vector.step(np.argmax(vector.mask, axis=1))
    for observations in (vector.observations, vector.final_observations, step.observations, vector.reset(2)):
        assert observations.dtype.names == tuple(game.layout.observation)
        assert game.tag not in observations.dtype.names


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("tic_tac_toe", {}),
        ("tic_tac_toe", {"opponent": "alphabeta:depth=1", "seat": 1}),
        pytest.param("connect_four", {"seat": 0}, marks=pytest.mark.slow),
        ("pig", {"rewards": {"returns": 1.0, "tally": {"banked": 0.1, "lost": -0.3}, "illegal": 0.0}}),
        ("pig", {"opponent": First()}),
        ("pairs", {}),
        ("peek", {"on_illegal": "penalise"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value) or "random",
)
def test_a_vector_of_n_is_n_vectors_of_one(name: str, choices: dict[str, Any], toy: Callable[[str], Any]) -> None:
    plain = name in {"pig", "pairs", "peek"}
    game = toy(name).as_interpreted() if plain else load(name)
    steps = 60 if plain else 300
    many = Vector(game, ROWS, seed=40, **choices)
    alone = [Vector(game, 1, seed=seed, **choices) for seed in many.seeds]
    rng = np.random.default_rng(1)
    ended = 0
    for number in range(steps):
        actions = np.argmax(many.mask * rng.random(many.mask.shape), axis=1)
        if many.settled.penalise and number % 7 == 0:
            actions = rng.integers(many.mask.shape[1], size=ROWS)
        together = many.step(actions)
        for row, one in enumerate(alone):
            single = one.step(actions[row : row + 1])
            assert [part[row : row + 1].tobytes() for part in together] == [part.tobytes() for part in single]
            assert contents(many, slice(row, row + 1)) == contents(one)
        ended += int(many.ended.sum())
    assert ended > steps * ROWS // 200


def test_threads_give_the_same_bytes() -> None:
    game = load("tic_tac_toe")
    one, two = Vector(game, 64, seed=1), Vector(game, 64, seed=1, threads=2)
    for _ in range(50):
        actions = np.argmax(one.mask, axis=1)
        assert [part.tobytes() for part in one.step(actions)] == [part.tobytes() for part in two.step(actions)]
        assert contents(one) == contents(two)


def test_a_seed_begins_its_first_game_and_no_seed_the_next() -> None:
    vector = Vector("tic_tac_toe", 3, seed=9)
    first = contents(vector)
    vector.reset()
    vector.reset(rows=np.array([True, False, True]))
    vector.reset(9)
    assert contents(vector)[:4] == first[:4]
    vector.reset([9, 10, 11])
    assert contents(vector)[:4] == first[:4]


def test_rows_that_are_not_begun_again_keep_every_byte() -> None:
    vector = Vector("tic_tac_toe", 3, seed=0, seat=0)
    vector.step(np.argmax(vector.mask, axis=1))
    before = vector.states.copy()
    vector.reset(rows=np.array([False, True, False]))
    assert vector.states[[0, 2]].tobytes() == before[[0, 2]].tobytes()
    assert vector.states["ply"].tolist() == [2, 0, 2]


def test_the_learner_changes_seats_and_the_opponent_moves_first_where_it_sits_first() -> None:
    vector = Vector("tic_tac_toe", 4, seed=0)
    assert vector.seats.tolist() == [0, 1, 0, 1]
    assert vector.states["ply"].tolist() == [0, 1, 0, 1]
    vector.reset()
    assert vector.seats.tolist() == [1, 0, 1, 0]
    assert Vector("tic_tac_toe", 4, seed=0, seat=1).seats.tolist() == [1, 1, 1, 1]


def test_a_loss_is_told_by_the_step_after_which_the_opponent_ended_the_game() -> None:
    # The learner marks 0, 3, 8; the opponent 1, 4, 7: the middle column.
    vector = Vector("tic_tac_toe", 1, seed=0, seat=0, opponent=Scripted(1, 4, 7))
    assert [float(vector.step([cell]).rewards[0]) for cell in (0, 3)] == [0.0, 0.0]
    last = vector.step([8])
    assert last.rewards.tolist() == [-1.0]
    assert (last.terminated.tolist(), last.truncated.tolist()) == ([True], [False])
    assert vector.final["to_move"][0] == TERMINAL
    assert vector.final_observations["planes"][0].tolist() == [[1, 0, 0, 1, 0, 0, 0, 0, 1], [0, 1, 0, 0, 1, 0, 0, 1, 0]]
    # The observation is the next episode's first.
    assert last.observations["planes"].sum() == 0
    assert last.mask.all()


def test_a_win_is_told_by_the_step_that_wins() -> None:
    vector = Vector("tic_tac_toe", 1, seed=0, seat=1, opponent=Scripted(0, 1, 5, 8, 0))
    assert [float(vector.step([cell]).rewards[0]) for cell in (3, 4)] == [0.0, 0.0]
    assert vector.step([2]).rewards.tolist() == [0.0]
    assert vector.step([6]).rewards.tolist() == [1.0]
    assert vector.final_seats.tolist() == [1]


def test_where_a_player_moves_twice_each_step_has_its_own_reward(toy: Callable[[str], Any]) -> None:
    # Both put two stones at a time. The learner's first stone is one step, the second another, with no answer between.
    vector = Vector(toy("pairs").as_interpreted(), 1, seed=0, seat=0, opponent=Scripted(4, 5))
    first = vector.step([0])
    assert (first.rewards[0], vector.states["ply"][0], vector.states["to_move"][0]) == (0.0, 1, 0)
    # The second stone passes the turn: the opponent puts two neighbours and wins within this step.
    second = vector.step([2])
    assert (second.rewards[0], bool(second.terminated[0]), vector.final["ply"][0]) == (-1.0, True, 4)


def test_the_second_stone_may_win(toy: Callable[[str], Any]) -> None:
    vector = Vector(toy("pairs").as_interpreted(), 1, seed=0, seat=0, opponent=First())
    assert vector.step([3]).rewards.tolist() == [0.0]
    assert vector.step([4]).rewards.tolist() == [1.0]


WEIGHTS = {"returns": 10.0, "tally": {"banked": 1.0, "lost": -0.5}, "illegal": -7.0}


def test_tallies_are_told_by_the_step_in_which_they_change(toy: Callable[[str], Any]) -> None:
    game = toy("pig").as_interpreted()
    vector = Vector(game, 1, seed=5, seat=0, opponent=First(), rewards=WEIGHTS)
    for _ in range(200):
        before = vector.states["tally"][0, 0].astype(int)
        hold = int(vector.mask[0, 1] and vector.states["turn"][0] >= 4)
        step = vector.step([hold])
        state = vector.final if vector.ended[0] else vector.states
        banked, lost = state["tally"][0, 0].astype(int) - before
        worth = banked - 0.5 * lost + (10.0 * state["returns"][0, 0] if step.terminated[0] else 0.0)
        assert step.rewards[0] == worth


@pytest.mark.parametrize("opponent", ["random", First()], ids=["random", "python"])
def test_rewards_of_a_game_add_up_whoever_moves_first(opponent: Any, toy: Callable[[str], Any]) -> None:
    vector = Vector(toy("pig").as_interpreted(), 6, seed=2, opponent=opponent, rewards=WEIGHTS)
    rng = np.random.default_rng(0)
    sums, games = np.zeros(6), 0
    for _ in range(120):
        step = vector.step(np.argmax(vector.mask * rng.random(vector.mask.shape), axis=1))
        sums += step.rewards
        for row in np.flatnonzero(vector.ended):
            final, seat = vector.final[row], vector.final_seats[row]
            banked, lost = final["tally"][seat]
            assert sums[row] == pytest.approx(10.0 * final["returns"][seat] + banked - 0.5 * lost)
            assert (step.terminated[row], step.truncated[row]) == (True, False)
            sums[row], games = 0.0, games + 1
    assert games > 10


def test_an_agent_for_many_games_is_asked_once_for_all_that_wait() -> None:
    agent = Together()
    vector = Vector("tic_tac_toe", 6, seed=0, opponent=agent)
    assert agent.batch_sizes == [3]
    vector.step(np.argmax(vector.mask, axis=1))
    assert agent.batch_sizes == [3, 6]
    again = Vector("tic_tac_toe", 6, seed=0, opponent=Together())
    again.step(np.argmax(again.mask, axis=1))
    assert contents(vector) == contents(again)


@pytest.mark.skipif(INTERPRETED, reason="there is nothing to compare")
@pytest.mark.parametrize("name", ["tic_tac_toe", pytest.param("pig", marks=pytest.mark.slow)])
def test_plain_python_plays_the_same_games_against_a_random_opponent(name: str, toy: Callable[[str], Any]) -> None:
    game = toy(name) if name == "pig" else load(name)
    compiled, plain = (Vector(kind, 3, seed=5, opponent="random") for kind in (game, game.as_interpreted()))
    for _ in range(30):
        actions = np.argmax(compiled.mask, axis=1)
        compiled.step(actions)
        plain.step(actions)
        assert compiled.states.tobytes() == plain.states.tobytes()
        assert compiled.mask.tobytes() == plain.mask.tobytes()
