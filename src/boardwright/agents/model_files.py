"""The files of models that come with a game, in `models/` beside its presets, by the ending of their kind."""

from __future__ import annotations

from pathlib import Path

from boardwright.core.errors import AgentError
from boardwright.core.game import Game

FOLDER = "models"


def names(game: Game, ending: str) -> list[str]:
    """The models of a kind that come with a game."""
    return sorted(path.stem for path in (game.definition.files.configs / FOLDER).glob(f"*{ending}"))


def path_of(game: Game, name: str, ending: str) -> Path:
    """The path of a model: one that comes with the game, or a file."""
    shipped = game.definition.files.configs / FOLDER / f"{name}{ending}"
    path = shipped if shipped.is_file() else Path(name)
    if not path.is_file():
        raise AgentError("model_unknown", name=name, game=game.name, known=names(game, ending))
    return path
