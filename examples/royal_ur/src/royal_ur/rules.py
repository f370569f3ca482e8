"""The rules of the Royal Game of Ur: race seven pieces along the path, by dice; capture on the shared squares.

An action draws the throw for the next player to act, so the state holds the current throw and never a future one.
"""

from enum import IntEnum

from boardwright.core.compiled.contract import emit
from boardwright.core.record import OK, TERMINAL, Record

OPENING, RACE = 0, 1


class Reason(IntEnum):
    """Reasons for refusing an action. Each has its sentence in words.yaml."""

    NOT_THROWN = 1
    THROWN_ALREADY = 2
    CAN_MOVE = 3
    THREW_NOTHING = 4
    NONE_WAITING = 5
    NO_PIECE = 6
    TOO_FAR = 7
    OWN_PIECE = 8
    SAFE = 9


class Event(IntEnum):
    """Kinds of event in a step. Each has its sentence in words.yaml."""

    THREW = 1
    CAPTURED = 2
    ROSETTE = 3
    HOME = 4


EVENTS: dict[IntEnum, tuple[str, ...]] = {
    Event.THREW: ("player", "thrown"),
    Event.CAPTURED: ("player", "square"),
    Event.ROSETTE: ("player", "square"),
    Event.HOME: ("player", "pieces"),
}


def reset(p: Record, s: Record) -> None:
    """Start with all pieces waiting and no throw."""
    s.on[0, 0] = p.pieces
    s.on[1, 0] = p.pieces


def check(p: Record, s: Record, action: int) -> int:
    """Check an action: below home the square to move from (0 enters a piece), then the pass and the first throw."""
    if action == p.home + 1:
        return OK if s.phase == OPENING else Reason.THROWN_ALREADY
    if s.phase == OPENING:
        return Reason.NOT_THROWN
    if action < p.home:
        return check_move(p, s, action)
    for square in range(p.home):
        if check_move(p, s, square) == OK:
            return Reason.CAN_MOVE
    return OK


def check_move(p: Record, s: Record, square: int) -> int:
    """Check the move of a piece from a square: home by the exact number, onto no own piece."""
    player = int(s.to_move)
    target = square + int(s.thrown)
    if s.thrown == 0:
        return Reason.THREW_NOTHING
    if s.on[player, square] == 0:
        return Reason.NONE_WAITING if square == 0 else Reason.NO_PIECE
    if target > p.home:
        return Reason.TOO_FAR
    if target < p.home and s.on[player, target] != 0:
        return Reason.OWN_PIECE
    if p.entry < target <= p.shared and p.rosette[target] and s.on[1 - player, target] != 0:
        return Reason.SAFE
    return OK


def chance(p: Record, s: Record, action: int) -> int:
    """Every action but the winning one throws the dice for the next action."""
    wins = action + int(s.thrown) == p.home and action < p.home and s.on[s.to_move, p.home] == p.pieces - 1
    return 1 if wins else int(p.draws)


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Move, then throw for the next player: the same one from a rosette, else the opponent."""
    player = int(s.to_move)
    mover = 1 - player
    if action < p.home:
        target = action + int(s.thrown)
        move(p, s, player, action, target)
        if s.on[player, p.home] == p.pieces:
            s.returns[player] = 1.0
            s.returns[1 - player] = -1.0
            s.thrown = 0
            s.to_move = TERMINAL
            return
        if p.rosette[target]:
            mover = player
    elif s.phase == OPENING:
        mover = player
    s.phase = RACE
    s.thrown = marked(draw)
    emit(s, Event.THREW, mover, int(s.thrown), 0)
    s.to_move = mover
    if s.ply == p.max_plies:
        s.truncated = 1
        s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Write everything, each player's pieces along their own path."""
    for square in range(p.home + 1):
        o.own[square] = s.on[player, square]
        o.other[square] = s.on[1 - player, square]
    o.thrown = s.thrown


def move(p: Record, s: Record, player: int, square: int, target: int) -> None:
    """Move a piece, capture the piece it lands on, and emit the events."""
    s.on[player, square] = int(s.on[player, square]) - 1
    s.on[player, target] = int(s.on[player, target]) + 1
    if target == p.home:
        s.tally[player, 1] += 1
        emit(s, Event.HOME, player, int(s.on[player, target]), 0)
    elif p.rosette[target]:
        emit(s, Event.ROSETTE, player, target, 0)
    elif p.entry < target <= p.shared and s.on[1 - player, target] != 0:
        s.on[1 - player, target] = 0
        s.on[1 - player, 0] = int(s.on[1 - player, 0]) + 1
        s.tally[player, 0] += 1
        emit(s, Event.CAPTURED, player, target, 0)


def marked(draw: int) -> int:
    """Return the number of marked dice: each die is one bit of the draw."""
    count = 0
    while draw != 0:
        count += draw & 1
        draw >>= 1
    return count
