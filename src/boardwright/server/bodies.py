"""The models of what clients send, field by field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

Sequence = Annotated[StrictInt, Field(ge=1, le=2**31)]
# PostgreSQL's text has no NUL.
Secret = Annotated[StrictStr, Field(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]


class Incoming(BaseModel):
    """The base of requests: no unknown field, no conversion."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class NewClock(Incoming):
    """The seconds that each person has for a match, and those that each move adds."""

    seconds: Annotated[StrictInt, Field(ge=1, le=1_209_600)]
    increment: Annotated[StrictInt, Field(ge=0, le=3600)]


class NewMatch(Incoming):
    """A match to create: one seat for each player, in the order of play.

    `person` is the one who creates it and may have several seats, or none, to watch agents; `friend` is a seat to join
    by link, anything else an agent such as `alphabeta` or `alphabeta:depth=4`. `invited` spectators need a token.
    With a `clock` a person's time is limited. With `help` friends may ask agents for help, too; who joins is told so.
    Without a `preset` it is the game's own; `options` are numbers of it that the game lets people choose.
    """

    game: Annotated[str, Field(max_length=64)]
    preset: Annotated[str, Field(max_length=64)] | None = None
    seats: Annotated[list[Annotated[str, Field(min_length=1, max_length=128)]], Field(max_length=8)]
    spectators: Literal["anyone", "invited"] = "anyone"
    clock: NewClock | None = None
    help: bool = False
    options: Annotated[dict[Annotated[str, Field(max_length=64)], StrictInt], Field(max_length=8)] = {}


class Joining(Incoming):
    """An invitation to use."""

    invitation: Secret


class Ticket(Incoming):
    """A match to summarise, and the reader's token in it, null to watch."""

    id: Secret
    token: Secret | None


class Listing(Incoming):
    """The matches to summarise."""

    matches: Annotated[list[Ticket], Field(max_length=50)]


class Followed(Ticket):
    """A match to follow, from the event after `after` on; -1 to be told of its newest one at once."""

    after: Annotated[StrictInt, Field(ge=-1, le=2**31)]


class Following(Incoming):
    """The matches to follow."""

    matches: Annotated[list[Followed], Field(min_length=1, max_length=50)]


class Attempt(Incoming):
    """`seq` is the number of the new event (the last one + 1); `key` is its idempotency key, the same in retries."""

    seq: Sequence
    key: Secret


class Move(Attempt):
    """An action of the game, by index or as an object with its kind and fields."""

    kind: Literal["move"]
    action: StrictInt | dict[str, StrictInt | StrictStr]


class Resign(Attempt):
    """Resign the match."""

    kind: Literal["resign"]


class UndoRequest(Attempt):
    """Request to go back to before one's own last move."""

    kind: Literal["undo_request"]


class UndoAnswer(Attempt):
    """Answer an undo request."""

    kind: Literal["undo_answer"]
    agree: bool


NewEvent = Annotated[Move | Resign | UndoRequest | UndoAnswer, Field(discriminator="kind")]
