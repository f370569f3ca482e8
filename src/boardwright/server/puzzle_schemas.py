"""The models of puzzles, field by field: what is asked, and what an answer is told. No history and no draw leaves."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictInt, StrictStr

from boardwright.core.puzzle_records import Level
from boardwright.core.view import Board
from boardwright.server.bodies import Incoming
from boardwright.server.schemas import Outgoing, Told, View


class PuzzleLevel(Outgoing):
    """The puzzles of a level, by their numbers."""

    level: Level
    title: str
    numbers: list[int]


class PuzzleSet(Outgoing):
    """The puzzles of a game: how many, and the numbers of each level, from 1."""

    game: str
    title: str
    count: int
    levels: list[PuzzleLevel]


class Puzzle(Outgoing):
    """A puzzle: a position as the player to move sees it, whose choices are the answers, and the task in words.

    `start` is the board at the start of the game, by which a page can tell the side that a player comes from.
    """

    game: str
    title: str
    number: int
    count: int
    level: Level
    level_title: str
    task: Told
    player: int
    view: View
    start: Board


class PuzzleMove(Outgoing):
    """A move in words and in notation."""

    action: int
    label: str
    text: str


class PuzzleVerdict(Outgoing):
    """Whether an answer is right, why, and the right moves. `line` are the moves after it in words, the reply first.

    `about` is what the game says of the move. `after` is the position after it; null for a wrong answer in a game with
    hidden information, which reveals nothing.
    """

    right: bool
    move: PuzzleMove
    reason: Told
    about: list[Told]
    line: list[str]
    solutions: list[PuzzleMove]
    after: View | None


class PuzzleAttempt(Incoming):
    """An answer: an action of the game, by index or as an object with its kind and fields."""

    action: Annotated[
        StrictInt | dict[Annotated[str, Field(max_length=64)], StrictInt | StrictStr], Field(union_mode="left_to_right")
    ]
