"""Work by pieces: the same bytes in any number of processes, whichever of them died, after a stop or not."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

import boardwright
from boardwright.arena.executors import IN_PROCESS, LocalProcesses, local
from boardwright.core import config
from boardwright.core.errors import ConfigError
from boardwright.core.progress import silent
from boardwright.envs.opponents import Pool, answers
from boardwright.learning import recipes, rollout_parts
from boardwright.learning.imitation.production import produce
from boardwright.learning.league import Named
from boardwright.learning.metrics import Metrics
from boardwright.learning.networks import build
from boardwright.learning.ppo import PPO
from boardwright.learning.rollout_parts import SentPool
from boardwright.learning.torch_player import NetworkAgent
from boardwright.learning.training import Run
from saying import refused

from .test_self_play import SHORT

GAME = boardwright.load("tic_tac_toe")
RECIPE = recipes.read(
    "tic_tac_toe",
    recipes.ANY_GAME,
    {
        "ppo.num_envs": 10,
        "ppo.steps_per_env": 6,
        "ppo.parts": 3,
        "ppo.updates": 4,
        "network.hidden": 8,
        "network.blocks": 1,
    },
)


@pytest.fixture(scope="module")
def other():
    """Another process: to start it takes longer than all that it does here."""
    executor = LocalProcesses(1)
    yield executor
    executor.close()


def made(executor=IN_PROCESS, **changed):
    torch.set_num_threads(1)
    torch.manual_seed(7)
    network = build(RECIPE.network, GAME).to(memory_format=torch.channels_last)
    pool = Pool(GAME, {"random": 1.0, "alphabeta:depth=1": 1.0})
    own = Named("own", NetworkAgent(copy.deepcopy(network)))
    pool.set([*zip(pool.members, pool.shares), (own, 1.0)])
    options = config.validate(type(RECIPE.ppo), {**RECIPE.ppo.model_dump(), **changed})
    return PPO(network, [(GAME, 10)], options, seed=3, choices={"opponent": pool}, executor=executor)


def after(run, updates, progress=silent):
    while run.done < updates:
        run.advance(progress)
    return run.state()[0]


def same(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


def test_datasets_have_the_same_bytes_from_any_process(tmp_path, other):
    mines = boardwright.load("minesweeper", "small")
    for folder, executor in (("here", IN_PROCESS), ("there", other)):
        assert produce(mines, tmp_path / folder, 60, seed=1, shard=20, executor=executor).complete
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here", "there"))
    assert here == there


def test_rollouts_give_the_same_weights_in_any_process(other):
    assert same(after(made(), 2), after(made(other), 2))


@pytest.mark.slow  # that pieces of dead processes run again is tested with the executors
def test_rollouts_give_the_same_weights_after_kills():
    here = after(made(), 4)
    killed = []

    def kill(done, total, values):
        # The first part has come back, and others are under way.
        if values.get("rollout") == 1 and not killed:
            children = multiprocessing.active_children()
            children[0].kill()
            killed.append(children[0].pid)

    with local(2) as two:
        assert same(here, after(made(two), 4, kill))
    assert len(killed) == 1


def test_rollouts_in_parts_resume_to_the_same_weights_and_a_lost_generator_would_show(monkeypatch):
    whole, half, resumed = made(), made(), made()
    after(half, 1)
    resumed.restore(*half.state())
    assert same(after(whole, 3), after(resumed, 3))
    accept = rollout_parts.Parts.accept

    def forgetful(self, results):
        accept(self, results)
        self._draws = [None] * len(self)

    monkeypatch.setattr(rollout_parts.Parts, "accept", forgetful)
    assert not same(whole.state()[0], after(made(), 3))


def test_a_pool_of_opponents_travels_with_its_networks():
    pool = made().choices["opponent"]
    again = pickle.loads(pickle.dumps(SentPool(pool))).pool
    assert [member.text for member in again.members] == ["random", "alphabeta:depth=1", "own"]
    states, seeds, episodes = GAME.new(64), np.arange(64), np.zeros(64, np.int64)
    assert (pool.of(seeds, episodes) == again.of(seeds, episodes)).all()
    assert set(pool.of(seeds, episodes)) == {0, 1, 2}
    found = [answers(GAME, opponents, states, seeds, episodes) for opponents in (pool, again)]
    assert (found[0] == found[1]).all()


def trained(folder, executor=IN_PROCESS, *, staleness=1, int8="never", stop=None, resume=False):
    changed = {**SHORT, "self_play.rounds": 3, "self_play.groups": 2, "self_play.staleness": staleness}
    changed["self_play.int8"] = int8
    recipe = recipes.read("tic_tac_toe", recipes.SELF_PLAY, changed)
    run = Run("tic_tac_toe", "self_play", recipe, folder, resume=resume, executor=executor)

    def follow(done, total, row):
        if done == stop and "cpu_total" in row:
            raise KeyboardInterrupt

    if stop is None:
        run.go(lambda stage: follow)
    else:
        with pytest.raises(KeyboardInterrupt):
            run.go(lambda stage: follow)
    return load_file(folder / "model.safetensors")


def test_stale_self_play_gives_the_same_weights_in_any_process_and_after_a_stop(tmp_path, other):
    here = trained(tmp_path / "here")
    trained(tmp_path / "stopped", other, stop=2)
    assert Metrics.rows(tmp_path / "stopped" / "self_play")[-1]["worker_seconds"] > 0
    assert same(here, trained(tmp_path / "stopped", resume=True))
    assert not same(here, trained(tmp_path / "fresh", staleness=0))
    for run, lag in (("here", 1), ("stopped", 1), ("fresh", 0)):
        rows = Metrics.rows(tmp_path / run / "self_play")
        assert [row["staleness"] for row in rows] == [0, lag, lag]
        assert f"by at most {lag} rounds" in (tmp_path / run / "README.md").read_text()


@pytest.mark.slow  # test_quantization has the same bytes of a network that was sent
def test_self_play_with_integers_gives_the_same_weights_in_any_process_and_after_a_stop(tmp_path, other):
    here = trained(tmp_path / "here", int8="always")
    trained(tmp_path / "stopped", other, int8="always", stop=2)
    assert same(here, trained(tmp_path / "stopped", int8="always", resume=True))
    assert not same(here, trained(tmp_path / "floats"))


def test_work_of_one_piece_is_for_one_process(tmp_path, other):
    recipe = recipes.read("tic_tac_toe", recipes.SELF_PLAY, SHORT)
    with refused(ConfigError, "train_one_piece"):
        Run("tic_tac_toe", "self_play", recipe, tmp_path, resume=False, executor=other)
