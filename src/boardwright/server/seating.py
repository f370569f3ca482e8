"""Seats: who sits where, by which token, and until when; and who may watch."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from boardwright.server import credentials, schemas
from boardwright.server.log import Heading, Seat
from boardwright.server.matches import LiveMatch
from boardwright.server.problems import Refusal

PERSON, FRIEND, AGENT = "person", "friend", "agent"
NOBODY: Final = "-"
"""In place of a hash: the seat is taken, and no token opens it."""

DAY: Final = 24 * 3600 * 1000


@dataclass
class Table:
    """The seats of a new match, its creator's token and seats, and the invitations to the others."""

    token: str
    expires: int
    seats: list[Seat] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    invitations: list[schemas.Invitation] = field(default_factory=list)


def in_days(days: float) -> int:
    """The time in so many days, or that many ago where they are negative, in ms."""
    return now() + int(days * DAY)


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


def lay(texts: Sequence[str], days: float) -> Table:
    """Seat people and agents. One token opens all seats of the creator."""
    table = Table(credentials.new_token(), in_days(days))
    for number, text in enumerate(texts):
        if text == PERSON:
            table.seats.append(Seat(PERSON, token=credentials.hashed(table.token), expires=table.expires))
            table.own.append(number)
        elif text == FRIEND:
            invitation = credentials.new_token()
            table.seats.append(Seat(PERSON, invitation=credentials.hashed(invitation)))
            table.invitations.append(schemas.Invitation(seat=number, invitation=invitation))
        else:
            table.seats.append(Seat(AGENT, agent=text))
    return table


def taken(seats: tuple[Seat, ...], invitation: str, token: str, expires: int) -> tuple[int, tuple[Seat, ...]]:
    """Take the seat of an invitation: its number, and the seats with it taken."""
    opened = [number for number, seat in enumerate(seats) if credentials.matches(invitation, seat.invitation)]
    if not opened:
        raise Refusal(404, "invitation_unknown")
    if seats[opened[0]].joined:
        raise Refusal(409, "invitation_used")
    sitting = replace(seats[opened[0]], token=credentials.hashed(token), expires=expires)
    return opened[0], (*seats[: opened[0]], sitting, *seats[opened[0] + 1 :])


def renewed(seats: tuple[Seat, ...], old: str, token: str, expires: int) -> tuple[Seat, ...]:
    """The seats with a new token for a player, wherever the player sits. `old` is the hash of the old one."""
    fresh = credentials.hashed(token)
    return tuple(replace(sat, token=fresh, expires=expires) if sat.token == old else sat for sat in seats)


def rotated(heading: Heading, number: str, created: int) -> Heading:
    """The heading of a rematch: everybody sits one seat further, with the same token."""
    seats, chain = (*heading.seats[1:], heading.seats[0]), heading.chain or heading.id
    return replace(heading, id=number, seats=seats, created=created, chain=chain)


def seat_of(match: LiveMatch, token: str | None) -> int | None:
    """The seat that a token belongs to, None for a spectator. Of several seats, the one to move."""
    if token is None:
        if match.heading.spectators_token is not None:
            raise Refusal(401, "watching_forbidden")
        return None
    seats = [number for number, seat in enumerate(match.seats) if credentials.matches(token, seat.token)]
    if not seats:
        if credentials.matches(token, match.heading.spectators_token):
            return None
        raise Refusal(401, "token_unknown")
    expires = match.seats[seats[0]].expires
    if expires is not None and expires < now():
        raise Refusal(401, "token_expired")
    to_move = match.now.to_move
    return to_move if to_move is not None and to_move in seats else seats[0]


def seated(match: LiveMatch, token: str | None) -> int:
    """The seat that a token belongs to. A spectator is refused."""
    seat = seat_of(match, token)
    if seat is None:
        raise Refusal(401, "token_missing")
    return seat


def same_person(match: LiveMatch, seat: int, other: int) -> bool:
    """Whether one person sits in both seats."""
    token = match.seats[seat].token
    return token is not None and token == match.seats[other].token


def may_ask(match: LiveMatch, seat: int | None) -> bool:
    """Whether a reader may ask for help in a match as it stands."""
    if match.finished:
        return True
    if seat is None:
        return False
    return match.heading.help or all(
        sat.agent is not None or same_person(match, seat, number)
        for number, sat in enumerate(match.seats)
        if number != seat
    )
