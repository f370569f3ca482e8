"""Levels of difficulty: agents by names that people know, from the weakest to the strongest, in a game's configuration.

`levels/<profile>.yaml` beside a game's presets names them, each an agent with its options. A level is asked for like
any agent: `hard`, or `hard:profile=seed`.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from boardwright.core import config
from boardwright.core.definition import Definition
from boardwright.core.errors import AgentError


class LadderSettings(config.Settings):
    """How a ladder is proved: so many games a rung at most, from openings of so many random plies.

    With `sprt` a rung ends once it is clear, though not before `least` games: few games leave a wide interval.
    """

    games: Annotated[int, Field(ge=2, multiple_of=2)]
    least: Annotated[int, Field(ge=2, multiple_of=2)]
    opening: Annotated[int, Field(ge=0)]
    sprt: bool


class Level(config.Settings):
    """An agent's name; the other keys are its options."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    agent: str

    @property
    def options(self) -> dict[str, Any]:
        """What the agent is made with."""
        return dict(self.model_extra or {})


class Profile(config.Settings):
    """The levels of a profile, the weakest first, and how their order is proved."""

    ladder: LadderSettings
    levels: dict[str, Level]


def profile(game: Definition, name: str) -> Profile:
    """A profile by name, the game's first one where there is none."""
    if not game.search.levels:
        raise AgentError("levels_none", game=game.name)
    if name and name not in game.search.levels:
        raise AgentError("levels_unknown", game=game.name, profile=name, known=list(game.search.levels))
    return config.validate(Profile, config.read(game.files.configs / "levels", name or game.search.levels[0]))


def names(game: Definition) -> tuple[str, ...]:
    """The levels of a game, those of its first profile first."""
    found: dict[str, None] = {}
    for each in game.search.levels:
        found |= dict.fromkeys(profile(game, each).levels)
    return tuple(found)


def resolve(game: Definition, name: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The agent that a level stands for, and its options with those given on top."""
    options = dict(options)
    chosen = str(options.pop("profile", ""))
    # Without a profile: the first one that has a level of this name.
    for each in (chosen,) if chosen else game.search.levels:
        level = profile(game, each).levels.get(name)
        if level is not None:
            return level.agent, {**level.options, **options}
    raise AgentError("unknown_agent", name=f"{name}:profile={chosen}", known=list(profile(game, chosen).levels))
