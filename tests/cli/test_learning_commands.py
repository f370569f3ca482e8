"""The commands train and prove."""

from __future__ import annotations

import json

import pytest

from .test_commands import boardwright


def test_train_then_prove(tmp_path):
    out = tmp_path / "table.json"
    ran = boardwright("train", "tic_tac_toe", "--seed", "3", "--out", str(out), "--json")
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
        ran = boardwright("train", "tic_tac_toe", *options, BOARDWRIGHT_LANGUAGE=language)
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
    assert "The key rule cannot be" in boardwright("train", "tic_tac_toe", "--rule", "magic").stderr


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
    for name in ("model.safetensors", "README.md", "curves.png", "recipe.json", "imitation/metrics.csv", "tensorboard"):
        assert (out / name).exists(), name
    again = boardwright("train", "minesweeper", *options, "--resume", "--json")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["complete"]
