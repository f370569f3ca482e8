"""The models of questions about positions and of their answers, field by field."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictInt

from boardwright.core.view import Side
from boardwright.server.bodies import Incoming
from boardwright.server.schemas import Match, Outgoing, Told

Number = Annotated[StrictInt, Field(ge=0, le=2**53)]
Moves = Annotated[list[Annotated[list[Number | None], Field(min_length=2, max_length=2)]], Field(max_length=5000)]
"""Moves as [action, draw]. The draw is the outcome of a die, or null: then it follows from the number of the move."""

PositionText = Annotated[str, Field(min_length=1, max_length=2000)]
"""A position in the game's own format."""


class Question(Incoming):
    """A question about a match. By default it is about the position as it stands, for the game's adviser.

    `agent` is one that the game offers, `best` the number of moves to list: with 0 no agent is asked, and the answer is
    the position alone. Once the match is over, `at` is the number of its moves before the position, and `moves` are
    played from there on.
    """

    agent: Annotated[str, Field(max_length=128)] | None = None
    best: Annotated[StrictInt, Field(ge=0, le=100)] = 5
    at: Annotated[StrictInt, Field(ge=0, le=2**31)] | None = None
    moves: Moves = Field(default_factory=list)


class PositionQuestion(Incoming):
    """A question about any position of a game: the one after these moves.

    They begin at the start of the game, or at `position`, which is a text in the game's own format.
    """

    game: Annotated[str, Field(max_length=64)]
    preset: Annotated[str, Field(max_length=64)]
    options: Annotated[dict[Annotated[str, Field(max_length=64)], StrictInt], Field(max_length=8)] = Field(
        default_factory=dict
    )
    moves: Moves
    position: PositionText | None = None
    agent: Annotated[str, Field(max_length=128)] | None = None
    best: Annotated[StrictInt, Field(ge=0, le=100)] = 5


class MovesText(Incoming):
    """Moves as people write them, `1. e2 e8 2. e3`, from the start of a game or from `position`."""

    game: Annotated[str, Field(max_length=64)]
    preset: Annotated[str, Field(max_length=64)]
    position: PositionText | None = None
    text: Annotated[str, Field(max_length=20_000)]


class MovesRead(Outgoing):
    """The same moves as `[action, draw]`, for a question about the position after them."""

    moves: list[tuple[int, int | None]]


class BestMove(Outgoing):
    """A good move: its cells and sides on the board, its score and what it loses against the best one.

    Where scores are shares, a loss is one of the value that goes from -1 to 1.

    `ends_in` are the plies to a proven win, less than 0 to a proven loss, 0 for a draw. Null where unknown.
    """

    action: int
    text: str
    label: str
    cells: list[int]
    sides: list[Side]
    score: float | None
    loss: float | None
    ends_in: int | None
    words: list[Told]


class LineMove(Outgoing):
    """A move of a principal variation."""

    action: int
    text: str


class FactorShown(Outgoing):
    """A factor of an evaluation, and what it adds for the player to move."""

    title: Told
    value: float


class OverlayShown(Outgoing):
    """Numbers over cells: `cells` with the text of each, and its strength from 0 to 1 (-1 to 1 if `signed`).

    `good`: more is better for the player to move.
    """

    title: Told
    cells: list[int]
    texts: list[str]
    strengths: list[float]
    signed: bool
    good: bool


class RouteShown(Outgoing):
    """A player's way over the board."""

    player: int
    cells: list[int]
    title: Told


class Analysis(Outgoing):
    """What an agent finds for the player to move. `best` is empty where the agent declines to move.

    The move that a finished match went on with comes last there, if it is none of the best.

    `value` is the value of the position for that player in the agent's units, null if it has none; with `shares` it
    goes from -1 to 1, and scores are shares of the agent's attention. `factors` add up to the agent's evaluation of the
    position as it stands, before any search.
    """

    agent: str
    title: str
    player: int
    best: list[BestMove]
    reason: Told
    certain: bool
    line: list[LineMove]
    value: float | None
    shares: bool
    facts: list[Told]
    problems: list[Told]
    overlays: list[OverlayShown]
    routes: list[RouteShown]
    factors: list[FactorShown]


class OutcomeShown(Outgoing):
    """What chance may give in a move: the draw to ask for, a sentence, and whether it was given in this position."""

    draw: int
    message: str
    given: bool


class Answered(Outgoing):
    """The answer to a question: an analysis, or `preparing` while the agent waits for the compiler: ask again.

    Without either the game is over in this position, or no agent was asked. `match` is the position with its choices,
    as the player to move sees it; null in a running match, which the reader has. `outcomes` are what chance may give in
    the last of the moves that were asked for, if they are few.
    """

    analysis: Analysis | None
    preparing: Told | None
    match: Match | None
    outcomes: list[OutcomeShown]


class Review(Outgoing):
    """The game's own review of a finished match, empty where it has none. While `preparing` is set: ask again."""

    words: list[Told]
    preparing: Told | None
