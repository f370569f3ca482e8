"""Hypothesis strategies: positions and histories of any game, which shrink to short ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from boardwright.core.game import Game
from boardwright.core.position import Position


@st.composite
def positions(draw: Any, game: Game, *, most: int | None = None, over: bool = True) -> Position:
    """A position reached by at most `most` legal actions, terminal only if `over` allows it."""
    position = Position(game, seed=draw(st.integers(0, 2**32)))
    plies = draw(st.integers(0, game.max_plies if most is None else most))
    for _ in range(plies):
        if position.to_move is None:
            break
        legal = position.legal_actions
        position.push(legal[draw(st.integers(0, len(legal) - 1))])
    if not over and position.to_move is None:
        position.pop()
    return position


def actions(game: Game) -> st.SearchStrategy[int]:
    """Any action's index, legal or not, people's too."""
    return st.integers(0, game.actions.count - 1)
