"""The commands train, exploit and prove."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from rich.progress import Progress

from boardwright.cli import train_incremental, train_recipe
from boardwright.learning import recipes, training
from boardwright.learning.incremental import trainer
from boardwright.learning.metrics import Metrics

SHORT = ("ppo.num_envs=8", "ppo.steps_per_env=8", "ppo.mini_batches=2", "evaluation.games=20")


def settings(*changes: str) -> list[str]:
    return [part for change in changes for part in ("--set", change)]


def test_train_then_prove(ran, tmp_path):
    out = tmp_path / "table.json"
    done = ran("train", "tic_tac_toe", "--agent", "ranking", "--seed", "3", "--out", out, "--json")
    assert done.status == 0, done.err
    assert done.json["pairs"] == 2096
    proved = ran("prove", "tic_tac_toe", f"ranking:table={out}", "--json")
    assert proved.status == 0, proved.err
    data = proved.json
    assert (data["losing_lines_first"], data["losing_lines_second"]) == (0, 0)
    assert (data["suboptimal_states"], data["states"]) == (0, 4520)


def test_a_proof_that_fails_says_so_by_its_status(ran):
    done = ran("prove", "tic_tac_toe", "ranking:table=empty")
    assert done.status == 1
    assert "106" in done.out


def test_training_says_what_it_did(ran, tmp_path):
    options = ("--games", "2000", "--out", tmp_path / "t.json", "--metrics", tmp_path)
    done = ran("train", "tic_tac_toe", "--agent", "ranking", *options)
    assert done.status == 0, done.err
    done.tells("trained", game="tic_tac_toe", games=2000, path=tmp_path / "t.json")
    assert (tmp_path / "metrics.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "params"),
    [
        (("tic_tac_toe", "--agent", "random"), "no_learner", {"name": "random"}),
        (("tic_tac_toe", "--agent", "ranking", "--rule", "magic"), "config_value", {"path": "rule"}),
        (
            ("quoridor", "--recipe", "incremental", "--minutes", "3"),
            "train_incremental_option",
            {"option": "--minutes"},
        ),
        (("tic_tac_toe", "--games", "10"), "train_ranking_only", {"option": "--games"}),
        (("tic_tac_toe", "--agent", "ranking", "--recipe", "small"), "train_network_only", {"option": "--recipe"}),
        (("tic_tac_toe", "--recipe", "nope"), "config_absent", {"path": "nope"}),
    ],
)
def test_what_cannot_be_trained_is_refused(ran, arguments, code, params):
    ran("train", *arguments).refuses(code, **params)


def test_a_key_that_no_recipe_has_is_named(ran):
    done = ran("train", "tic_tac_toe", "--set", "ppo.upgrades=3")
    assert done.status == 2
    assert "ppo.upgrades" in done.err


def test_a_network_inside_alphabeta_is_trained_and_played(ran, tmp_path):
    small = ("shards=2", "play.shard=2", 'agents=["alphabeta:depth=2"]', "passes=1", "batch=32", "units=8")
    command = ("train", "connect_four", "--recipe", "incremental", "--out", tmp_path / "run", *settings(*small))
    done = ran(*command)
    assert done.status == 0, done.err
    told = done.tells("train_incremental", game="connect_four")
    assert Path(told.params["model"]).is_file()


@pytest.mark.parametrize("game", [pytest.param("royal_ur", marks=pytest.mark.slow), "minesweeper"])
def test_any_game_is_trained_without_a_recipe(ran, tmp_path, game):
    """Of a game without recipes of its own it says "train_any"."""
    out = tmp_path / "run"
    done = ran("train", game, *settings("ppo.updates=1", *SHORT), "--out", out)
    assert done.status == 0, done.err
    done.tells("train_any_own", recipes=[name for name in recipes.names(game) if name != "base"])
    done.tells("train_won" if game == "minesweeper" else "train_won_against")
    recipe = json.loads((out / "recipe.json").read_text())
    assert (recipe["ppo"]["updates"], recipe["network"]["kind"]) == (1, "auto")
    assert (recipe["play"] is None) == (game == "minesweeper")


def test_a_best_response_is_trained_and_measured(ran, tmp_path):
    """What would be found is "exploit_found"."""
    card = tmp_path / "model.md"
    card.write_text("# A model\n")
    out = tmp_path / "run"
    options = (*settings(*SHORT), "--cpu-minutes", "0", "--games", "40", "--out", out, "--card", card)
    done = ran("exploit", "tic_tac_toe", "perfect", *options)
    assert done.status == 0, done.err
    done.tells("exploit_done", agent="perfect", games=40)
    done.tells("exploit_nothing", agent="perfect")
    assert "## Exploitability" in card.read_text()
    report = json.loads((out / "exploit.json").read_text())
    assert (report["agent"], report["games"]) == ("perfect", 40)
    assert report["share"] <= 0.5
    assert f"exploit tic_tac_toe perfect --cpu-minutes 0 --games 40 --set {SHORT[0]}" in card.read_text()
    ran("exploit", "tic_tac_toe", "random", *options, "--resume").refuses("exploit_agent")


def test_a_run_that_is_stopped_before_its_first_round_says_that_nothing_is_saved(tmp_path, monkeypatch, ran):
    def interrupted(self, track):
        raise KeyboardInterrupt

    monkeypatch.setattr(training.Run, "go", interrupted)
    done = ran("train", "tic_tac_toe", "--out", tmp_path)
    assert done.status == 130
    done.tells("train_stopped_unsaved")


def test_the_line_of_an_update_has_the_boards_of_a_curriculum(capsys):
    follow = train_recipe.Follower(Progress(disable=True), {}, terminal=False)
    progress = follow.track("ppo")
    row = {"rollout_win_rate": 0.5, "rollout_win_rate_on_small": 0.75, "rollout_win_rate_on_small.mine_count.8": 0.9}
    progress(1, 2, row)
    progress(2, 2, row | {"rollout_win_rate_on_medium": 0.25})
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("ppo 1/2 ")
    assert first.endswith(" 50.0%")
    assert second.startswith("ppo 2/2 ")
    assert second.endswith(" 50.0% (small 75.0%, medium 25.0%)")


def test_minutes_are_used_up_after_whole_updates_and_more_minutes_go_on(ran, tmp_path):
    changes = settings("ppo.updates=2", *SHORT)
    options = ("train", "tic_tac_toe", *changes, "--out", tmp_path / "run", "--json")
    ended = ran(*options, "--minutes", "0").json
    assert (ended["update"], ended["complete"]) == (1, True)
    assert "win_rate" in ended
    minutes = ended["cpu_seconds"] / 60 + 0.01
    done = ran(*options, "--minutes", minutes, "--resume")
    more = done.json
    assert more["update"] > 2
    assert more["cpu_seconds"] >= round(60 * minutes, 1)
    assert f"ppo {more['update']:.0f}/{more['update']:.0f}" in done.err
    whole = ran("train", "tic_tac_toe", *changes, "--out", tmp_path / "b", "--json").json
    rows = Metrics.rows(tmp_path / "run" / "ppo")
    assert whole["update"] == 2
    assert rows[1]["loss"] == whole["loss"]
    assert [row["lr"] for row in rows[2:4]] == [row["lr"] for row in rows[: len(rows[2:4])]]  # the decay begins again
    same = ran(*options, "--minutes", "0", "--resume").json
    assert len(Metrics.rows(tmp_path / "run" / "ppo")) == len(rows)
    assert same["cpu_seconds"] == more["cpu_seconds"]


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
def test_a_recipe_is_trained_into_a_folder(ran, tmp_path):
    (tmp_path / "base.yaml").write_text((recipes.folder_of("minesweeper") / "base.yaml").read_text())
    (tmp_path / "short.yaml").write_text(RECIPE)
    out = tmp_path / "run"
    options = ("train", "minesweeper", "--recipe", tmp_path / "short.yaml", "--out", out)
    done = ran(*options)
    # The picture has "curves_title", "curves_measured" and "curves_played"; after Ctrl-C it would be "train_stopped".
    assert done.status == 0, done.err
    done.tells("train_done", folder=out)
    done.tells("train_won")
    assert "imitation 1/1" in done.err
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
    again = ran(*options, "--resume", "--json")
    assert again.status == 0, again.err
    assert again.json["complete"]


def test_a_stopped_run_of_the_recipe_incremental_says_how_to_go_on(tmp_path, monkeypatch, capsys):
    def interrupted(self, track):
        raise KeyboardInterrupt

    monkeypatch.setattr(trainer.IncrementalRun, "go", interrupted)
    asked = {"changes": [], "seed": None, "workers": None, "on": "local", "as_json": False}
    with pytest.raises(typer.Exit) as ended:
        train_incremental.run("connect_four", tmp_path, **asked)
    assert ended.value.exit_code == 130
    assert str(tmp_path) in capsys.readouterr().out  # "train_stopped_again"
