"""What comes in and what goes out, field by field. Nothing that is not named here ever leaves."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from boardwright.core.view import Board, Choice, Outcome, Side

Sequence = Annotated[StrictInt, Field(ge=1, le=2**31)]
Secret = Annotated[StrictStr, Field(min_length=1, max_length=64)]


class Incoming(BaseModel):
    """The base of what comes in: no unknown field, no conversion."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Outgoing(BaseModel):
    """The base of what goes out."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_serialization_defaults_required=True)


# -- in


class NewMatch(Incoming):
    """A match to be made: one seat for each player, in the order of play.

    `person` is the one who asks (exactly one), `friend` a seat that somebody joins by link, anything else an agent
    such as `alphabeta` or `alphabeta:depth=4`.
    """

    game: Annotated[str, Field(max_length=64)]
    preset: Annotated[str, Field(max_length=64)]
    seats: Annotated[list[Annotated[str, Field(min_length=1, max_length=128)]], Field(max_length=8)]


class Joining(Incoming):
    """An invitation to be used."""

    invitation: Secret


class Attempt(Incoming):
    """`seq` is the number that the event is to have (the last one + 1); `key` is the same in every retry of it."""

    seq: Sequence
    key: Secret


class Move(Attempt):
    """An action of the game, by index or as an object with its kind and fields."""

    kind: Literal["move"]
    action: StrictInt | dict[str, StrictInt | StrictStr]


class Resign(Attempt):
    """Give the match up."""

    kind: Literal["resign"]


class UndoRequest(Attempt):
    """Ask to go back to before one's own last move."""

    kind: Literal["undo_request"]


class UndoAnswer(Attempt):
    """Answer somebody who asked."""

    kind: Literal["undo_answer"]
    agree: bool


NewEvent = Annotated[Move | Resign | UndoRequest | UndoAnswer, Field(discriminator="kind")]


# -- out


class Told(Outgoing):
    """Words for a person: a code with parameters, and the sentence in the language of the request."""

    code: str
    params: dict[str, Any]
    message: str


class Problem(Told):
    """Why a request was refused."""


class Preset(Outgoing):
    """A configuration that a game comes with."""

    name: str
    config: dict[str, Any]


class AgentOffer(Outgoing):
    """An agent that can play a game: what to ask for, and what people call it."""

    name: str
    title: str


class GameOffer(Outgoing):
    """A game that can be played here. `undo`: whether moves can be taken back at all."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)

    name: str
    title: str
    version: int
    players: int
    preset: str
    presets: list[Preset]
    config_schema: Annotated[dict[str, Any], Field(alias="schema")]
    perfect_information: bool
    undo: bool
    agents: list[AgentOffer]


class Invitation(Outgoing):
    """A seat for a friend, and what opens it, once."""

    seat: int
    invitation: str


class Created(Outgoing):
    """A new match, and the token of the seat of whoever made it."""

    id: str
    seat: int
    token: str
    invitations: list[Invitation]


class Joined(Outgoing):
    """A seat taken, and its token."""

    id: str
    seat: int
    token: str


class Appended(Outgoing):
    """The number that the event has in the log."""

    seq: int


class Panel(Outgoing):
    """A small table beside the board."""

    title: Told
    columns: list[Told]
    rows: list[list[str]]


class View(Outgoing):
    """All that one player may know of a match, as in `core.view`, with every text said."""

    game: str
    version: int
    player: int
    to_move: int | None
    phase: str
    ply: int
    board: Board
    panels: list[Panel]
    details: dict[str, Any]
    choices: list[Choice]
    events: list[Told]
    outcome: Outcome | None


class SeatShown(Outgoing):
    """Who sits in a seat; `joined` is false while a friend has not come yet. `title` is what people call an agent."""

    kind: Literal["person", "agent"]
    agent: str | None
    title: str | None
    joined: bool


class Asked(Outgoing):
    """Somebody asks to take a move back and waits for an answer."""

    by: int


class Result(Outgoing):
    """How a match ended; `resigned` names the seat that gave up."""

    returns: list[float]
    truncated: bool
    resigned: int | None


class HistoryItem(Outgoing):
    """An event. `text` and `semantic` are those of a move, null where it is somebody else's secret."""

    seq: int
    kind: Literal["move", "resign", "undo_request", "undo_answer"]
    actor: int
    ply: int
    text: str | None
    semantic: dict[str, Any] | None


class Match(Outgoing):
    """A match as the reader may see it. `told` is what happened from the reader's last move on."""

    id: str
    game: str
    title: str
    preset: str
    version: int
    seq: int
    seats: list[SeatShown]
    you: int | None
    view: View | None
    told: list[Told]
    undo: Asked | None
    may_undo: bool
    finished: bool
    result: Result | None
    history: list[HistoryItem]
    thinking: bool


class WhyNot(Outgoing):
    """An action on a cell or a side that is refused now, all the sides it would cover, and the rules' reason."""

    action: int
    text: str
    sides: list[Side]
    reason: Told


class Reasons(Outgoing):
    """All that is refused on a cell, each reason once; or on a side, every action."""

    reasons: list[WhyNot]


class Replay(Outgoing):
    """A finished match, whole: the moves that stood at the end with their draws, and the digest after each event."""

    game: str
    version: int
    config: dict[str, Any]
    seats: list[SeatShown]
    history: list[tuple[int, int]]
    result: Result
    digests: list[str]


class Reached(Outgoing):
    """A wake-up: the match has reached this event. Read what you lack."""

    seq: int
