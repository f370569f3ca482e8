"""Tic-tac-toe with its rules rewritten, in a folder of its own, with an author's changes or mistakes."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from boardwright.core.definition import Definition
from boardwright.core.game import Game
from boardwright.games.tic_tac_toe import DEFINITION, rules

STANDARD = {"size": 3, "in_a_row": 3}
MARK = "    s.cells[action] = mark_of(player)\n"
"""A line of `advance`, to be replaced."""


def write(folder: Path, *changes: tuple[str, str], more: str = "") -> Path:
    """The rules with some lines changed, and more at the end."""
    source = Path(str(rules.__file__)).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in source, f"the rules have no {old!r}"
        source = source.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "rules.py"
    path.write_text(source + more, encoding="utf-8")
    return path


def read(path: Path) -> ModuleType:
    """A module from its file, importable by a name that no other has."""
    name = f"{path.stem}_{abs(hash(str(path)))}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def definition(module: ModuleType) -> Definition:
    return replace(DEFINITION, rules=module)


def play(module: ModuleType, *, interpreted: bool = False) -> Game:
    """Play two marks by these rules, and return the game. One loop runs, which calls most of the rules."""
    game = Game(definition(module), [STANDARD], interpreted=interpreted)
    states = game.new()
    game.step(states, 4)
    game.step(states, 0)
    return game
