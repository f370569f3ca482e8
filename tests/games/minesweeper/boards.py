"""Boards for tests: small interpreted games, so that a shape costs no compilation, with mines at chosen cells."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.core import registry
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.minesweeper.cells import HIDDEN


def plain(**changes: Any) -> Game:
    """A game of the base configuration with some keys changed, interpreted."""
    definition = registry.definition("minesweeper")
    return Game(definition, [registry.preset_of(definition, "base") | changes], interpreted=True)


def laid(picture: str, **changes: Any) -> tuple[Game, Array]:
    """A game and a state in which mines lie where the picture has a star, and nothing is revealed yet."""
    rows = picture.split()
    mine = np.array([[cell == "*" for cell in row] for row in rows], np.uint8)
    game = plain(**{"H": mine.shape[0], "W": mine.shape[1], "mine_count": int(mine.sum())} | changes)
    state = game.new()
    assert (state["shown"] == HIDDEN).all()
    state["mine"][0] = mine.reshape(-1)
    state["laid"] = 1
    return game, state


def do(game: Game, state: Array, *texts: str) -> Array:
    """Carry out what a person types, one after the other, on a copy."""
    for text in texts:
        state = game.apply(state, game.actions.from_text(text), 0)
    return state


def shown(game: Game, state: Array) -> list[str]:
    """The visible board, a word a row."""
    text, wide = game.text_key(state), int(game.config["W"])
    return [text[at : at + wide] for at in range(0, len(text), wide)]


def counted(game: Game, state: Array) -> dict[str, int]:
    """The tally by name."""
    return dict(zip(game.layout.tally, state["tally"][0, 0].tolist()))
