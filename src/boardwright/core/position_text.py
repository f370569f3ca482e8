"""Positions from text, in a game's own format: the state that it describes."""

from __future__ import annotations

from boardwright.core.analysis import ReadPosition
from boardwright.core.errors import FormatError
from boardwright.core.game import Game
from boardwright.core.record import Array


def placed(game: Game, setup: ReadPosition) -> Array:
    """The state that a format has read: the start, with these fields."""
    state = game.new()
    for field, value in setup.fields.items():
        state[field][0] = value
    return state


def read(game: Game, text: str) -> Array:
    """Read a position of this very board in the game's standard format. Nothing of it may be hidden from a player."""
    formats = game.definition.files.formats
    if not formats:
        raise FormatError("format_none", game=game.name)
    if not game.definition.perfect_information:
        raise FormatError("format_hidden", game=game.name)
    return placed(game, next(iter(formats.values())).read(text.encode(), game.config))


def known(game: Game) -> bool:
    """Whether `read` can read positions of a game."""
    return bool(game.definition.files.formats) and game.definition.perfect_information
