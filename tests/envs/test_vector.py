"""The vector environment: N rows equal N single ones byte for byte, and each reward goes to its own row and step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from boardwright import load
from boardwright.core.agent import Plain, Turn
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.errors import AgentError, BatchError, BoardwrightError, ConfigError, IllegalAction, KernelError
from boardwright.core.record import NO_SUCH_ACTION, OK, TERMINAL
from boardwright.core.words import Word, say
from boardwright.envs import Vector

STEPS = 10_000
ROWS = 5


class First(Plain):
    """Plays the first legal action."""

    def act(self, turn: Turn) -> int:
        return turn.legal_actions[0]


class Scripted(Plain):
    """Plays the given actions in order."""

    def __init__(self, *answers: int) -> None:
        self.answers: Iterator[int] = iter(answers)

    def act(self, turn: Turn) -> int:
        return next(self.answers)


class Together(First):
    """Acts once for all rows, with draws."""

    def __init__(self) -> None:
        self.batch_sizes: list[int] = []

    def act_batch(self, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
        self.batch_sizes.append(len(masks))
        return np.argmax(masks * rng.random(masks.shape), axis=1)


def contents(vector: Vector, rows: slice = slice(None)) -> list[bytes]:
    """The bytes of all arrays of a vector, for some rows."""
    parts = (vector.states, vector.seats, vector.mask, vector.observations, vector.ended, vector.final)
    return [part[rows].tobytes() for part in (*parts, vector.final_observations, vector.final_seats)]


@pytest.mark.parametrize("name", ["minesweeper", "quoridor", "tic_tac_toe"])
def test_observations_have_the_declared_fields_alone(name: str) -> None:
    game = load(name)
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
        ("connect_four", {"seat": 0}),
        ("pig", {"rewards": {"returns": 1.0, "tally": {"banked": 0.1, "lost": -0.3}, "illegal": 0.0}}),
        ("pig", {"opponent": First()}),
        ("pairs", {}),
        ("peek", {"on_illegal": "penalise"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value) or "random",
)
def test_a_vector_of_n_is_n_vectors_of_one(name: str, choices: dict[str, Any], toy: Callable[[str], Any]) -> None:
    game = toy(name) if name in {"pig", "pairs", "peek"} else load(name)
    many = Vector(game, ROWS, seed=40, **choices)
    alone = [Vector(game, 1, seed=40 + row, **choices) for row in range(ROWS)]
    rng = np.random.default_rng(1)
    ended = 0
    for number in range(STEPS // ROWS):
        actions = np.argmax(many.mask * rng.random(many.mask.shape), axis=1)
        if many.settled.penalise and number % 7 == 0:
            actions = rng.integers(many.mask.shape[1], size=ROWS)
        together = many.step(actions)
        for row, one in enumerate(alone):
            single = one.step(actions[row : row + 1])
            assert [part[row : row + 1].tobytes() for part in together] == [part.tobytes() for part in single]
            assert contents(many, slice(row, row + 1)) == contents(one)
        ended += int(many.ended.sum())
    assert ended > STEPS // 200


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
    vector = Vector(toy("pairs"), 1, seed=0, seat=0, opponent=Scripted(4, 5))
    first = vector.step([0])
    assert (first.rewards[0], vector.states["ply"][0], vector.states["to_move"][0]) == (0.0, 1, 0)
    # The second stone passes the turn: the opponent puts two neighbours and wins within this step.
    second = vector.step([2])
    assert (second.rewards[0], bool(second.terminated[0]), vector.final["ply"][0]) == (-1.0, True, 4)


def test_the_second_stone_may_win(toy: Callable[[str], Any]) -> None:
    vector = Vector(toy("pairs"), 1, seed=0, seat=0, opponent=First())
    assert vector.step([3]).rewards.tolist() == [0.0]
    assert vector.step([4]).rewards.tolist() == [1.0]


WEIGHTS = {"returns": 10.0, "tally": {"banked": 1.0, "lost": -0.5}, "illegal": -7.0}


def test_tallies_are_told_by_the_step_in_which_they_change(toy: Callable[[str], Any]) -> None:
    game = toy("pig")
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
    vector = Vector(toy("pig"), 6, seed=2, opponent=opponent, rewards=WEIGHTS)
    rng = np.random.default_rng(0)
    sums, games, truncated = np.zeros(6), 0, 0
    for _ in range(1500):
        step = vector.step(np.argmax(vector.mask * rng.random(vector.mask.shape), axis=1))
        sums += step.rewards
        for row in np.flatnonzero(vector.ended):
            final, seat = vector.final[row], vector.final_seats[row]
            banked, lost = final["tally"][seat]
            assert sums[row] == pytest.approx(10.0 * final["returns"][seat] + banked - 0.5 * lost)
            assert step.terminated[row] != step.truncated[row]
            assert step.truncated[row] == final["truncated"]
            sums[row], games, truncated = 0.0, games + 1, truncated + int(step.truncated[row])
    assert games > 50


def test_an_agent_for_many_games_is_asked_once_for_all_that_wait() -> None:
    agent = Together()
    vector = Vector("tic_tac_toe", 6, seed=0, opponent=agent)
    assert agent.batch_sizes == [3]
    vector.step(np.argmax(vector.mask, axis=1))
    assert agent.batch_sizes == [3, 6]
    again = Vector("tic_tac_toe", 6, seed=0, opponent=Together())
    again.step(np.argmax(again.mask, axis=1))
    assert contents(vector) == contents(again)


def test_an_illegal_action_raises_and_changes_no_byte() -> None:
    vector = Vector("tic_tac_toe", 3, seed=0, seat=0)
    vector.step([0, 0, 0])
    before = contents(vector)
    with pytest.raises(IllegalAction) as refused:
        vector.step([1 + int(not vector.mask[0, 1]), 0, 2])
    assert (refused.value.code, refused.value.row) == ("tic_tac_toe.taken", 1)
    assert contents(vector)[:4] == before[:4]
    free = np.argmax(vector.mask, axis=1)
    with pytest.raises(BoardwrightError) as missing:
        vector.step([free[0], 9, free[2]])
    assert missing.value.code == "no_such_action"


def test_a_penalised_action_costs_its_row_the_penalty_and_nothing_else() -> None:
    rewards = {"returns": 1.0, "tally": {}, "illegal": -0.25}
    vector = Vector("tic_tac_toe", 3, seed=0, seat=0, on_illegal="penalise", rewards=rewards)
    vector.step([0, 0, 0])
    before = vector.states.copy()
    free = int(np.argmax(vector.mask[2]))
    step = vector.step([0, 99, free])
    assert step.rewards.tolist() == [-0.25, -0.25, 0.0]
    assert vector.reasons.tolist() == [vector.game.definition.reasons.TAKEN, NO_SUCH_ACTION, OK]
    assert vector.states[:2].tobytes() == before[:2].tobytes()
    assert vector.states["ply"][2] > before["ply"][2]


def test_a_dead_end_of_the_rules_is_raised_with_its_row(toy: Callable[[str], Any]) -> None:
    toy("deploy")
    game = load("deploy", "crowded")
    vector = Vector(game, 1, seed=0)

    def play() -> None:
        for _ in range(50):
            vector.step(np.argmax(vector.mask, axis=1))

    with pytest.raises(BoardwrightError) as fault:
        play()
    assert fault.value.code == "rule_fault"
    assert fault.value.__notes__ == [say(Word("envs_row", {"row": 0}))]


def test_what_does_not_fit_is_refused_with_a_sentence(toy: Callable[[str], Any]) -> None:
    def code(kind: type[BoardwrightError], *args: Any, **choices: Any) -> str:
        with pytest.raises(kind) as refused:
            Vector(*args, **({"seed": 0} | choices))
        return refused.value.code

    game = load("tic_tac_toe")
    assert code(ConfigError, game, 1, preset="standard") == "envs_preset"
    assert code(ConfigError, game, 1, seat=2) == "config_value"
    assert code(ConfigError, game, 1, seat="left") == "config_value"
    assert code(ConfigError, game, 1, rewards="riches") == "config_absent"
    assert code(ConfigError, game, 1, rewards={"returns": 1.0}) == "config_missing"
    assert code(ConfigError, game, 1, rewards={"returns": 1.0, "tally": {"x": 1.0}, "illegal": 0.0}) == "config_unknown"
    assert code(ConfigError, game, 1, on_illegal="ignore") == "config_value"
    assert code(AgentError, toy("peek"), 1, opponent="random") == "play_for_one"
    assert code(AgentError, game, 1, opponent="nobody") == "unknown_agent"
    assert code(BatchError, game, 1, seed=-1) == "seed"
    vector = Vector(game, 2, seed=0)
    with pytest.raises(BatchError) as refused:
        vector.reset(rows=np.array([True]))
    assert refused.value.code == "one_a_row"
    with pytest.raises(BatchError):
        vector.reset([1, 2, 3])


def test_an_opponent_that_answers_nonsense_is_named() -> None:
    with pytest.raises(AgentError) as refused:
        Vector("tic_tac_toe", 1, seed=1, opponent=Scripted(11), seat=1)
    assert (refused.value.code, refused.value.params["agent"]) == ("agent_illegal", "Scripted")


def test_no_legal_action_at_a_decision_is_an_error(toy: Callable[[str], Any]) -> None:
    vector = Vector(toy("stuck"), 2, seed=0, seat=0)
    vector.step([0, 0])
    with pytest.raises(KernelError) as refused:
        vector.step([0, 1])
    assert (refused.value.code, refused.value.params["ply"]) == ("envs_no_action", 2)
    # The same where the compiled opponent has no legal action.
    with pytest.raises(KernelError):
        Vector(toy("stuck"), 2, seed=0, seat=1)


def test_a_learner_who_never_moves_is_told_so(toy: Callable[[str], Any]) -> None:
    toy("stuck")
    for opponent in ("random", First()):
        with pytest.raises(AgentError) as refused:
            Vector(load("stuck", "brief"), 1, seed=0, seat=1, opponent=opponent)
        assert refused.value.code == "envs_never_moves"


@pytest.mark.skipif(INTERPRETED, reason="there is nothing to compare")
@pytest.mark.parametrize("name", ["tic_tac_toe", "pig"])
def test_plain_python_plays_the_same_games_against_a_random_opponent(name: str, toy: Callable[[str], Any]) -> None:
    game = toy(name) if name == "pig" else load(name)
    compiled, plain = (Vector(kind, 3, seed=5, opponent="random") for kind in (game, game.as_interpreted()))
    for _ in range(30):
        actions = np.argmax(compiled.mask, axis=1)
        compiled.step(actions)
        plain.step(actions)
        assert compiled.states.tobytes() == plain.states.tobytes()
        assert compiled.mask.tobytes() == plain.mask.tobytes()


# -- random plies at the beginning of an episode


@pytest.mark.parametrize("opponent", ["random", First()])
def test_random_plies_begin_an_episode_without_a_step(opponent: Any) -> None:
    game = load("skirmish", "small")
    env = Vector(game, 640, seed=4, opponent=opponent, random_plies=9)
    begun = np.bincount(env.states["ply"])
    assert env.states["ply"].max() >= 9
    assert (begun[1:10] > 10).all()
    assert not env.ended.any()
    assert (env.states["to_move"] == env.seats).all()
    one = Vector(game, 1, seed=4 + 17, opponent=opponent, random_plies=9)
    for _ in range(3):
        assert env.states[17].tobytes() == one.states[0].tobytes()
        env.step(env.mask.argmax(axis=1))
        one.step(one.mask.argmax(axis=1))
    without = Vector(game, 640, seed=4, opponent=opponent)
    assert without.states["ply"].max() <= 3  # one player deploys at a time


def test_random_plies_have_no_reward_and_a_game_that_they_end_is_not_the_learners() -> None:
    env = Vector("tic_tac_toe", 256, seed=1, random_plies=9)
    total = 0
    for _ in range(20):
        stones = (env.states["cells"] != 0).sum(axis=1)
        assert (env.states["to_move"] == env.seats).all()
        assert (stones == env.states["ply"]).all()
        step = env.step(env.mask.argmax(axis=1))
        outcome = np.where(env.ended, env.final["returns"][np.arange(256), env.final_seats], 0.0)
        assert step.rewards == pytest.approx(outcome)
        total += env.ended.sum()
    assert total > 256
    counted = load("minesweeper", "small", allow_flags=False)
    mines = Vector(counted, 64, seed=2, random_plies=3)
    for _ in range(10):
        before = mines.states["tally"][:, 0, 0].copy()
        step = mines.step(mines.mask.argmax(axis=1))
        done = np.where(mines.ended, mines.final["tally"][:, 0, 0], mines.states["tally"][:, 0, 0])
        outcome = np.where(mines.ended, mines.final["returns"][:, 0], 0.0)
        assert step.rewards == pytest.approx(0.01 * (done - before) + outcome - 0.0001)


def test_random_plies_are_a_whole_number() -> None:
    with pytest.raises(ConfigError) as refused:
        Vector("tic_tac_toe", 1, seed=0, random_plies=-1)
    assert refused.value.path == "random_plies"
