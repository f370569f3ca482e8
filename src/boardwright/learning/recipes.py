"""Training recipes in YAML, in the layout of specification 002. Every key is required; none has a default in code.

A recipe names a board. Its sections `env` and `ppo` override that preset's configuration and, if it has one, its
section `ppo`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from boardwright.core import config, registry
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.learning import curriculum, league, networks, ppo
from boardwright.learning.imitation import trainer

FOLDER = "recipes"
Stage = Literal["imitation", "ppo"]


class Evaluation(config.Settings):
    """The evaluation of a model during training."""

    every: Annotated[int, Field(ge=1)]  # rounds or updates between two evaluations
    games: Annotated[int, Field(ge=1)]
    seed: Annotated[int, Field(ge=0)]  # the same boards each time
    against: list[str]  # opponents in a game for two; the first one's rate is `win_rate`
    controls: dict[str, dict[str, str]]  # further evaluations against the first one, with wrappers of the game, by name


class Play(config.Settings):
    """The opponents and rewards of a learner in a game for two."""

    opponents: dict[str, Annotated[float, Field(gt=0)]]  # agents as text, with their shares of the games
    own: Annotated[float, Field(ge=0)]  # the total share of its own promoted checkpoints; 0: none play
    seat: int | Literal["alternate"]
    rewards: str | dict[str, Any]  # a profile by name, or its weights
    stand_in: dict[str, str]  # decisions made for the learner: {deploy: sorted}; {} for none
    league: league.Options


class Recipe(config.Settings):
    """A complete recipe: see configs/minesweeper/recipes/base.yaml for the meaning of each key."""

    board: str
    env: dict[str, Any]
    stages: Annotated[list[Stage], Field(min_length=1)]
    start: str
    seed: Annotated[int, Field(ge=0)]
    device: str
    threads: Annotated[int, Field(ge=1)]
    save_every: Annotated[int, Field(ge=1)]
    network: networks.Options
    imitation: trainer.Options
    ppo: ppo.Options
    curriculum: curriculum.Options
    play: Play | None
    evaluation: Evaluation
    tensorboard: bool


def folder_of(game: str) -> Path:
    """The folder of a game's recipes."""
    return registry.definition(game).files.configs / FOLDER


def read(game: str, name: str) -> Recipe:
    """Read a recipe by name, or by the path of a file, which may extend files beside it."""
    path = Path(name)
    folder, stem = (path.parent, path.stem) if path.suffix == ".yaml" else (folder_of(game), name)
    data = config.read(folder, stem)
    if "board" not in data:
        raise ConfigError("config_missing", path="board")
    definition = registry.definition(game)
    own = registry.preset_of(definition, str(data["board"]))
    # A preset that is the bare configuration of the game has no section `ppo`.
    more = config.read(definition.files.configs, str(data["board"])) if definition.files.section else {}
    knobs = definition.learning.knobs
    data["env"] = {**own, **data.get("env", {})}
    data["ppo"] = {**_named(more.get("ppo", {}), knobs), **_named(data.get("ppo", {}), knobs)}
    if isinstance(data.get("imitation"), dict):
        data["imitation"] = _named(data["imitation"], knobs)
    return config.validate(Recipe, data)


def _named(section: Mapping[str, Any], knobs: Mapping[str, str]) -> dict[str, Any]:
    """A section with the trainer's names for its knobs. A section with both names keeps both, and is refused."""
    return {key if knobs.get(key) in section else knobs.get(key, key): value for key, value in section.items()}


def board(game: str, recipe: Recipe) -> Game:
    """The game of a recipe's model."""
    return registry.load(game, config=recipe.env)


def boards(game: str, recipe: Recipe) -> list[Game]:
    """The boards that imitation collects from."""
    return [curriculum.load(game, board_options, changes(game, recipe)) for board_options in recipe.imitation.boards]


def changes(game: str, recipe: Recipe) -> dict[str, Any]:
    """A recipe's changes to its board's preset, which apply to every other board, too."""
    own = registry.preset_of(registry.definition(game), recipe.board)
    return {key: value for key, value in recipe.env.items() if key not in own or own[key] != value}
