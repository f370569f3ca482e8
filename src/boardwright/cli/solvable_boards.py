"""Puzzles for commands: by level, from a first cell."""

from __future__ import annotations

from boardwright.core.analysis import Puzzle
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game


def make(game: Game, level: str, first: tuple[int, int] | None, seed: int, number: int) -> Puzzle:
    """Make a puzzle of a game. Defaults: its strongest level, from the middle of the board."""
    puzzles = game.definition.people.puzzles
    if puzzles is None:
        raise ConfigError("generate_none", path="game", game=game.name)
    if first is None:
        board = game.view(game.new(), 0).board
        first = board.rows // 2, board.cols // 2
    return puzzles.make(game, level or puzzles.levels[-1], first, seed, number)
