"""Writes a game's perft table and golden playthrough, for its tests to compare with."""

from __future__ import annotations

import json
from pathlib import Path

from boardwright.core.errors import AgentError
from boardwright.core.game import Game
from boardwright.testing import perft, playthrough

ENOUGH = 1_000_000
"""A perft table goes to the depth at which it first passes this many sequences."""


def record(game: Game, folder: Path, *, seed: int = 1) -> list[Path]:
    """Write both files below a folder. A game whose draws are raw bits has no perft table."""
    written = [_write(folder / "playthroughs" / f"{game.name}.json", playthrough.play(game, seed))]
    try:
        depth = 1
        while depth < game.max_plies and perft.perft(game, game.new(), depth) < ENOUGH:
            depth += 1
        written.append(_write(folder / "perft" / f"{game.name}.json", perft.make_table(game, depth, [[]])))
    except AgentError:
        pass
    return written


def _write(path: Path, data: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return path
