"""Training recipes in YAML, in the layout of specification 002. A recipe has the sections of its stages, and no others.

A recipe names a board. Its sections `env` and `ppo` override that preset's configuration and, if it has one, its
section `ppo`. The recipe for any game is configs/learning/any_game.yaml.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from boardwright.core import config, registry
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.learning import curriculum, league, networks, ppo
from boardwright.learning.imitation import trainer

FOLDER = "recipes"
ANY_GAME = "any_game"
"""The recipe for any game: PPO against random play and its own checkpoints."""

Stage = Literal["imitation", "ppo"]

Course = curriculum.Options
"""Under a name of its own: a field with a default hides the module of the same name."""


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
    ppo: ppo.Options
    evaluation: Evaluation
    tensorboard: bool
    imitation: trainer.Options | None = None  # with the stage `imitation`
    curriculum: Course | None = None  # without it: the board alone
    play: Play | None = None  # in a game for several players


def folder_of(game: str) -> Path:
    """The folder of a game's recipes."""
    return registry.definition(game).files.configs / FOLDER


def names(game: str) -> list[str]:
    """The recipes that come with a game."""
    folder = folder_of(game)
    return config.names(folder) if folder.is_dir() else []


def read(game: str, name: str, changed: Mapping[str, Any] | None = None) -> Recipe:
    """Read a recipe by name, or by the path of a file, which may extend files beside it and recipes of the game.

    `changed` are values by their path (`ppo.updates`), which replace those of the file.
    """
    if name != ANY_GAME and not config.is_path(name) and name not in names(game):
        raise ConfigError("config_absent", path=name, known=[*names(game), ANY_GAME])
    data = config.read(config.SHIPPED / "learning" if name == ANY_GAME else folder_of(game), name)
    definition = registry.definition(game)
    if name == ANY_GAME:
        data = _for_any(data, definition)
    for key, value in (changed or {}).items():
        _set(data, key, value)
    if "board" not in data:
        raise ConfigError("config_missing", path="board")
    own = registry.preset_of(definition, str(data["board"]))
    # A preset that is the bare configuration of the game has no section `ppo`.
    sections = definition.files.section and name != ANY_GAME
    more = config.read(definition.files.configs, str(data["board"])) if sections else {}
    knobs = definition.learning.knobs
    data["env"] = {**own, **data.get("env", {})}
    data["ppo"] = {**_named(more.get("ppo", {}), knobs), **_named(data.get("ppo", {}), knobs)}
    if isinstance(data.get("imitation"), dict):
        data["imitation"] = _named(data["imitation"], knobs)
    recipe = config.validate(Recipe, data)
    if "imitation" in recipe.stages and recipe.imitation is None:
        raise ConfigError("config_missing", path="imitation")
    return recipe


def _for_any(data: dict[str, Any], definition: Definition) -> dict[str, Any]:
    """The recipe for any game, for this one: its own board, and nobody to play against in a game for one."""
    data = {"board": definition.files.preset, **data}
    if definition.players == 1:
        data["play"] = None
        data["evaluation"] = {**data["evaluation"], "against": []}
    return data


def _set(data: dict[str, Any], path: str, value: Any) -> None:
    """Replace a value by its path. A section that is not there is an error; a key may be one that has a default."""
    *sections, key = path.split(".")
    for section in sections:
        if not isinstance(data.get(section), dict):
            raise ConfigError("config_unknown", path=path, known=sorted(data))
        data[section] = dict(data[section])
        data = data[section]
    data[key] = value


def _named(section: Mapping[str, Any], knobs: Mapping[str, str]) -> dict[str, Any]:
    """A section with the trainer's names for its knobs. A section with both names keeps both, and is refused."""
    return {key if knobs.get(key) in section else knobs.get(key, key): value for key, value in section.items()}


def board(game: str, recipe: Recipe) -> Game:
    """The game of a recipe's model."""
    return registry.load(game, config=recipe.env)


def boards(game: str, recipe: Recipe) -> list[Game]:
    """The boards that imitation collects from."""
    listed = recipe.imitation.boards if recipe.imitation else []
    return [curriculum.load(game, board_options, changes(game, recipe)) for board_options in listed]


def changes(game: str, recipe: Recipe) -> dict[str, Any]:
    """A recipe's changes to its board's preset, which apply to every other board, too."""
    own = registry.preset_of(registry.definition(game), recipe.board)
    return {key: value for key, value in recipe.env.items() if key not in own or own[key] != value}
