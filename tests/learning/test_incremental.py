"""Training of a network inside alpha-beta: the same games however often it was stopped, and a model that plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import boardwright
from boardwright import agents
from boardwright.agents import incremental_model
from boardwright.arena.executors import IN_PROCESS
from boardwright.core import registry
from boardwright.core.agent import Turn
from boardwright.core.errors import AgentError, ConfigError
from boardwright.learning.incremental import trainer
from boardwright.learning.incremental.network import IncrementalNetwork
from boardwright.learning.incremental.trainer import IncrementalRun, Options
from saying import refused

SMALL: dict[str, Any] = {
    "agents": ["alphabeta:depth=3", "alphabeta:depth=2"],
    "shards": 3,
    "play.shard": 4,
    "play.stray_agent": "random",
    "units": 8,
    "unit": 3,
    "passes": 8,
    "batch": 32,
    "held_out": 0.3,
}


def options(**changed: Any) -> Options:
    """The recipe, small."""
    return trainer.read("connect_four", {**SMALL, **changed})


def run(folder: Path, **changed: Any) -> dict[str, float]:
    """Train in a folder."""
    return IncrementalRun(boardwright.load("connect_four"), options(**changed), folder).go()


class Stopping:
    """An executor whose user presses Ctrl-C after one shard."""

    workers = 1

    def map(self, function, pieces):
        """The first piece alone."""
        for piece in list(pieces)[:1]:
            yield function(piece)
        raise KeyboardInterrupt

    share = IN_PROCESS.share


def test_a_run_learns_and_its_model_plays(tmp_path):
    figures = run(tmp_path)
    assert figures["value_error"] < figures["evaluation_error"]
    assert figures["played_error"] == pytest.approx(figures["value_error"], abs=0.003)
    game = boardwright.load("connect_four")
    agent = agents.make(f"alphabeta:depth=2,model={tmp_path / 'model.npz'}", game)
    turn = Turn(game, game.new(), 0, np.random.default_rng(1))
    assert turn.mask[agent.act(turn)]


def test_a_stopped_run_goes_on_to_the_same_bytes(tmp_path):
    run(tmp_path / "whole")
    game = boardwright.load("connect_four")
    stopped = 0
    while not (tmp_path / "parts" / trainer.MODEL).is_file():
        try:
            executor = Stopping() if stopped < 4 else IN_PROCESS
            IncrementalRun(game, options(), tmp_path / "parts", executor=executor).go()
        except KeyboardInterrupt:
            stopped += 1
    assert stopped == 4
    for name in ("model.npz", "games-0/shard-00002.npz", "games-1/manifest.json"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes(), name


def test_other_games_in_the_folder_are_refused(tmp_path):
    run(tmp_path)
    (tmp_path / "round-0.npz").unlink()
    with refused(ConfigError, "dataset_other"):
        run(tmp_path, **{"play.stray": 0.5})
    shard = tmp_path / "games-0" / "shard-00000.npz"
    shard.write_bytes(shard.read_bytes() + b" ")
    with refused(ConfigError, "dataset_damaged"):
        run(tmp_path)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_weights_are_kept_where_sums_of_whole_numbers_hold_them(sign, tmp_path):
    game = boardwright.load("connect_four")
    made = IncrementalNetwork(game, 8)
    before = [weights.detach().clone() for weights in (made.first.weight, made.biases)]
    made.clip()
    assert torch.equal(before[0], made.first.weight), "weights that fit stay as they are"
    assert torch.equal(before[1], made.biases)
    with torch.no_grad():
        made.first.weight[:, 0] += 3 * sign
        made.policy.weight += 99 * sign
    made.clip()
    incremental_model.write(tmp_path / "large.npz", made.quantized(game, 1.0, {}))
    whole = incremental_model.read(game, str(tmp_path / "large.npz"))
    assert np.abs(whole.first[:, 0].astype(int).sum()) > 32000


def test_a_game_of_several_boards_is_refused(tmp_path):
    game = boardwright.load("connect_four")
    with refused(ConfigError, "variants_differ", path="board"):
        IncrementalRun(registry.mix(game, game), options(), tmp_path)


def test_only_alphabeta_plays_the_games(tmp_path):
    with refused(AgentError, "incremental_agent"):
        run(tmp_path, agents=["random"])
