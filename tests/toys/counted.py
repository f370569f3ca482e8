"""Pig, interpreted, with a list of the actions that its `check` was asked about."""

from __future__ import annotations

from pathlib import Path

import planted
from boardwright.core import config
from boardwright.core.game import Game

CHECK = "def check(p: Record, s: Record, action: int) -> int:\n"


def counted(folder: Path, *, chance: bool = True) -> tuple[Game, list[int]]:
    """The game and the list. Without chance nobody rolls: every roll is a one."""
    definition = planted.definition("pig", CHECK, f"CHECKED = []\n\n\n{CHECK}    CHECKED.append(action)\n", folder)
    if not chance:
        del definition.rules.chance
    data = config.read(definition.files.configs, definition.files.preset)
    return Game(definition, [data], interpreted=True), definition.rules.CHECKED
