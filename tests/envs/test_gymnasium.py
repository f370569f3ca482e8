"""Gymnasium: registered by import, masks in two forms, pictures, and a vector that is SyncVectorEnv value for value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import FlattenObservation, NormalizeObservation, RecordEpisodeStatistics

import boardwright.envs
from boardwright import load
from boardwright.core.errors import BatchError, ConfigError, IllegalAction
from boardwright.drawing.geometry import CELL
from boardwright.envs.gymnasium import Env, VectorEnv
from saying import refused


def play(env: gymnasium.Env[Any, Any], seed: int, steps: int) -> list[Any]:
    seen, info = env.reset(seed=seed)
    transitions: list[Any] = [(seen, info)]
    for _ in range(steps):
        seen, reward, terminated, truncated, info = env.step(int(np.argmax(info["action_mask"])))
        transitions.append((seen, reward, terminated, truncated, info))
        if terminated or truncated:
            seen, info = env.reset()
            transitions.append((seen, info))
    return transitions


def test_importing_registers_every_installed_game() -> None:
    assert gymnasium.spec("boardwright/ConnectFour-v0").kwargs["game"] == "connect_four"
    env = gymnasium.make("boardwright/TicTacToe-v0")
    seen, info = env.reset(seed=0)
    assert env.observation_space.contains(seen)
    assert list(seen) == list(env.get_wrapper_attr("game").layout.observation)
    assert info["action_mask"].dtype == np.int8
    assert env.action_space.sample(info["action_mask"]) in np.flatnonzero(env.get_wrapper_attr("action_masks")())


def test_a_game_offered_in_this_process_can_be_registered_too(toy: Callable[[str], Any]) -> None:
    pig = toy("pig").as_interpreted()
    assert boardwright.envs.register("pig") == "boardwright/Pig-v0"
    assert gymnasium.spec("boardwright/Pig-v0").kwargs["game"] == "pig"
    assert gymnasium.make("boardwright/Pig-v0", game=pig).reset(seed=0)[1]["seat"] == 0


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    env = Env("tic_tac_toe")
    assert data_equivalence(play(env, 3, 60), play(Env("tic_tac_toe"), 3, 60))
    assert data_equivalence(play(env, 3, 60), play(env, 3, 60))
    assert not data_equivalence(play(env, 3, 60), play(env, 4, 60))


def test_a_game_is_reset_in_the_middle_and_after_its_end() -> None:
    env = Env("tic_tac_toe", seat="alternate")
    with refused(BatchError, "envs_not_reset"):
        env.step(0)
    seats = [env.reset(seed=0)[1]["seat"]]
    for _ in range(3):
        env.step(int(np.argmax(env.action_masks())))
        seats.append(env.reset()[1]["seat"])
    assert seats == [0, 1, 0, 1]
    over = False
    while not over:
        _, _, over, _, info = env.step(int(np.argmax(env.action_masks())))
    assert (info["seat"], info["action_mask"].any()) == (1, False)
    with pytest.raises(BatchError):
        env.step(0)
    assert env.reset()[1]["seat"] == 0


def test_an_environment_that_was_never_seeded_plays_other_games_each_time() -> None:
    firsts = {Env("tic_tac_toe", seat=1).reset()[0]["planes"].tobytes() for _ in range(20)}
    assert len(firsts) > 1


def test_an_illegal_action_raises_the_rules_own_reason() -> None:
    env = Env("tic_tac_toe", seat=0)
    env.reset(seed=0)
    env.step(4)
    with refused(IllegalAction, "tic_tac_toe.taken", cell=4):
        env.step(4)


def test_a_penalised_action_is_told_in_info() -> None:
    env = Env("tic_tac_toe", seat=0, on_illegal="penalise")
    env.reset(seed=0)
    assert env.step(4)[4]["illegal"] == 0
    seen, reward, terminated, _, info = env.step(4)
    assert (reward, terminated, info["illegal"]) == (-1.0, False, int(load("tic_tac_toe").definition.reasons.TAKEN))
    assert seen["planes"].sum() == 2


SAME, NEXT = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP


@pytest.mark.parametrize(
    ("name", "on_illegal", "mode"),
    [
        ("tic_tac_toe", "raise", SAME),
        ("tic_tac_toe", "penalise", NEXT),
        ("pig", "penalise", SAME),
        ("peek", "raise", NEXT),
        pytest.param("connect_four", "raise", SAME, marks=pytest.mark.slow),
        pytest.param("connect_four", "penalise", NEXT, marks=pytest.mark.slow),
    ],
)
def test_the_vector_is_sync_vector_env_value_for_value(
    name: str, on_illegal: str, mode: AutoresetMode, toy: Callable[[str], Any]
) -> None:
    plain = name in {"pig", "peek"}
    game = toy(name).as_interpreted() if plain else load(name)
    ours = VectorEnv(game, 4, on_illegal=on_illegal, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: Env(game, on_illegal=on_illegal)] * 4, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    actual, expected = ours.reset(seed=8), theirs.reset(seed=ours.seeds)
    assert data_equivalence(_plain(actual), _plain(expected))
    ended = 0
    steps = 80 if plain else 150
    for _ in range(steps):
        actions = np.argmax(actual[-1]["action_mask"], axis=1)
        actual, expected = ours.step(actions), theirs.step(actions)
        ended += int((actual[2] | actual[3]).sum())
        assert data_equivalence(_plain(actual), _plain(expected))
    assert ended > 4


def _plain(value: Any) -> Any:
    """Arrays of observations as lists, which Gymnasium's comparison can read."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [_plain(item) for item in value]
    return value


@pytest.mark.parametrize("observation", ["flat", "planes"])
def test_a_vector_of_arrays_is_sync_vector_env_too(observation: str) -> None:
    ours = VectorEnv("tic_tac_toe", 4, observation=observation, autoreset_mode="NEXT_STEP")
    theirs = SyncVectorEnv([lambda: Env("tic_tac_toe", observation=observation)] * 4)
    actual, expected = ours.reset(seed=8), theirs.reset(seed=ours.seeds)
    for _ in range(60):
        assert data_equivalence(_plain(actual), _plain(expected))
        actions = np.argmax(actual[-1]["action_mask"], axis=1)
        actual, expected = ours.step(actions), theirs.step(actions)


@pytest.mark.parametrize("observation", ["fields", "planes"])
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_the_mask_may_be_a_part_of_the_observation(observation: str, mode: AutoresetMode) -> None:
    options: dict[str, Any] = {"observation": observation, "mask_in_observation": True}
    ours = VectorEnv("tic_tac_toe", 4, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([lambda: Env("tic_tac_toe", **options)] * 4, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    actual, expected = ours.reset(seed=8), theirs.reset(seed=ours.seeds)
    ended = 0
    for _ in range(60):
        assert data_equivalence(_plain(actual), _plain(expected))
        assert ours.observation_space.contains(actual[0])
        mask = actual[0]["action_mask"]
        assert (mask == actual[-1]["action_mask"]).all()
        actual, expected = (env.step(np.argmax(mask, axis=1)) for env in (ours, theirs))
        ended += int((actual[2] | actual[3]).sum())
    assert ended > 3


def test_without_autoreset_the_caller_resets_the_rows_that_ended() -> None:
    env = VectorEnv("tic_tac_toe", 4, autoreset_mode=AutoresetMode.DISABLED)
    single = [Env("tic_tac_toe") for _ in range(4)]
    assert env.autoreset_mode == AutoresetMode.DISABLED  # TorchRL asks for it
    _, info = env.reset(seed=5)
    first = [one.reset(seed=seed) for seed, one in zip(env.seeds, single)]
    assert (info["action_mask"] == [info["action_mask"] for _, info in first]).all()
    for _ in range(40):
        actions = np.argmax(info["action_mask"], axis=1)
        seen, rewards, terminated, truncated, info = env.step(actions)
        steps = [one.step(int(action)) for one, action in zip(single, actions)]
        assert rewards.tolist() == [step[1] for step in steps]
        assert (seen["planes"] == [step[0]["planes"] for step in steps]).all()
        over = terminated | truncated
        if over.any():
            with refused(BatchError, "envs_not_reset"):
                env.step(actions)
            seen, fresh = env.reset(options={"reset_mask": over})
            info["action_mask"][over] = fresh["action_mask"][over]
            for row in np.flatnonzero(over):
                expected, _ = single[row].reset()
                assert (seen["planes"][row] == expected["planes"]).all()


def test_an_autoreset_mode_that_is_not_there_is_refused() -> None:
    with refused(ConfigError, "config_value", path="autoreset_mode"):
        VectorEnv("tic_tac_toe", 2, autoreset_mode="LATER")


@pytest.mark.parametrize("observation", ["flat", "planes"])
def test_gymnasiums_vector_wrappers_work_on_it(observation: str) -> None:
    env = gymnasium.make_vec(
        "boardwright/TicTacToe-v0",
        num_envs=8,
        observation=observation,
        autoreset_mode="NEXT_STEP",
    )
    wrapped = NormalizeObservation(FlattenObservation(env))
    _, info = wrapped.reset(seed=0)
    for _ in range(60):
        seen, *_, info = wrapped.step(np.argmax(info["action_mask"], axis=1))
    assert seen.shape == (8, 18)
    assert np.isfinite(seen).all()


def test_make_vec_goes_through_our_own_loop() -> None:
    env = gymnasium.make_vec("boardwright/TicTacToe-v0", num_envs=8, opponent="random", seat=0)
    assert isinstance(env.unwrapped, VectorEnv)
    _, info = env.reset(seed=0)
    assert info["action_mask"].shape == (8, 9)
    assert (env.unwrapped.action_masks() == info["action_mask"]).all()


def test_gymnasiums_own_statistics_work_on_it() -> None:
    env = RecordEpisodeStatistics(gymnasium.make_vec("boardwright/TicTacToe-v0", num_envs=8))
    _, info = env.reset(seed=0)
    for _ in range(40):
        *_, info = env.step(np.argmax(info["action_mask"], axis=1))
    assert len(env.return_queue) > 20
    assert set(np.unique(np.array(env.return_queue))) <= {-1.0, 0.0, 1.0}


def test_some_rows_may_be_reset_alone() -> None:
    env = VectorEnv("tic_tac_toe", 3, seat=0)
    env.reset(seed=0)
    env.step([0, 0, 0])
    seen, info = env.reset(options={"reset_mask": np.array([False, True, False])})
    assert seen["planes"].sum(axis=(1, 2)).tolist() == [2, 0, 2]
    assert info["_action_mask"].tolist() == [False, True, False]


def test_a_board_is_shown_as_text_and_as_a_picture() -> None:
    env = Env("tic_tac_toe", seat=0, render_mode="ansi")
    env.reset(seed=0)
    env.step(4)
    assert "X" in env.render().splitlines()[1]
    pictures = gymnasium.make_vec("boardwright/TicTacToe-v0", num_envs=2, render_mode="rgb_array")
    pictures.reset(seed=0)
    frames = pictures.render()
    assert len(frames) == 2
    assert frames[0].shape == (3 * CELL + CELL // 2, 3 * CELL + CELL // 2, 3)
    with refused(BatchError, "envs_render"):
        Env("tic_tac_toe").render()
    with pytest.raises(BatchError):
        VectorEnv("tic_tac_toe", 2, render_mode="human")
