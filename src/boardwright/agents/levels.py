"""Levels of difficulty: named agents from the weakest to the strongest, in a game's configuration.

`levels/<profile>.yaml` beside a game's presets lists them, each an agent with its options and, if it was measured, its
rating. A level is named like any agent: `hard`, or `hard:profile=seed`. `boardwright levels` writes such a file.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, model_validator

from boardwright.core import config
from boardwright.core.definition import Definition
from boardwright.core.errors import AgentError
from boardwright.core.words import Word


class LadderSettings(config.Settings):
    """Settings of a ladder: at most `games` games a rung, from openings of `opening` random plies.

    With `sprt` a rung ends once the test accepts, but not before `least` games: few games leave a wide interval.
    """

    games: Annotated[int, Field(ge=2, multiple_of=2)]
    least: Annotated[int, Field(ge=2, multiple_of=2)]
    opening: Annotated[int, Field(ge=0)]
    sprt: bool


class LevelRating(config.Settings):
    """Elo points above the weakest level of the profile, with a 95 % interval."""

    elo: int
    low: int
    high: int

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not self.low <= self.elo <= self.high:
            raise ValueError("low <= elo <= high")
        return self


class Level(config.Settings):
    """The name of an agent, and the rating if it was measured; the other keys are the agent's options."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    agent: str
    rating: LevelRating | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The options of the agent."""
        return dict(self.model_extra or {})


class Profile(config.Settings):
    """The levels of a profile, the weakest first, and the settings of its ladder."""

    ladder: LadderSettings
    levels: dict[str, Level]


def profile(game: Definition, name: str) -> Profile:
    """Read a profile by name; an empty name is the game's first profile."""
    if not game.search.levels:
        raise AgentError("levels_none", game=game.name)
    if name and name not in game.search.levels:
        raise AgentError("levels_unknown", game=game.name, profile=name, known=list(game.search.levels))
    return config.validate(Profile, config.read(game.files.configs / "levels", name or game.search.levels[0]))


ENDLESS = 1_000_000_000
"""The budget of nodes of a level that its depth alone limits."""


def about(level: Level) -> Word | None:
    """What a level does, in words, by its agent and its budget; None for an agent that has no such sentence."""
    options = level.options
    if level.agent == "random":
        return Word("level_random")
    if level.agent == "mcts" and "iterations" in options:
        return Word("level_mcts", {"iterations": options["iterations"]})
    if level.agent != "alphabeta":
        return None
    if options.get("nodes", ENDLESS) < ENDLESS:
        return Word("level_alphabeta_nodes", {"nodes": options["nodes"]})
    if "depth" not in options:
        return None
    return Word("level_alphabeta_noise" if options.get("noise") else "level_alphabeta", {"depth": options["depth"]})


def names(game: Definition) -> tuple[str, ...]:
    """The levels of a game, those of its first profile first."""
    levels: dict[str, None] = {}
    for name in game.search.levels:
        levels |= dict.fromkeys(profile(game, name).levels)
    return tuple(levels)


def resolve(game: Definition, name: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of a level's agent, and its options updated with those given."""
    options = dict(options)
    wanted = str(options.pop("profile", ""))
    # Without a profile: the first one that has a level of this name.
    for candidate in (wanted,) if wanted else game.search.levels:
        level = profile(game, candidate).levels.get(name)
        if level is not None:
            return level.agent, {**level.options, **options}
    raise AgentError("unknown_agent", name=f"{name}:profile={wanted}", known=list(profile(game, wanted).levels))
