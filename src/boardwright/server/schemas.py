"""The models of answers about matches, field by field. No field that is not named here or in `offers` ever leaves.

A field that has a default is left out of a match where it has that value.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from boardwright.core.view import Board, Outcome, Press, Side


class Outgoing(BaseModel):
    """The base of responses."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Told(Outgoing):
    """A sentence for people: a code with parameters, and the message in the language of the request."""

    code: str
    params: dict[str, Any]
    message: str


class Problem(Told):
    """The reason why a request was refused."""


class Invitation(Outgoing):
    """A seat for a friend, and the invitation to it, which works once."""

    seat: int
    invitation: str


class Created(Outgoing):
    """A new match, and the token of its creator's seats, null if agents have them all.

    `seat` is the first of the seats. `spectators_token` is for those who may watch, null if anyone may.
    """

    id: str
    seat: int | None
    seats: list[int]
    token: str | None
    expires: int | None
    spectators_token: str | None
    invitations: list[Invitation]


class Joined(Outgoing):
    """A seat, and its token until it expires, a time in ms."""

    id: str
    seat: int
    token: str
    expires: int


class Rematch(Outgoing):
    """The match after this one: the same people and agents, one seat further, with their tokens."""

    id: str
    seat: int


class Panel(Outgoing):
    """A small table beside the board. `keys`: what each row stands for, the `source` of choices; empty without.

    `notes`: whether the last column says what to expect of those choices.
    """

    title: Told
    columns: list[Told]
    rows: list[list[str]]
    keys: list[str]
    notes: bool


class ChoiceGroup(Outgoing):
    """Legal actions, as in `core.view`, that differ in numbers only. Lists are columns: entry `i` is of `actions[i]`.

    `cells` and `sides` have a column for each cell and each side that an action touches, the first one first. `label`
    says what an action does, in the language of the request; `text` is its notation. Each `#` in them stands for the
    entry of a column of `values`, a number or a square such as e4; those of the label come first. `kind` and `fields`
    are the action's JSON form.
    """

    label: str
    text: str
    press: Press | None = None
    source: str = ""
    actions: list[int]
    cells: list[list[int]] = []
    sides: list[list[Side]] = []
    values: list[list[int | str]] = []
    kind: str
    fields: dict[str, list[Any]] = {}


class View(Outgoing):
    """All that one player may know of a match, as in `core.view`, with every text as a sentence.

    `last` are the cells that the last move names, empty where it is hidden or names none. `summary` is the score sheet
    of a game that is over.
    """

    game: str
    version: int
    player: int
    to_move: int | None
    phase: str
    ply: int
    board: Board
    panels: list[Panel]
    details: dict[str, Any]
    choices: list[ChoiceGroup]
    prompt: Told | None
    last: list[int]
    events: list[Told]
    outcome: Outcome | None
    summary: list[Told]


class SeatShown(Outgoing):
    """A seat; `joined` is false until a friend takes it. `title` is the agent's title for people."""

    kind: Literal["person", "agent"]
    agent: str | None
    title: str | None
    joined: bool


class Asked(Outgoing):
    """A pending undo request, and the seat that made it."""

    by: int


class Result(Outgoing):
    """The result of a match; `resigned` is the seat that resigned, `timeout` the one whose time was over.

    An abandoned match has no returns.
    """

    returns: list[float] | None
    truncated: bool
    resigned: int | None
    abandoned: bool
    timeout: int | None


class HistoryItem(Outgoing):
    """An event; its actor is a seat, or -1 for the server.

    `text`, `label` and `semantic` describe a move in notation, in words and as data, null where it is hidden from the
    reader.
    """

    seq: int
    kind: Literal["move", "resign", "undo_request", "undo_answer", "abandon", "timeout"]
    actor: int
    ply: int
    text: str | None
    label: str | None
    semantic: dict[str, Any] | None


class ClockShown(Outgoing):
    """The seconds that each seat had left at the time `at`, in ms, null for an agent; the time of `running` runs."""

    seconds: list[float | None]
    running: int | None
    at: int


class Match(Outgoing):
    """A match as the reader may see it. `told` is the narration since the reader's last move.

    `history` has the events after `since`, a parameter of the request; all of them by default.
    While `preparing` is given, the agent waits: for the compiler, which has come this far, or for time. `rematch` is
    the id of the match after this one. `clock` is null without one, and in the past (`at`). `options` are the numbers
    of the preset that the game lets people choose, as they are in this match. `may_ask`: the reader may ask for help on
    the own turn, or for an analysis once it is over. `help`: so may people who play against each other, as its creator
    chose.
    """

    id: str
    game: str
    title: str
    preset: str
    options: dict[str, int]
    version: int
    seq: int
    seats: list[SeatShown]
    you: int | None
    view: View | None
    told: list[Told]
    undo: Asked | None
    may_undo: bool
    may_ask: bool
    help: bool
    finished: bool
    result: Result | None
    history: list[HistoryItem]
    thinking: bool
    rematch: str | None
    preparing: Told | None
    clock: ClockShown | None


class Summary(Outgoing):
    """A line in a list of matches. `to_move` is null once it is over, and where its view is hidden from the reader."""

    gone: Literal[False]
    id: str
    game: str
    title: str
    preset: str
    seats: list[SeatShown]
    you: int | None
    to_move: int | None
    seq: int
    finished: bool
    result: Result | None


class Gone(Outgoing):
    """A match that is not here, cannot be read any more, or does not know the token."""

    gone: Literal[True]
    id: str


class WhyNot(Outgoing):
    """A refused action on a cell or a side, all the sides it would cover, and the rules' reason.

    `action` is null where the game says by itself what a press on the cell asks for: that may have no index.
    """

    action: int | None
    text: str
    label: str
    source: str
    sides: list[Side]
    reason: Told


class Reasons(Outgoing):
    """The refused actions on a cell, each reason once for a source; or on a side, every action."""

    reasons: list[WhyNot]


class Replay(Outgoing):
    """A finished match in full: the moves not taken back with their draws, and the digest after each event."""

    game: str
    version: int
    config: dict[str, Any]
    seats: list[SeatShown]
    history: list[tuple[int, int]]
    result: Result
    digests: list[str]


class Imported(Outgoing):
    """The match that a record became. Nobody can play in it."""

    id: str


class Reached(Outgoing):
    """A wake-up: the match has reached this event. Read the events since."""

    seq: int


class ReachedIn(Outgoing):
    """A wake-up for one of several matches. `seq` is null where it is not here, or does not know the token."""

    id: str
    seq: int | None
