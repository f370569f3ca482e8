"""The actions and their text form."""

from dataclasses import dataclass

from boardwright.core.actions import Actions, Group
from connect_four.config import Configuration


@dataclass(frozen=True)
class Drop:
    """Drop a stone into a column, counted from 0 at the left."""

    column: int


def actions(config: Configuration) -> Actions:
    """The index of an action is its column."""
    return Actions([Group(Drop, {"column": config.cols})])
