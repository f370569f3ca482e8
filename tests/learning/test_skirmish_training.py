"""A skirmish trained for a few updates: specification 000's definition of done, and the guarantees of a run."""

from __future__ import annotations

import csv
import json
import shutil

import numpy as np
import pytest

from boardwright.core import config
from boardwright.core.errors import ConfigError, DeploymentDeadlockError
from boardwright.core.record import OK
from boardwright.learning import checkpoints, recipes
from boardwright.learning.metrics import Metrics
from boardwright.learning.training import Run
from saying import refused

TINY = """
extends: base
network: {hidden: 8, blocks: 1}
imitation:
  rounds: 1
  positions: 256
  precision: fp32
  boards: [{board: small, share: 1.0, batch: 64, rows: 32, vary: {}}]
ppo: {num_envs: 16, steps_per_env: 32, mini_batches: 2, updates: 2, critic_warmup: 1, precision: fp32, micro_batch: 64}
play: {opponents: {greedy: 1, kite: 1}, league: {every: 2, games: 8, keep: 2, table_games: 2, first: random}}
evaluation: {every: 9, games: 4, against: [random]}
save_every: 1
"""
UPDATES = 2
RATES = ("deployment_valid_action_rate", "deployment_invalid_action_attempt_rate", "deployment_steps_mean")
COUNTS = ("deployment_deadlock_count", "deployment_pass_count")


@pytest.fixture(scope="module")
def recipe(tmp_path_factory):
    """A recipe of a few seconds, beside its base."""
    folder = tmp_path_factory.mktemp("recipes")
    (folder / "base.yaml").write_text((recipes.folder_of("skirmish") / "base.yaml").read_text())
    (folder / "tiny.yaml").write_text(TINY)
    return recipes.read("skirmish", str(folder / "tiny.yaml"))


@pytest.fixture
def quick(recipe, monkeypatch):
    """The recipe without a league's table; its runs draw no pictures. What is left is the same to the last bit."""
    monkeypatch.setattr("boardwright.games.skirmish.pictures.draw", lambda *_, **__: {})
    league = recipe.play.league.model_copy(update={"table_games": 0})
    return recipe.model_copy(update={"play": recipe.play.model_copy(update={"league": league})})


@pytest.fixture(scope="module")
def trained(recipe, tmp_path_factory):
    """The folder of a complete run."""
    folder = tmp_path_factory.mktemp("run")
    Run("skirmish", "tiny", recipe, folder, resume=False).go()
    return folder


def figures(folder, stage="ppo"):
    """All rows without the columns that depend on the machine."""
    timed = ("cpu_seconds", "cpu_total", "collect_seconds", "steps_per_s", "positions_per_s")
    return [{key: row[key] for key in row if key not in timed} for row in Metrics.rows(folder / stage)]


@pytest.mark.parametrize("name", config.names(recipes.folder_of("skirmish")))
def test_every_recipe_is_whole(name):
    assert recipes.read("skirmish", name).play.opponents


def test_11_metrics_of_deployment_are_in_the_logs_from_the_first_update(trained):
    first = Metrics.rows(trained / "ppo")[0]
    assert set(RATES + COUNTS) <= first.keys()
    with (trained / "ppo" / "metrics.csv").open() as file:
        assert set(RATES + COUNTS) <= set(next(csv.reader(file)))
    events = [path for path in (trained / "tensorboard" / "ppo").iterdir() if "tfevents" in path.name]
    assert events
    last = Metrics.rows(trained / "ppo")[-1]
    assert {"winrate_with_active_deployment", "winrate_with_sorted_deployment"} <= last.keys()
    slots = Metrics.rows(trained / "ppo" / "histograms")
    assert len(slots) == UPDATES
    assert any(key.startswith("deployment_hex_slots_") for key in slots[0])


def test_11_no_action_was_refused_and_no_mask_was_empty_in_the_whole_run(trained):
    # An empty mask raises in the environment and in the categorical: a finished run had none.
    for row in Metrics.rows(trained / "ppo"):
        assert "invalid_rate" not in row
        assert row["deployment_invalid_action_attempt_rate"] == 0
        assert row["deployment_valid_action_rate"] == 1
        assert row["deployment_steps_mean"] == 3
        assert row["deployment_deadlock_count"] == 0


def test_11_a_deadlock_in_training_is_counted_flushed_and_raised(recipe, tmp_path):
    # A column of five hexes for the six units of both: none is left for the last one.
    shared = {"col_min": 6, "col_max": 6, "row_min": 3, "row_max": 7}
    env = json.loads(json.dumps(recipe.env))
    env["deployment"] = {name: {"p1": shared, "p2": shared} for name in env["deployment"]}
    broken = recipe.model_copy(update={"env": env, "stages": ["ppo"]})
    work = Run("skirmish", "tiny", broken, tmp_path, resume=False)
    with pytest.raises(DeploymentDeadlockError):
        work.go()
    rows = Metrics.rows(tmp_path / "ppo")
    assert [row["deployment_deadlock_count"] for row in rows] == [1.0]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_figures(recipe, trained, tmp_path):
    Run("skirmish", "tiny", recipe, tmp_path, resume=False).go()
    assert figures(tmp_path) == figures(trained)
    assert figures(tmp_path, "imitation") == figures(trained, "imitation")


def stop_at(update):
    """A tracker that raises KeyboardInterrupt after an update of PPO."""

    def progress(done, total, values):
        if values.get("update") == update:
            raise KeyboardInterrupt

    return lambda stage: progress


def test_a_run_that_was_stopped_goes_on_to_the_same_figures(quick, trained, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        Run("skirmish", "tiny", quick, tmp_path, resume=False).go(stop_at(1))
    Run("skirmish", "tiny", quick, tmp_path, resume=True).go()
    assert figures(tmp_path) == figures(trained)
    assert Metrics.rows(tmp_path / "ppo" / "histograms") == Metrics.rows(trained / "ppo" / "histograms")


def test_the_league_has_a_table_and_pictures_tell_of_placements(trained):
    table = json.loads((trained / "league.json").read_text())
    assert {row["agent"] for row in table["standings"]} >= {"greedy", "kite", "final"}
    assert {path.name for path in trained.glob("*.png")} >= {
        "league.png",
        "deployment_map.png",
        "deployment_slots.png",
        "deployment_outcomes.png",
    }


def test_promoted_checkpoints_join_the_opponents_and_are_there_again_after_a_resume(recipe, trained, tmp_path):
    work = Run("skirmish", "tiny", recipe, tmp_path, resume=False)
    easy = {"elo0": -800.0, "elo1": -400.0, "alpha": 0.4, "beta": 0.4, "floor": 0.5}
    league = work.league
    sprt = league.options.sprt.model_copy(update=easy)
    league.options = league.options.model_copy(update={"sprt": sprt, "games": 20})
    for update in (1, 2, 3):
        scores = league.consider(work.network, "fp32", update)
    assert scores["promoted"] == len(league.members) == 3
    playing = [member.text for member in league.pool.members]
    assert playing == [*recipe.play.opponents, *league.members[-2:]]
    again = Run("skirmish", "tiny", recipe, tmp_path, resume=False).league
    again.restore(league.members, "fp32")
    assert [member.text for member in again.pool.members] == playing


def test_a_weak_candidate_is_not_promoted(recipe, tmp_path):
    work = Run("skirmish", "tiny", recipe, tmp_path, resume=False)
    league, network = work.league, work.network
    league.options = league.options.model_copy(update={"first": "greedy", "games": 40})
    assert league.consider(network, "fp32", 1)["promoted"] == 0
    assert league.members == []


def test_maskable_ppo_unchanged_trains_by_the_same_recipe(quick, tmp_path):
    ppo = quick.model_copy(update={"stages": ["ppo"]})
    Run("skirmish", "tiny", ppo, tmp_path, resume=False, trainer="sb3").go()
    rows = Metrics.rows(tmp_path / "ppo")
    assert [row["update"] for row in rows] == list(range(1, UPDATES + 1))
    assert all(set(RATES + COUNTS) <= row.keys() and "invalid_rate" not in row for row in rows)
    assert rows[0]["lr"] > rows[-1]["lr"]
    network, about = checkpoints.load_model(tmp_path / checkpoints.MODEL)
    assert (about["game"], network.options.kind) == ("skirmish", "units")


@pytest.mark.parametrize("trainer", ["ppo", pytest.param("sb3", marks=pytest.mark.slow)])
def test_a_policy_that_is_not_masked_has_its_illegal_attempts_counted(quick, tmp_path, trainer):
    changed = {"rollout": recipes.Rollout(on_illegal="penalise"), "stages": ["ppo"]}
    Run("skirmish", "tiny", quick.model_copy(update=changed), tmp_path, resume=False, trainer=trainer).go()
    rows = Metrics.rows(tmp_path / "ppo")
    assert all(0 < row["invalid_rate"] < 1 for row in rows)
    # A later rollout may lie behind the deployment of all its games.
    deploying = [row for row in rows if "deployment_invalid_action_attempt_rate" in row]
    assert rows[0] in deploying
    for row in deploying:
        assert 0 < row["deployment_invalid_action_attempt_rate"] < 1
        accepted = row["deployment_valid_action_rate"]
        assert accepted == pytest.approx(1 - row["deployment_invalid_action_attempt_rate"])


@pytest.mark.slow
def test_maskable_ppo_goes_on_where_it_was(recipe, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        Run("skirmish", "tiny", recipe, tmp_path, resume=False, trainer="sb3").go(stop_at(1))
    Run("skirmish", "tiny", recipe, tmp_path, resume=True, trainer="sb3").go()
    assert [row["update"] for row in Metrics.rows(tmp_path / "ppo")] == list(range(1, UPDATES + 1))


@pytest.mark.slow
def test_units_are_placed_for_the_learner_where_a_stand_in_does(recipe, tmp_path):
    play = recipe.play.model_copy(update={"stand_in": {"deploy": "sorted"}})
    changed = recipe.model_copy(update={"play": play, "stages": ["ppo"]})
    Run("skirmish", "tiny", changed, tmp_path, resume=False).go()
    assert all("deployment_valid_action_rate" not in row for row in Metrics.rows(tmp_path / "ppo"))


def test_a_trainer_that_there_is_not_is_refused(recipe, tmp_path):
    with refused(ConfigError, "config_value", path="trainer", value="oracle"):
        Run("skirmish", "tiny", recipe, tmp_path, resume=False, trainer="oracle")


def test_what_a_network_chooses_is_legal(recipe, trained):
    from boardwright.core.batch import Batch
    from boardwright.learning.torch_player import NetworkAgent

    network, _ = checkpoints.load_model(trained / checkpoints.MODEL)
    agent, batch = NetworkAgent(network), Batch(recipes.board("skirmish", recipe), 16, seed=9)
    for _ in range(80):
        actions = agent.act_batch(batch.observations, batch.mask, np.random.default_rng(0))
        assert (batch.game.why_not(batch.states, actions) == OK).all()
        batch.step(actions)


def test_a_run_is_resumed_by_a_recipe_with_the_same_checkpoints(recipe, trained, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(trained, folder)
    for key, value in {"network": recipe.network.model_copy(update={"hidden": 16}), "stages": ["ppo"]}.items():
        with refused(ConfigError, "training_recipe", key=key):
            Run("skirmish", "tiny", recipe.model_copy(update={key: value}), folder, resume=True)
    assert json.loads((folder / "recipe.json").read_text())["stages"] == recipe.stages
    Run("skirmish", "tiny", recipe.model_copy(update={"save_every": 9}), folder, resume=True)


def test_a_folder_with_a_checkpoint_is_not_overwritten(recipe, trained, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(trained, folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with refused(ConfigError, "train_exists", path=str(folder)):
        Run("skirmish", "tiny", recipe.model_copy(update={"seed": 9}), folder, resume=False)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_start_of_another_shape_is_refused(recipe, trained, tmp_path):
    wide = recipe.network.model_copy(update={"hidden": 16})
    changed = recipe.model_copy(update={"network": wide, "start": str(trained / checkpoints.MODEL)})
    with refused(ConfigError, "model_start"):
        Run("skirmish", "tiny", changed, tmp_path, resume=False)
