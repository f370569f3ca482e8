"""The commands train and prove."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from rich.progress import Progress

from boardwright.cli import train_incremental, train_recipe
from boardwright.learning import training
from boardwright.learning.incremental import trainer
from boardwright.learning.metrics import Metrics

from .test_commands import boardwright


def test_train_then_prove(tmp_path):
    out = tmp_path / "table.json"
    ran = boardwright("train", "tic_tac_toe", "--agent", "ranking", "--seed", "3", "--out", str(out), "--json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["pairs"] == 2096
    proved = boardwright("prove", "tic_tac_toe", f"ranking:table={out}", "--json")
    assert proved.returncode == 0, proved.stderr
    data = json.loads(proved.stdout)
    assert (data["losing_lines_first"], data["losing_lines_second"]) == (0, 0)
    assert (data["suboptimal_states"], data["states"]) == (0, 4520)


def test_a_proof_that_fails_says_so_by_its_status():
    ran = boardwright("prove", "tic_tac_toe", "ranking:table=empty")
    assert ran.returncode == 1
    assert "106" in ran.stdout


def test_training_says_what_it_did_in_both_languages(tmp_path):
    for language, sentence in (("en", "2000 games"), ("fr", "2000 parties")):
        options = ("--games", "2000", "--out", str(tmp_path / "t.json"), "--metrics", str(tmp_path))
        ran = boardwright("train", "tic_tac_toe", "--agent", "ranking", *options, BOARDWRIGHT_LANGUAGE=language)
        assert ran.returncode == 0, ran.stderr  # the word "trained"
        assert sentence in ran.stdout
    assert (tmp_path / "metrics.csv").exists()


def test_an_agent_that_cannot_be_trained_is_refused():
    for language, sentence in (
        ("en", "There is no way to train random yet"),
        ("fr", "pas encore de moyen d'entraîner"),
    ):
        ran = boardwright("train", "tic_tac_toe", "--agent", "random", BOARDWRIGHT_LANGUAGE=language)
        assert ran.returncode == 2  # the code is "no_learner"
        assert sentence in ran.stderr


def test_a_wrong_rule_is_refused_with_its_path():
    assert (
        "The key rule cannot be" in boardwright("train", "tic_tac_toe", "--agent", "ranking", "--rule", "magic").stderr
    )


def test_the_recipe_incremental_refuses_options_that_it_has_no_use_for():
    ran = boardwright("train", "quoridor", "--recipe", "incremental", "--minutes", "3")  # "train_incremental_option"
    assert ran.returncode == 2
    assert "--minutes" in ran.stderr


def test_a_network_inside_alphabeta_is_trained_and_played(tmp_path):
    small = ["shards=2", "play.shard=3", 'agents=["alphabeta:depth=2"]', "passes=1", "batch=32", "units=8"]
    sets = [part for change in small for part in ("--set", change)]
    command = ("train", "connect_four", "--recipe", "incremental", "--out", str(tmp_path / "run"), *sets)
    ran = boardwright(*command)
    assert ran.returncode == 0, ran.stderr
    assert "as it is played" in ran.stdout  # "train_incremental"
    report = json.loads(boardwright(*command, "--json").stdout)
    assert report["complete"]
    assert Path(report["model"]).is_file()


def test_options_of_a_ranking_and_of_a_network_are_not_mixed():
    ran = boardwright("train", "tic_tac_toe", "--games", "10")  # "train_ranking_only"
    assert ran.returncode == 2
    assert "--games is an option of a ranking: add `--agent ranking`" in ran.stderr
    ran = boardwright("train", "tic_tac_toe", "--agent", "ranking", "--recipe", "small")  # "train_network_only"
    assert ran.returncode == 2
    assert "--recipe is an option of a network" in ran.stderr


@pytest.mark.parametrize(("game", "own"), [("royal_ur", True), ("minesweeper", True)])
def test_any_game_is_trained_without_a_recipe(tmp_path, game, own):
    out = tmp_path / "run"
    short = ("ppo.updates=1", "ppo.num_envs=8", "ppo.steps_per_env=8", "ppo.mini_batches=2", "evaluation.games=20")
    changes = [part for change in short for part in ("--set", change)]
    ran = boardwright("train", game, *changes, "--out", str(out))
    assert ran.returncode == 0, ran.stderr
    assert "PPO against random play and its own checkpoints" in ran.stderr  # "train_any", "train_any_own"
    assert ("This game has others: " in ran.stderr) == own
    assert "When last measured it won" in ran.stdout
    recipe = json.loads((out / "recipe.json").read_text())
    assert (recipe["ppo"]["updates"], recipe["network"]["kind"]) == (1, "auto")
    assert (recipe["play"] is None) == (game == "minesweeper")


def test_a_best_response_is_trained_and_measured(tmp_path):
    """The words are "exploit_done", "exploit_found" and "exploit_nothing"."""
    short = ("ppo.num_envs=8", "ppo.steps_per_env=8", "ppo.mini_batches=2", "evaluation.games=20")
    changes = [part for change in short for part in ("--set", change)]
    card = tmp_path / "model.md"
    card.write_text("# A model\n")
    options = (*changes, "--cpu-minutes", "0", "--games", "40", "--out", str(tmp_path / "run"), "--card", str(card))
    ran = boardwright("exploit", "tic_tac_toe", "perfect", *options)
    assert ran.returncode == 0, ran.stderr
    assert "A best response wins" in ran.stdout
    assert "Nothing was found that beats perfect" in ran.stdout
    assert "## Exploitability" in card.read_text()
    report = json.loads((tmp_path / "run" / "exploit.json").read_text())
    assert (report["agent"], report["games"]) == ("perfect", 40)
    assert report["share"] <= 0.5
    assert f"exploit tic_tac_toe perfect --cpu-minutes 0 --games 40 --set {short[0]}" in card.read_text()
    ran = boardwright("exploit", "tic_tac_toe", "random", *options, "--resume")
    assert (ran.returncode, "holds a best response to perfect" in ran.stderr) == (2, True)


def test_a_run_that_is_stopped_before_its_first_round_says_that_nothing_is_saved(tmp_path, monkeypatch, ran):
    def interrupted(self, track):
        raise KeyboardInterrupt

    monkeypatch.setattr(training.Run, "go", interrupted)
    status, out, _ = ran("train", "tic_tac_toe", "--out", str(tmp_path))
    assert (status, "nothing is saved" in out) == (130, True)  # "train_stopped_unsaved"


def test_the_line_of_an_update_has_the_boards_of_a_curriculum(capsys):
    follow = train_recipe.Follower(Progress(disable=True), {}, terminal=False)
    progress = follow.track("ppo")
    row = {"rollout_win_rate": 0.5, "rollout_win_rate_on_small": 0.75, "rollout_win_rate_on_small.mine_count.8": 0.9}
    progress(1, 2, row)
    progress(2, 2, row | {"rollout_win_rate_on_medium": 0.25})
    first, second = capsys.readouterr().err.splitlines()
    assert first == "ppo 1/2  in play 50.0%"
    assert second == "ppo 2/2  in play 50.0% (small 75.0%, medium 25.0%)"


def test_minutes_are_used_up_after_whole_updates_and_more_minutes_go_on(tmp_path):
    short = ("ppo.updates=2", "ppo.num_envs=8", "ppo.steps_per_env=8", "ppo.mini_batches=2", "evaluation.games=20")
    changes = [part for change in short for part in ("--set", change)]
    options = (*changes, "--out", str(tmp_path / "run"), "--json")
    ended = json.loads(boardwright("train", "tic_tac_toe", *options, "--minutes", "0").stdout)
    assert (ended["update"], ended["complete"]) == (1, True)
    assert "win_rate" in ended
    minutes = ended["cpu_seconds"] / 60 + 0.01
    ran = boardwright("train", "tic_tac_toe", *options, "--minutes", str(minutes), "--resume")
    more = json.loads(ran.stdout)
    assert more["update"] > 2
    assert more["cpu_seconds"] >= 60 * minutes
    assert f"ppo {more['update']:.0f}/{more['update']:.0f}" in ran.stderr
    whole = json.loads(boardwright("train", "tic_tac_toe", *changes, "--out", str(tmp_path / "b"), "--json").stdout)
    rows = Metrics.rows(tmp_path / "run" / "ppo")
    assert whole["update"] == 2
    assert rows[1]["loss"] == whole["loss"]
    assert [row["lr"] for row in rows[2:4]] == [row["lr"] for row in rows[: len(rows[2:4])]]  # the decay begins again
    same = json.loads(boardwright("train", "tic_tac_toe", *options, "--minutes", "0", "--resume").stdout)
    assert len(Metrics.rows(tmp_path / "run" / "ppo")) == len(rows)
    assert same["cpu_seconds"] == more["cpu_seconds"]


def test_a_recipe_that_a_game_does_not_have_is_refused_with_those_it_has():
    ran = boardwright("train", "tic_tac_toe", "--recipe", "nope")
    assert ran.returncode == 2
    assert "There is no configuration nope: choose one of self_play, any_game, descent, incremental." in ran.stderr


def test_a_key_that_no_recipe_has_is_named():
    ran = boardwright("train", "tic_tac_toe", "--set", "ppo.upgrades=3")
    assert ran.returncode == 2
    assert "ppo.upgrades" in ran.stderr


RECIPE = """
extends: base
network: {hidden: 8, blocks: 1}
imitation:
  rounds: 1
  positions: 256
  boards: [{board: small, share: 1.0, batch: 64, rows: 32, vary: {}}]
evaluation: {every: 1, games: 20}
tensorboard: true
"""


@pytest.mark.slow
def test_a_recipe_is_trained_into_a_folder(tmp_path):
    from boardwright.learning import recipes

    (tmp_path / "base.yaml").write_text((recipes.folder_of("minesweeper") / "base.yaml").read_text())
    (tmp_path / "short.yaml").write_text(RECIPE)
    out = tmp_path / "run"
    options = ("--recipe", str(tmp_path / "short.yaml"), "--out", str(out))
    ran = boardwright("train", "minesweeper", *options)
    # "train_done", or "train_stopped" after Ctrl-C; the picture has "curves_title", "curves_measured", "curves_played".
    assert ran.returncode == 0, ran.stderr
    assert f"All of it is in {out}" in ran.stdout
    assert "When last measured it won" in ran.stdout  # "train_won"
    assert "imitation 1/1" in ran.stderr
    for name in (
        "model.safetensors",
        "README.md",
        "curves.png",
        "curves.svg",
        "recipe.json",
        "imitation/metrics.csv",
        "tensorboard",
    ):
        assert (out / name).exists(), name
    again = boardwright("train", "minesweeper", *options, "--resume", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["complete"]


@pytest.mark.parametrize("arguments", [["--on=local", "--space=x.yaml"], ["--out=nowhere"]])
def test_what_is_missing_is_said_before_anything_runs(ran, arguments):
    status, _, err = ran("sweep", "tic_tac_toe", *arguments)
    assert status == 2
    assert "--space" in err or "ray, ray:ADDRESS" in err


def test_a_stopped_run_of_the_recipe_incremental_says_how_to_go_on(tmp_path, monkeypatch, capsys):
    def interrupted(self, track):
        raise KeyboardInterrupt

    monkeypatch.setattr(trainer.IncrementalRun, "go", interrupted)
    asked = {"changes": [], "seed": None, "workers": None, "on": "local", "as_json": False}
    with pytest.raises(typer.Exit) as ended:
        train_incremental.run("connect_four", tmp_path, **asked)
    assert ended.value.exit_code == 130
    assert "the same command goes on" in capsys.readouterr().out  # "train_stopped_again"
