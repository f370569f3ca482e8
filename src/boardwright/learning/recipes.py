"""Training recipes in YAML, in the layout of specification 002. A recipe has the sections of its stages, and no others.

A recipe names a board. Its sections `env` and `ppo` override that preset's configuration and, if it has one, its
section `ppo`. The recipe for any game is configs/learning/any_game.yaml.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from boardwright.agents.requirements import two_sided
from boardwright.arena.evaluation import fitting, shared_out
from boardwright.core import config, registry
from boardwright.core.config import Count, Whole
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.learning import curriculum, league, networks, ppo, run_folder
from boardwright.learning.descent import trainer as descent_trainer
from boardwright.learning.imitation import trainer
from boardwright.learning.metrics import StageName
from boardwright.learning.self_play import trainer as self_play_trainer

FOLDER = "recipes"
ANY_GAME, SELF_PLAY, DESCENT = "any_game", "self_play", "descent"
INCREMENTAL = "incremental"
"""The recipe of a network inside alpha-beta, which has sections of its own (incremental/trainer.py)."""
GENERAL = (ANY_GAME, SELF_PLAY, DESCENT)
"""The recipes for any game: PPO against random play and its own checkpoints; self-play with a tree search; Descent."""


Course = curriculum.Options
PPOSection = ppo.Options
"""Under names of their own: a field that is assigned to hides the module of the same name."""


class Evaluation(config.Settings):
    """The evaluation of a model during training."""

    every: Count = Field(description="Rounds or updates between two evaluations.")
    games: Count = Field(description="Games of an evaluation.")
    games_each: Whole = Field(
        default=0,
        description="Games on each other board and value in play, in a game for one; 0: the model's board alone.",
    )
    seed: Whole = Field(description="Seed of the games; the same each time.")
    opening: Whole = Field(
        default=0, description="Random plies before the players begin: deterministic players repeat themselves."
    )
    against: list[str] = Field(description="Opponents in a game for several; the first one's rate is `win_rate`.")
    controls: dict[str, dict[str, str]] = Field(
        description="Further evaluations against the first opponent, by name, with wrappers of the game."
    )


class Rollout(config.Settings):
    """The environment that PPO plays in."""

    first: Literal["own", "uniform"] = Field(
        default="own",
        description="First action in a game for one: the learner's, or a random one, in evaluations, too.",
    )
    random_plies: Whole = Field(
        default=0,
        description="Random plies of all players at the beginning of a game, at most; none in evaluations.",
    )
    on_illegal: Literal["raise", "penalise"] = Field(
        default="raise",
        description="`raise`: the policy samples legal actions. `penalise`: any, and an illegal one costs.",
    )


class Play(config.Settings):
    """The opponents and rewards of a learner in a game for two."""

    opponents: dict[str, Annotated[float, Field(gt=0)]] = Field(description="Agents, with their shares of the games.")
    own: Annotated[float, Field(ge=0)] = Field(description="Total share of its own promoted checkpoints; 0: none play.")
    seat: int | Literal["alternate"] = Field(description="Seat of the learner.")
    rewards: str | dict[str, Any] = Field(description="Profile of rewards by name, or its weights.")
    draw: float = Field(default=0.0, description="Added to the reward for a draw, so that a learner seeks no draws.")
    stand_in: dict[str, str] = Field(description="Decisions made for the learner: `{deploy: sorted}`; `{}` for none.")
    league: Annotated[league.Options, Field(description="Promotion of its own checkpoints.")]


class Recipe(config.Settings):
    """A complete recipe: docs/recipes.md lists all sections and keys."""

    board: str = Field(description="Preset of the game.")
    env: dict[str, Any] = Field(description="Changes to the configuration of that preset.")
    stages: Annotated[list[StageName], Field(min_length=1)] = Field(description="Stages, in this order.")
    start: str = Field(description="Model file to start from; empty: random weights.")
    seed: Whole = Field(description="Seed of the whole run.")
    device: str = Field(description="Device of the network: `cpu`, `cuda` (or one of several: `cuda:1`) or `mps`.")
    threads: Count = Field(description="Threads of torch.")
    save_every: Count = Field(description="Rounds or updates between two checkpoints.")
    network: networks.Options = Field(description="Architecture of the network.")
    evaluation: Evaluation = Field(description="Evaluation during training.")
    tensorboard: bool = Field(description="Write the metrics for TensorBoard, too.")
    ppo: PPOSection | None = Field(default=None, description="Hyperparameters of PPO, with the stage `ppo`.")
    imitation: trainer.Options | None = Field(default=None, description="Imitation, with the stage `imitation`.")
    self_play: self_play_trainer.Options | None = Field(
        default=None, description="Self-play with a tree search, with the stage `self_play`."
    )
    descent: descent_trainer.Options | None = Field(
        default=None, description="Descent: a value network and best-first minimax, with the stage `descent`."
    )
    curriculum: Course | None = Field(
        default=None, description="Boards in order of difficulty; without it, the board alone."
    )
    rollout: Rollout = Field(default=Rollout(), description="Environment that PPO plays in.")
    play: Play | None = Field(default=None, description="Opponents and rewards, in a game for several players.")
    pace: dict[str, list[config.Share]] = Field(
        default={},
        description="Written by a run with `--minutes`: how far each stage was when each round began. Repeats the run.",
    )


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
    general = name in GENERAL and name not in names(game)
    if not general and not config.is_path(name) and name not in names(game):
        others = (INCREMENTAL,) if registry.definition(game).search.features is not None else ()
        raise ConfigError("config_absent", path=name, known=list(dict.fromkeys((*names(game), *GENERAL, *others))))
    data = config.read(config.SHIPPED / "learning" if general else folder_of(game), name)
    definition = registry.definition(game)
    if general:
        data = _for_any(data, definition)
    data = config.replaced(data, changed or {}, optional=True)
    if "board" not in data:
        raise ConfigError("config_missing", path="board")
    own = registry.preset_of(definition, str(data["board"]))
    # A preset that is the bare configuration of the game has no section `ppo`.
    sections = definition.files.section and not general
    more = config.read(definition.files.configs, str(data["board"])) if sections else {}
    knobs = definition.learning.knobs
    data["env"] = {**own, **data.get("env", {})}
    # A run's own recipe.json has null for the sections of stages that it lacks.
    if data.get("ppo") is not None or "ppo" in data["stages"]:
        data["ppo"] = {**_named(more.get("ppo", {}), knobs), **_named(data.get("ppo") or {}, knobs)}
    if isinstance(data.get("imitation"), dict):
        data["imitation"] = _named(data["imitation"], knobs)
    recipe = config.validate(Recipe, data)
    for stage in recipe.stages:
        if getattr(recipe, stage) is None:
            raise ConfigError("config_missing", path=stage)
    masked = recipe.ppo.frontier_mask_until_updates if recipe.ppo is not None else 0
    if recipe.rollout.on_illegal == "penalise" and masked:
        # A mask of the frontier is a mask: nothing illegal would be left to try.
        raise ConfigError("train_frontier", path="ppo.frontier_mask_until_updates", value=masked)
    return recipe


def _for_any(data: dict[str, Any], definition: Definition) -> dict[str, Any]:
    """The recipe for any game, for this one: its own board and configuration; in a game for one, no opponents.

    In a game for more than two its own checkpoints do not play, since none is promoted there.
    """
    data = {"board": definition.files.preset, **data, "env": {**data["env"], **definition.learning.env}}
    evaluation = data["evaluation"]
    data["evaluation"] = {**evaluation, "games": fitting(evaluation["games"], definition.players)}
    if definition.players == 1:
        data["play"] = None
        data["evaluation"] = {**data["evaluation"], "against": []}
    if definition.players > 2 and "play" in data:
        data["play"] = {**data["play"], "own": 0}
    return data


def require_seats(recipe: Recipe, game: Game) -> None:
    """Refuse what cannot be trained or measured with as many players as a game has, before anything starts."""
    shared_out(recipe.evaluation.games, game.players, "evaluation.games")
    if game.players == 1 and recipe.evaluation.against:
        value = " ".join(recipe.evaluation.against)
        raise ConfigError("config_value", path="evaluation.against", value=value, expected="[]")
    if "descent" in recipe.stages:
        two_sided("descent", game)
    if game.players > 2 and recipe.play is not None and (recipe.play.own or recipe.play.league.table_games):
        path = "play.own" if recipe.play.own else "play.league.table_games"
        raise ConfigError("train_league_two", path=path, game=game.name, players=game.players)


def require_same(recipe: Recipe, folder: Path) -> Recipe:
    """Refuse to resume the run in a folder by a recipe whose checkpoints would be others. Its lengths may differ.

    Returns the recipe of the run.
    """
    kept = config.validate(Recipe, json.loads((folder / run_folder.RECIPE).read_text(encoding="utf-8")))
    for key in ("board", "env", "stages", "network"):
        if getattr(kept, key) != getattr(recipe, key):
            raise ConfigError("training_recipe", path=str(folder), key=key)
    return kept


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
