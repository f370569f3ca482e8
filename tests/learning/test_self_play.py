"""Self-play: games that end, targets that are true, runs that go on to the same bytes, and a game that is learned."""

from __future__ import annotations

import json
import threading

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

import boardwright
from boardwright.agents.puct import Options, Trees
from boardwright.arena.evaluation import evaluate
from boardwright.core import registry
from boardwright.core.errors import AgentError, ConfigError
from boardwright.learning import model_card, recipes
from boardwright.learning.measurement import whole
from boardwright.learning.metrics import Metrics
from boardwright.learning.networks import build, fields_of
from boardwright.learning.positions import Positions, Window
from boardwright.learning.self_play import games
from boardwright.learning.torch_player import NetworkAgent, cast, converted, faster
from boardwright.learning.training import Run
from saying import refused

SHORT = {
    "self_play.rounds": 3,
    "self_play.games": 8,
    "self_play.precision": "fp32",
    "self_play.int8": "never",
    "self_play.simulations": 8,
    "self_play.batch": 32,
    "self_play.snapshots": 2,
    "self_play.passes": 1,
    "self_play.window": 2,
    "self_play.first_window": 1,
    "network.hidden": 8,
    "network.blocks": 1,
    "evaluation.games": 8,
    "evaluation.every": 3,
    "save_every": 1,
}


def blank(game):
    actions = game.actions.policy
    return lambda seen: (np.zeros((len(seen), actions), np.float32), np.zeros(len(seen), np.float32))


def played(name, *, rows=6, seed=4, bootstrap=0.0, random_plies=2):
    game = boardwright.load(name)
    trees = Trees(game, rows, Options(12, considered=4), blank(game))
    options = {"seed": seed, "random_plies": random_plies, "bootstrap": bootstrap, "tick": lambda ply: None}
    return game, games.play(game, trees, **options)


@pytest.mark.parametrize("name", ["tic_tac_toe", "royal_ur"])
def test_policies_are_legal_and_values_are_how_games_ended(name):
    game, result = played(name)
    positions = result.positions
    assert (positions.policies[~positions.masks] == 0).all()
    assert np.allclose(positions.policies.sum(axis=1), 1, atol=1e-5)
    assert (positions.masks.sum(axis=1) > 1).all()
    assert set(np.unique(positions.values)) <= {-1.0, 0.0, 1.0}
    assert positions.observations.dtype == game.observation_dtype
    assert result.games == 6
    assert result.plies > len(positions) > 0


def test_the_same_seed_plays_the_same_games_and_another_does_not():
    first, again, other = (played("tic_tac_toe", seed=seed)[1].positions for seed in (4, 4, 5))
    assert first.policies.tobytes() == again.policies.tobytes()
    assert first.observations.tobytes() == again.observations.tobytes()
    assert first.policies.tobytes() != other.policies.tobytes()


def test_a_group_plays_the_same_games_beside_others():
    alone = played("tic_tac_toe")[1]
    groups = [lambda tick, seed=seed: played("tic_tac_toe", seed=seed)[1] for seed in (4, 5)]
    both = games.play_groups(groups, lambda ply: None)
    assert (both.games, both.plies > alone.plies) == (12, True)
    for part in ("observations", "masks", "policies", "values"):
        assert (
            getattr(both.positions, part)[: len(alone.positions)].tobytes() == getattr(alone.positions, part).tobytes()
        )


def test_a_stop_ends_all_groups():
    started = threading.Barrier(2)

    def endless(tick):
        started.wait(120)
        while True:
            tick(1)

    def stopping(tick):
        started.wait(120)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        games.play_groups([stopping, endless], lambda ply: None)


def test_games_without_a_choice_are_refused():
    with refused(AgentError, "self_play_no_choice", game="tic_tac_toe"):
        played("tic_tac_toe", rows=1, seed=1, random_plies=10_000)


def test_a_window_keeps_the_latest_rounds_and_reads_them_again(tmp_path):
    game, result = played("tic_tac_toe")
    window = Window(tmp_path, Positions)
    for number in range(4):
        window.add(number, result.positions.take(np.arange(number + 1)), keep=2)
    assert len(window.positions()) == 3 + 4
    window.discard(2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["round-00002.npz", "round-00003.npz"]
    again = Window(tmp_path, Positions)
    again.restore(4, 2, game.observation_dtype)
    for part in ("observations", "masks", "policies", "values"):
        assert getattr(again.positions(), part).tobytes() == getattr(window.positions(), part).tobytes()
    assert len(Positions.joined([result.positions, result.positions])) == 2 * len(result.positions)


def trained(folder, *, rounds=3, resume=False, name="tic_tac_toe"):
    recipe = recipes.read(name, recipes.SELF_PLAY, {**SHORT, "self_play.rounds": 3})
    run = Run(name, "self_play", recipe, folder, resume=resume)
    if rounds == 3:
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
    """A whole run of tic-tac-toe."""
    return trained(tmp_path_factory.mktemp("whole"))


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(tmp_path, finished):
    trained(tmp_path, rounds=2)
    trained(tmp_path, resume=True)
    # The metadata have the CPU time; the tensors are the same.
    whole, again = (load_file(folder / "model.safetensors") for folder in (finished.folder, tmp_path))
    losses = [[row["loss"] for row in Metrics.rows(folder / "self_play")] for folder in (finished.folder, tmp_path)]
    assert losses[0] == losses[1]
    assert whole.keys() == again.keys()
    assert all(torch.equal(whole[name], again[name]) for name in whole)


def complete(run):
    """Assert that the folder of a run has everything that it is to have."""
    rows = Metrics.rows(run.folder / "self_play")
    assert [row["round"] for row in rows] == [1, 2, 3]
    assert "win_rate" in rows[-1]
    assert [path.name for path in (run.folder / "models").iterdir()] == ["round-00002.safetensors"]
    assert json.loads((run.folder / "recipe.json").read_text())["ppo"] is None
    assert run.spent > 0


def test_a_run_leaves_its_curve_its_models_and_its_recipe(finished):
    complete(finished)


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_one_recipe_is_for_every_game(tmp_path, name):
    complete(trained(tmp_path, name=name))


def test_converted_weights_answer_the_same_and_auto_is_recorded(tmp_path):
    recipe = recipes.read(
        "tic_tac_toe",
        recipes.SELF_PLAY,
        {**SHORT, "self_play.precision": "auto", "self_play.int8": "auto", "self_play.rounds": 1},
    )
    run = Run("tic_tac_toe", "self_play", recipe, tmp_path, resume=False)
    game = run.game
    observations = np.concatenate([game.observe(game.new()) for _ in range(20)])
    fields = fields_of(observations, run.network.fields)
    with torch.inference_mode(), cast(run.network.device, "bf16"):
        logits, values = (network(fields)[:2] for network in (run.network, converted(run.network, "bf16")))
    assert all(torch.equal(one, other) for one, other in zip(logits, values))
    assert faster(run.network, observations) in {"fp32", "bf16"}
    run.go()
    assert Metrics.rows(tmp_path / "self_play")[-1]["bits"] in {8, 16, 32}


def test_a_stage_without_its_section_is_refused():
    with refused(ConfigError, "config_missing", path="self_play"):
        recipes.read("tic_tac_toe", recipes.ANY_GAME, {"stages": ["self_play"]})


def test_tic_tac_toe_is_learned_from_nothing(tmp_path):
    changed = {"self_play.rounds": 14, "network.kind": "dense", "evaluation.games": 100, "seed": 3}
    recipe = recipes.read("tic_tac_toe", recipes.SELF_PLAY, changed)
    run = Run("tic_tac_toe", "self_play", recipe, tmp_path, resume=False)
    torch.manual_seed(1)
    before = whole(evaluate(run.game, NetworkAgent(run.network), "random", 200, 1)).total
    last = run.go()
    assert last["win_rate"] > 0.85
    assert last["win_rate"] > before.points / before.games + 0.15


def test_the_card_tells_the_time_of_all_processes():
    recipe = recipes.read("tic_tac_toe", recipes.SELF_PLAY, {**SHORT, "self_play.groups": 3})
    game = recipes.board("tic_tac_toe", recipe)
    text = model_card.card("self_play", game, recipe, build(recipe.network, game), {}, 7.0)
    assert "7 s, of all processes together |" in text
