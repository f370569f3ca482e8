"""Several boards of one table, with changes by their paths in the configuration."""

from __future__ import annotations

import json
import sys

import pytest

import boardwright
from boardwright.arena.varied_boards import each_board, variant_labels
from boardwright.cli import main
from boardwright.core import config, registry
from boardwright.learning import curriculum

ROUNDS, COVER = "game.battle.rounds", "game.battle.cover_penalty"


def test_a_path_is_changed_on_every_board(capsys, monkeypatch):
    options = ["--boards=small,small_alternated", f"--set={ROUNDS}=4", "--games=4", "--json"]
    monkeypatch.setattr(sys, "argv", ["boardwright", "evaluate", "skirmish", "greedy", "random", *options])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    boards = json.loads(capsys.readouterr().out)["boards"]
    assert [board["config"]["game"]["battle"]["rounds"] for board in boards] == [4, 4]


def test_a_path_has_several_values():
    boards = each_board("skirmish", "small", {COVER: [0, 2]}, {})
    own = registry.load("skirmish", "small").config["game"]["battle"]["cover_penalty"]
    labels = [f"small.{COVER}.{penalty}" for penalty in dict.fromkeys([own, 0, 2])]
    assert [board.label for board in boards] == ["small", *labels]
    listed = config.validate(curriculum.CurriculumBoard, {"board": "small", "vary": {COVER: [own, 2]}})
    mixed = curriculum.load("skirmish", listed, {})
    assert mixed.configs[-1] == boardwright.load("skirmish", "small", **{COVER: 2}).configs[0]
    assert variant_labels("small", mixed)[-1] == ["small", f"small.{COVER}.2"]
