"""Presets: the specification's files and keys, two sections of which the game reads one, and the refusals."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
import yaml

import boardwright
from boardwright.core import registry
from boardwright.core.config import SHIPPED
from boardwright.core.errors import ConfigError

FOLDER = SHIPPED / "minesweeper"
BOARDS = {"small": (8, 8, 10), "medium": (16, 16, 40), "expert": (16, 30, 99)}
LONG = {"small": "small_8x8_10", "medium": "med_16x16_40", "expert": "expert_16x30_99"}

SPECIFIED_ENV = {
    "H": 8,
    "W": 8,
    "mine_count": 10,
    "guarantee_safe_neighborhood": True,
    "progress_reward": 0.01,
    "win_reward": 1.0,
    "loss_reward": -1.0,
    "step_penalty": 1e-4,
    "invalid_penalty": 1e-3,
    "flag_correct_reward": 0.002,
    "flag_incorrect_reward": -0.002,
    "use_flag_shaping": False,
}
SPECIFIED_PPO = {
    "num_envs": 256,
    "steps_per_env": 128,
    "mini_batches": 8,
    "ppo_epochs": 3,
    "gamma": 0.995,
    "gae_lambda": 0.95,
    "clip_eps": 0.2,
    "vf_coef": 0.5,
    "ent_coef": 0.003,
    "lr": 0.0003,
    "max_grad_norm": 0.5,
    "aux_mine_weight": 0.1,
    "frontier_mask_until_updates": 200,
}


def test_base_is_the_specifications_configuration() -> None:
    base = yaml.safe_load((FOLDER / "base.yaml").read_text(encoding="utf-8"))
    assert base["ppo"] == SPECIFIED_PPO
    assert base["env"] == SPECIFIED_ENV | {"allow_flags": True, "max_plies": None}


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_has_a_short_name_and_the_specifications(board: str) -> None:
    definition = registry.definition("minesweeper")
    config = registry.preset_of(definition, board)
    assert (config["H"], config["W"], config["mine_count"]) == BOARDS[board]
    assert registry.preset_of(definition, LONG[board]) == config
    assert config.keys() == SPECIFIED_ENV.keys() | {"allow_flags", "max_plies"}


def test_presets_hold_the_games_section_alone() -> None:
    game = boardwright.load("minesweeper")
    assert "ppo" not in game.config
    assert boardwright.load("minesweeper", "small_8x8_10") is game
    assert boardwright.load("minesweeper", config=game.config) is game
    assert boardwright.load("minesweeper", mine_count=11).config["mine_count"] == 11
    assert pickle.loads(pickle.dumps(game)) is game


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"mine_count": 64}, "H, W"),
        ({"mine_count": 0}, "mine_count"),
        ({"H": 0}, "H"),
        ({"H": 128, "W": 128}, "H, W"),
        ({"step_penalty": -0.1}, "step_penalty"),
        ({"invalid_penalty": -0.1}, "invalid_penalty"),
        ({"win_reward": float("nan")}, "win_reward"),
        ({"max_plies": 65536}, "max_plies"),
        ({"max_plies": 0}, "max_plies"),
        ({"allow_flags": 1}, "allow_flags"),
        ({"luck": 1}, "luck"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_refused(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(ConfigError) as refused:
        boardwright.load("minesweeper", **changes)
    assert refused.value.path.startswith(path)


def test_a_section_that_is_missing_or_not_one_is_an_error(tmp_path: Path) -> None:
    import dataclasses

    definition = registry.definition("minesweeper")
    definition = dataclasses.replace(definition, files=dataclasses.replace(definition.files, configs=tmp_path))
    (tmp_path / "none.yaml").write_text("ppo: {}\n", encoding="utf-8")
    (tmp_path / "flat.yaml").write_text("env: {}\nH: 8\n", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        registry.preset_of(definition, "none")
    assert (refused.value.code, refused.value.path) == ("config_missing", "env")
    with pytest.raises(ConfigError) as refused:
        registry.preset_of(definition, "flat")
    assert (refused.value.code, refused.value.path) == ("config_value", "H")
