"""Recipes: how a model is trained, as YAML in the seed's shape. Every key is needed; none has a default in code.

A recipe names a board. That preset's sections `env` and `ppo` are what it starts from, and its own are laid over them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from boardwright.core import config, registry
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.learning import curriculum, imitation, networks, ppo

FOLDER = "recipes"
Stage = Literal["imitation", "ppo"]


class Evaluation(config.Settings):
    """How a model is measured while it learns."""

    every: Annotated[int, Field(ge=1)]  # rounds or updates between two evaluations
    games: Annotated[int, Field(ge=1)]
    seed: Annotated[int, Field(ge=0)]  # the same boards each time


class Recipe(config.Settings):
    """All of a training: see configs/minesweeper/recipes/base.yaml for what each key means."""

    board: str
    env: dict[str, Any]
    stages: Annotated[list[Stage], Field(min_length=1)]
    start: str
    seed: Annotated[int, Field(ge=0)]
    device: str
    threads: Annotated[int, Field(ge=1)]
    save_every: Annotated[int, Field(ge=1)]
    network: networks.Options
    imitation: imitation.Options
    ppo: ppo.Options
    curriculum: curriculum.Options
    evaluation: Evaluation
    tensorboard: bool


def folder_of(game: str) -> Path:
    """Where a game's recipes are."""
    return registry.definition(game).configs / FOLDER


def read(game: str, name: str) -> Recipe:
    """A recipe by name, or the path of a file of one's own beside files that it extends."""
    path = Path(name)
    folder, stem = (path.parent, path.stem) if path.suffix == ".yaml" else (folder_of(game), name)
    data = config.read(folder, stem)
    if "board" not in data:
        raise ConfigError("config_missing", path="board")
    preset = config.read(registry.definition(game).configs, str(data["board"]))
    for section in ("env", "ppo"):
        data[section] = {**preset.get(section, {}), **data.get(section, {})}
    return config.validate(Recipe, data)


def board(game: str, recipe: Recipe) -> Game:
    """The game that a recipe's model is for."""
    return registry.load(game, config=recipe.env)


def boards(game: str, recipe: Recipe) -> list[Game]:
    """The boards that imitation collects from."""
    return [curriculum.load(game, each, changes(game, recipe)) for each in recipe.imitation.boards]


def changes(game: str, recipe: Recipe) -> dict[str, Any]:
    """What a recipe changes of its board's preset: it holds on every other board, too."""
    own = registry.preset_of(registry.definition(game), recipe.board)
    return {key: value for key, value in recipe.env.items() if key not in own or own[key] != value}
