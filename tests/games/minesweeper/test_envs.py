"""Batches: mixed densities, and observations as the specification's planes in every shape."""

from __future__ import annotations

from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker

import boardwright
import boardwright.envs
from boardwright.core import registry
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.envs import Vector
from boardwright.envs.gymnasium import Env, VectorEnv
from boardwright.envs.sb3 import Games
from saying import refused

from .boards import plain

DENSITIES = (8, 10, 13)


@pytest.fixture(scope="module")
def mixed() -> Game:
    return registry.mix(*(boardwright.load("minesweeper", mine_count=mines) for mines in DENSITIES))


def check_densities(states: np.ndarray) -> None:
    mines = np.array(DENSITIES)[states["variant"]]
    laid = states["laid"] == 1
    assert (states["mine"].sum(axis=1)[laid] == mines[laid]).all()
    assert not states["mine"][~laid].any()


def test_a_batch_of_several_densities_chooses_anew_for_every_game(mixed: Game) -> None:
    batch = boardwright.Batch(mixed, 60, seed=3)
    first = batch.states["variant"].copy()
    assert set(first) == {0, 1, 2}
    changed = np.zeros(60, np.bool_)
    rng = np.random.default_rng(0)
    for _ in range(30):
        batch.step(np.argmax(batch.mask[:, :64] * rng.random((60, 64)), axis=1))
        changed |= batch.states["variant"] != first
        check_densities(batch.states)
        left = np.array(DENSITIES)[batch.states["variant"]]
        assert (batch.observations["mines_left"] == left).all()
    assert changed.mean() > 0.9


def test_a_vector_of_several_densities_chooses_anew_for_every_game(mixed: Game) -> None:
    vector = Vector(mixed, 60, seed=3)
    rng = np.random.default_rng(0)
    ended = 0
    seen = [set[int]() for _ in range(60)]
    for _ in range(60):
        for row in range(60):
            seen[row].add(int(vector.states["variant"][row]))
        step = vector.step(np.argmax(vector.mask[:, :64] * rng.random((60, 64)), axis=1))
        ended += int(step.terminated.sum())
        check_densities(vector.states)
        check_densities(vector.final[vector.ended])
    assert ended > 300
    assert all(len(item) > 1 for item in seen)


def expected(cells: np.ndarray) -> np.ndarray:
    """The specification's channels, cell by cell."""
    out = np.zeros((11, *cells.shape), np.float32)
    for row, col in np.ndindex(*cells.shape):
        code = int(cells[row, col])
        if code == 10:
            out[1, row, col] = 1
        elif code < 9:
            out[0, row, col] = out[2 + code, row, col] = 1
    return out


def test_planes_are_the_specifications_channels() -> None:
    env = gymnasium.make("boardwright/Minesweeper-v0", observation="planes")
    seen, info = env.reset(seed=1)
    assert env.observation_space == gymnasium.spaces.Box(0.0, 1.0, (11, 8, 8), np.float32)
    assert env.action_space.n == 128
    assert not seen.any()
    plain = Env("minesweeper")
    plain.reset(seed=1)
    for action in (64 + 3, 20, 64 + 63):
        if info["action_mask"][action]:
            seen, *_, info = env.step(action)
            fields, *_ = plain.step(action)
            assert (seen == expected(fields["cells"])).all()
            assert seen in env.observation_space
    assert seen[0].any()


def test_more_planes_tell_the_frontier_the_mines_left_and_progress() -> None:
    env = Env("minesweeper", observation="planes+")
    seen, _ = env.reset(seed=1)
    assert seen.shape == (14, 8, 8)
    assert (seen[12] == np.float32(10 / 64)).all()
    assert not seen[[11, 13]].any()
    env.step(64)
    seen, *_ = env.step(36)
    revealed = seen[0] == 1
    for row, col in np.ndindex(8, 8):
        near = revealed[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2].any()
        assert seen[11, row, col] == (near and not revealed[row, col])
    flags = int(seen[1].sum())
    assert (seen[12] == np.float32((10 - flags) / 64)).all()
    assert seen[13] == pytest.approx(revealed.sum() / 54)
    assert seen in env.observation_space


def test_rows_of_planes_are_single_ones() -> None:
    many = VectorEnv("minesweeper", 4, observation="planes")
    seen, info = many.reset(seed=5)
    alone = [Env("minesweeper", observation="planes") for _ in range(4)]
    for row, env in enumerate(alone):
        assert (env.reset(seed=many.seeds[row])[0] == seen[row]).all()
    assert many.observation_space.shape == (4, 11, 8, 8)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(60):
        actions = np.argmax(info["action_mask"][:, :64] * rng.random((4, 64)), axis=1)
        seen, _, terminated, _, info = many.step(actions)
        for row, env in enumerate(alone):
            single, _, over, *_ = env.step(actions[row])
            assert over == terminated[row]
            if over:
                ended += 1
                assert (info["final_obs"][row] == single).all()
                single, _ = env.reset()
            assert (seen[row] == single).all()
    assert ended > 10


def test_stable_baselines3_sees_planes() -> None:
    env = Games("minesweeper", 3, seed=0, observation="planes")
    assert env.reset().shape == (3, 11, 8, 8)
    rng, last = np.random.default_rng(0), []
    for _ in range(40):
        actions = np.argmax(env.action_masks()[:, :64] * rng.random((3, 64)), axis=1)
        seen, _, done, infos = env.step(actions)
        assert seen.shape == (3, 11, 8, 8)
        last += [infos[row]["terminal_observation"] for row in np.flatnonzero(done)]
    assert len(last) > 5
    assert all(item.shape == (11, 8, 8) and item[0].any() for item in last)


def test_gymnasiums_checker_accepts_planes() -> None:
    name = "boardwright/Minesweeper-v0"
    env = gymnasium.make(name, observation="planes", on_illegal="penalise", render_mode="rgb_array")
    env_checker.check_env(env.unwrapped)


@pytest.mark.parametrize("game", ["minesweeper", "tic_tac_toe"])
def test_an_expansion_that_a_game_does_not_have_is_refused(game: str) -> None:
    with refused(ConfigError, "config_absent", path="colours"):
        Env(game, observation="colours")


# -- the first action


def test_a_uniform_first_action_is_the_environments_and_any_cell() -> None:
    game = boardwright.load("minesweeper", "small")  # with flags: they are no first action
    env = Vector(game, 256, seed=4, first="uniform")
    for _ in range(3):
        assert (env.states["ply"] == 1).all()
        assert env.states["laid"].all()
        env.reset()
    assert (env.states["flagged"] == 0).all()
    assert (env.observations["cells"] < 9).any(axis=(1, 2)).all()
    many = Vector(game, 32, seed=4, first="uniform")
    one = Vector(game, 1, seed=many.seeds[17], first="uniform")
    assert many.states[17].tobytes() == one.states[0].tobytes()
    assert Vector(game, 4, seed=4).states["ply"].tolist() == [0] * 4


def test_a_uniform_first_action_has_no_reward_and_no_step() -> None:
    """On four cells with one mine the first action often wins: such a game is not the learner's."""
    game = plain(H=1, W=4, mine_count=1, allow_flags=False)
    env = Vector(game, 8, seed=1, first="uniform")
    total = 0.0
    for _ in range(40):
        assert (env.states["to_move"] == 0).all()
        before = env.states["tally"][:, 0, 0].copy()
        step = env.step(env.mask.argmax(axis=1))
        done = np.where(env.ended, env.final["tally"][:, 0, 0], env.states["tally"][:, 0, 0])
        outcome = np.where(env.ended, env.final["returns"][:, 0], 0.0)
        assert step.rewards == pytest.approx(0.01 * (done - before) + outcome - 0.0001)
        assert (env.final["ply"][env.ended] > 1).all()
        total += env.ended.sum()
    assert total > 8


def test_cells_of_a_uniform_first_action_are_equally_likely() -> None:
    game = boardwright.load("minesweeper", "small", mine_count=61, allow_flags=False)  # one cell is opened at a time
    env = Vector(game, 640, seed=9, first="uniform")
    counts: Counter[int] = Counter()
    for _ in range(10):
        counts.update(np.nonzero(env.states["shown"] < 9)[1].tolist())
        env.reset()
    assert sorted(counts) == list(range(64))
    chi = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert abs(chi - 63) < 5 * np.sqrt(2 * 63)


def test_a_uniform_first_action_is_for_one_player() -> None:
    with refused(ConfigError, "envs_first", game="tic_tac_toe", players=2):
        Vector("tic_tac_toe", 2, seed=0, first="uniform")
