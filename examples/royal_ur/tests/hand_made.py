"""Positions made by hand, for the tests."""

from boardwright import Game
from boardwright.core.record import Array
from royal_ur.rules import RACE


def position(game: Game, first: list[int], second: list[int], thrown: int, *, to_move: int = 0) -> Array:
    """A state with pieces on these squares of each player's path (15 is home); the others wait."""
    state = game.new(1)
    state["on"] = 0
    for player, squares in enumerate((first, second)):
        for square in squares:
            state["on"][0, player, square] += 1
        state["on"][0, player, 0] = game.config["pieces"] - len(squares)
    state["phase"] = RACE
    state["thrown"] = thrown
    state["to_move"] = to_move
    return state
