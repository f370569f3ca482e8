"""The configuration, and the record layout it determines."""

from math import comb
from typing import Annotated

from pydantic import Field

from boardwright import Layout
from boardwright.core.config import Settings

Count = Annotated[int, Field(ge=1)]


class Configuration(Settings):
    """`entry` squares of a player's own, `shared` ones, `exit` of the player's own again; home is a square further.

    Squares count from 1 along the path; those in `rosettes` are safe and give another throw. Every one of the `dice`
    shows 0 or 1. A game that is not over after `max_plies` actions is cut off.
    """

    pieces: Count
    dice: Annotated[int, Field(ge=1, le=8)]
    entry: Count
    shared: Count
    exit: Count
    rosettes: list[Count]
    max_plies: Count


def layout(config: Configuration) -> Layout:
    """The state: the number of pieces of each player on each square of the path (0 for waiting), and the throw."""
    home = config.entry + config.shared + config.exit + 1
    squares = ("u1", (home + 1,))
    return Layout(
        params={
            "pieces": config.pieces,
            "draws": 2**config.dice,
            "odds": [comb(config.dice, number) / 2**config.dice for number in range(config.dice + 1)],
            "entry": config.entry,
            "shared": config.entry + config.shared,
            "home": home,
            "rosette": [int(square in config.rosettes) for square in range(home + 1)],
            "max_plies": config.max_plies,
        },
        position={"on": ("u1", (2, home + 1)), "thrown": "u1"},
        observation={"own": squares, "other": squares, "thrown": "u1"},
        bounds={"own": (0, config.pieces), "other": (0, config.pieces), "thrown": (0, config.dice)},
        max_plies=config.max_plies,
        tally=("captures", "home"),
        events=2,
    )
