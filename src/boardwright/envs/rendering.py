"""Rendering of environments: text, or a picture."""

from __future__ import annotations

from typing import Any

from boardwright.core.board_text import text_board
from boardwright.core.errors import BatchError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.drawing.picture import pixels

RENDER_MODES = ("ansi", "rgb_array")


def usable_mode(mode: str | None) -> str | None:
    """Return a render mode, or raise BatchError if it is unknown."""
    if mode is not None and mode not in RENDER_MODES:
        raise BatchError("envs_render")
    return mode


def picture(game: Game, state: Array, seat: int, mode: str | None) -> Any:
    """Render a board for a seat: text, or bytes, [height, width, 3]."""
    view = game.view(state, seat)
    if mode == "ansi":
        return text_board(view.board) + "\n"
    if mode == "rgb_array":
        return pixels(view)
    raise BatchError("envs_render")
