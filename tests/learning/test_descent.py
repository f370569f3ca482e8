"""Descent: games whose nodes are learned from, runs that go on to the same bytes, and a game that is learned."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

import boardwright
from boardwright.agents.descent_trees import Options, Trees
from boardwright.agents.options import resolve
from boardwright.agents.spec import from_text
from boardwright.arena.exhaustive import prove
from boardwright.core.errors import AgentError, ConfigError
from boardwright.learning import recipes
from boardwright.learning.descent import games
from boardwright.learning.metrics import Metrics
from boardwright.learning.onnx_export import export_onnx
from boardwright.learning.training import Run
from saying import refused

SHORT = {
    "descent.rounds": 4,
    "descent.games": 6,
    "descent.evaluations": 40,
    "descent.nodes": 600,
    "descent.batch": 32,
    "descent.window": 2,
    "descent.precision": "fp32",
    "network.hidden": 8,
    "network.blocks": 1,
    "evaluation.games": 8,
    "evaluation.every": 4,
    "save_every": 1,
}


def nothing(observations):
    return np.zeros(len(observations), np.float32)


def played(name="tic_tac_toe", *, rows=6, seed=4, nodes=3000, random_plies=2, greedy=0.5):
    game = boardwright.load(name)
    trees = Trees(game, rows, Options(60, nodes, to_the_end=True), nothing)
    options = {"seed": seed, "random_plies": random_plies, "greedy": greedy, "tick": lambda ply: None}
    return game, games.play(game, trees, **options), trees


def test_every_expanded_node_is_learned_from_with_its_value_for_the_player_who_sees_it():
    game, result, trees = played()
    positions = result.positions
    expanded = int((trees.trees["expanded"] - np.arange(6) * trees._most).sum())
    assert len(positions) == expanded > 6
    assert positions.observations.dtype == game.observation_dtype
    assert set(np.unique(positions.values)) <= {-1.0, 0.0, 1.0}
    assert (result.games, result.solved, result.full) == (6, 6, 0)


def test_the_first_root_gets_better_values_from_later_searches():
    _, _, trees = played(rows=1, random_plies=0, greedy=1.0)
    # The game was played on to its end: by then the value of its beginning is proved.
    assert trees.nodes["solved"][int(trees.trees["root"][0])] == 1


def test_the_same_seed_plays_the_same_games_and_another_does_not():
    first, again, other = (played(seed=seed)[1].positions for seed in (4, 4, 5))
    assert first.observations.tobytes() == again.observations.tobytes()
    assert first.values.tobytes() == again.values.tobytes()
    assert first.observations.tobytes() != other.observations.tobytes()


def test_a_full_tree_ends_its_game():
    _, result, _ = played(rows=3, nodes=40)
    assert result.full == 3
    assert len(result.positions)


def test_the_ordinal_distribution_prefers_good_ranks():
    assert games.ordinal(4, 0.0).tolist() == pytest.approx([0.25] * 4)
    assert games.ordinal(4, 1.0).tolist() == [1.0, 0.0, 0.0, 0.0]
    half = games.ordinal(3, 0.5)
    assert half.tolist() == pytest.approx([4 / 6, 1 / 4, 1 / 12])
    assert games.ordinal(1, 0.3).tolist() == [1.0]


def test_games_that_end_before_they_begin_are_refused():
    with refused(AgentError, "self_play_no_choice", game="tic_tac_toe"):
        played(rows=1, seed=1, random_plies=10_000)


def trained(folder, *, rounds=4, resume=False):
    recipe = recipes.read("tic_tac_toe", recipes.DESCENT, SHORT)
    run = Run("tic_tac_toe", "descent", recipe, folder, resume=resume)
    if rounds == 4:
        run.go()
        return run

    def stop(done, total, row):
        if done == rounds and "cpu_total" in row:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.go(lambda stage: stop)
    return run


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The folder of a whole run."""
    return trained(tmp_path_factory.mktemp("whole")).folder


def same_weights(one, other):
    whole, again = (load_file(folder / "model.safetensors") for folder in (one, other))
    assert whole.keys() == again.keys()
    return all(torch.equal(whole[name], again[name]) for name in whole)


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(tmp_path, finished):
    trained(tmp_path, rounds=2)
    trained(tmp_path, resume=True)
    rows = [Metrics.rows(folder / "descent") for folder in (finished, tmp_path)]
    assert [row["loss"] for row in rows[0]] == [row["loss"] for row in rows[1]]
    assert same_weights(finished, tmp_path)
    assert "win_rate" in rows[0][-1]
    assert json.loads((finished / "recipe.json").read_text())["self_play"] is None
    assert "descent" in (finished / "README.md").read_text()


def test_a_run_that_died_between_two_checkpoints_has_the_positions_of_the_last_one(tmp_path, finished):
    recipe = recipes.read("tic_tac_toe", recipes.DESCENT, {**SHORT, "save_every": 2})

    def die(done, total, row):
        if done == 3:
            raise MemoryError

    with pytest.raises(MemoryError):
        Run("tic_tac_toe", "descent", recipe, tmp_path, resume=False).go(lambda stage: die)
    Run("tic_tac_toe", "descent", recipe, tmp_path, resume=True).go()
    assert same_weights(finished, tmp_path)


def test_a_game_with_dice_is_refused(tmp_path):
    recipe = recipes.read("royal_ur", recipes.DESCENT, {"network.kind": "dense"})
    with refused(AgentError, "agent_needs_no_chance", agent="descent", game="royal_ur"):
        Run("royal_ur", "descent", recipe, tmp_path, resume=False).go()


def test_a_stage_without_its_section_is_refused():
    with refused(ConfigError, "config_missing", path="descent"):
        recipes.read("tic_tac_toe", recipes.ANY_GAME, {"stages": ["descent"]})


@pytest.mark.parametrize(
    ("rounds", "evaluations", "most"), [(7, 1, 60), pytest.param(12, 200, 2, marks=pytest.mark.slow)]
)
def test_tic_tac_toe_is_learned_from_nothing(tmp_path, rounds, evaluations, most):
    # A network that has learned for one round loses more than 200 lines.
    changed = {"network.kind": "dense", "descent.rounds": rounds, "descent.precision": "fp32", "evaluation.games": 20}
    run = Run("tic_tac_toe", "descent", recipes.read("tic_tac_toe", recipes.DESCENT, changed), tmp_path, resume=False)
    run.go()
    model = tmp_path / "model.onnx"
    export_onnx(tmp_path / "model.safetensors", model)
    agent = from_text(f"descent:{model},evaluations={evaluations}", run.game)
    proof = prove(run.game, agent, limit=resolve("perfect", {}).states)
    assert proof.losing_lines_first + proof.losing_lines_second <= most
