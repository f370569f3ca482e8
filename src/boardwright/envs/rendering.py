"""Rendering of environments: the board printed for a person, as text, or as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardwright.core.board_text import text_board
from boardwright.core.errors import BatchError
from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.drawing.picture import pixels

HUMAN = "human"
"""The mode in which an environment prints its board at every reset and step."""

VECTOR_MODES = ("ansi", "rgb_array")
"""The modes of environments with many games, which nobody could follow on a terminal."""

RENDER_MODES = (HUMAN, *VECTOR_MODES)

FPS = 2
"""The frames a second of a recorded game; printing does not wait."""


def usable_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """Return a render mode, or raise BatchError if it is unknown."""
    if mode is not None and mode not in modes:
        raise BatchError("envs_render")
    return mode


def picture(game: Game, state: Array, seat: int, mode: str | None) -> Any:
    """Render a board for a seat: text, or bytes, [height, width, 3]; `human` prints the text and returns None."""
    if mode is None:
        raise BatchError("envs_render")
    view = game.view(state, seat)
    if mode == "rgb_array":
        return pixels(view)
    text = text_board(view.board) + "\n"
    if mode == HUMAN:
        # A blank line between boards; at once, also into a pipe.
        print(text, flush=True)  # noqa: T201 - the mode asks for it
        return None
    return text
