"""The models of what can be played here: games, presets, agents and their ratings."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from boardwright.server.schemas import Outgoing


class NumberOption(Outgoing):
    """A number of a configuration that people may choose for a match: its range, and the preset's own value."""

    key: str
    title: str
    low: int
    high: int
    value: int


class Preset(Outgoing):
    """A configuration that a game comes with, its title for people, and the numbers of it that can be chosen."""

    name: str
    title: str
    config: dict[str, Any]
    options: list[NumberOption]


class Rating(Outgoing):
    """A measured strength: Elo points above the weakest level of the game, with a 95 % interval."""

    elo: int
    low: int
    high: int


class AgentOffer(Outgoing):
    """An agent that can play a game: its name in requests, its title for people, and its rating if it was measured.

    `about` says how it plays, null where nobody has said it. `level`: whether it is one of the game's levels.
    """

    name: str
    title: str
    about: str | None
    level: bool
    rating: Rating | None


class OptionValue(Outgoing):
    """A value that an agent's option can have, and its title for people."""

    name: str
    title: str


class AgentOption(Outgoing):
    """An option that any agent of a game takes (`hard:deploy=front`), with its values, the usual one first."""

    name: str
    title: str
    values: list[OptionValue]


class GameOffer(Outgoing):
    """A game that can be played here. `undo`: whether it allows moves to be taken back.

    `opponent` is the agent to propose, None in a game for one or without agents. `about` is a sentence about the game,
    `minutes` the usual length of a match; null where the game does not say. `shipped` games come with Boardwright.
    `puzzles` is the number of puzzles that the game comes with, `positions` whether a position can be given as text.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)

    name: str
    title: str
    about: str | None
    minutes: int | None
    shipped: bool
    version: int
    players: int
    preset: str
    presets: list[Preset]
    config_schema: Annotated[dict[str, Any], Field(alias="schema")]
    perfect_information: bool
    undo: bool
    opponent: str | None
    agents: list[AgentOffer]
    agent_options: list[AgentOption]
    puzzles: int
    positions: bool


class Guide(Outgoing):
    """How to play a game, in Markdown, null where the game does not say."""

    text: str | None
