"""How an environment shows a board: as text, or as a picture."""

from __future__ import annotations

from typing import Any

from boardwright.core.errors import BatchError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.core.view import text_board

RENDER_MODES = ("ansi", "rgb_array")


def usable_mode(mode: str | None) -> str | None:
    """A render mode as it is, if there is one like it."""
    if mode is not None and mode not in RENDER_MODES:
        raise BatchError("envs_render")
    return mode


def picture(game: Game, state: Array, seat: int, mode: str | None) -> Any:
    """A board for whoever sits there: text, or [height, width, 3] bytes."""
    board = game.view(state, seat).board
    if mode == "ansi":
        return text_board(board) + "\n"
    if mode == "rgb_array":
        from boardwright.drawing.raster import draw

        return draw(board)
    raise BatchError("envs_render")
