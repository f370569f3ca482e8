"""Run to the goal by die, dig in by raw bits, put flags, collapse the burrow (a dead end), or give up."""

from __future__ import annotations

from enum import IntEnum

from boardwright.core import dice
from boardwright.core.compiled.contract import emit
from boardwright.core.record import OK, TERMINAL, Array, Record

ROLL, HIDE, FLAG, COLLAPSE, RESIGN = 0, 1, 2, 6, 7


class Reason(IntEnum):
    """Reasons for refusals."""

    OFF_BOARD = 1
    TAKEN = 2
    TOO_EARLY = 3


class Event(IntEnum):
    """Kinds of event."""

    ROLLED = 1
    FLAGGED = 2


class Fault(IntEnum):
    """Dead ends."""

    COLLAPSED = 1
    SUNK = 2


def reset(p: Record, s: Record) -> None:
    """Both moles at the start."""
    s.last = -1


def check(p: Record, s: Record, action: int) -> int:
    """Flags on free cells only; a collapse only once a mole has left the start."""
    if FLAG <= action < COLLAPSE:
        return check_flag(p, s, (action - FLAG) // 2, (action - FLAG) % 2)
    if action == COLLAPSE and s.at[s.to_move] == 0:
        return Reason.TOO_EARLY
    return OK


def check_flag(p: Record, s: Record, row: int, col: int) -> int:
    """A cell of the four, without a flag."""
    if row < 0 or row > 1 or col < 0 or col > 1:
        return Reason.OFF_BOARD
    if s.posts[row, col] != 0:
        return Reason.TAKEN
    return OK


def chance(p: Record, s: Record, action: int) -> int:
    """A die to run, raw bits to dig in."""
    if action == ROLL:
        return 6
    return 0 if action == HIDE else 1


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """The mover acts, then it is the other's turn."""
    player = int(s.to_move)
    s.last = action
    s.to_move = 1 - player
    if action == ROLL:
        _run(p, s, player, draw + 1)
    elif action == HIDE:
        s.secret[player] = 1 + dice.below(draw, 8)
    elif action == COLLAPSE:
        s.fault = Fault.COLLAPSED if player == 0 else Fault.SUNK
        s.to_move = TERMINAL
    elif action == RESIGN:
        _win(s, 1 - player)
    else:
        row, col = (action - FLAG) // 2, (action - FLAG) % 2
        s.posts[row, col] = player + 1
        s.tally[player, 1] += 1
        emit(s, Event.FLAGGED, player, row, col)
    if s.to_move != TERMINAL and s.ply >= p.limit:
        s.truncated = 1
        s.to_move = TERMINAL


def _run(p: Record, s: Record, player: int, steps: int) -> None:
    emit(s, Event.ROLLED, player, steps, 0)
    s.tally[player, 0] += steps
    s.at[player] = min(int(s.at[player]) + steps, int(p.goal))
    s.phase = 1
    if s.at[player] == p.goal:
        _win(s, player)


def _win(s: Record, player: int) -> None:
    s.returns[player] = 1.0
    s.returns[1 - player] = -1.0
    s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """One's own secret only."""
    o.at[0], o.at[1] = s.at[player], s.at[1 - player]
    o.secret = s.secret[player]
    for row in range(2):
        for col in range(2):
            o.posts[row, col] = s.posts[row, col]


def legal(p: Record, s: Record, out: Array) -> None:
    """The legal action mask, without calling `check`."""
    out[ROLL] = True
    out[HIDE] = True
    out[COLLAPSE] = s.at[s.to_move] != 0
    for cell in range(4):
        out[FLAG + cell] = s.posts[cell // 2, cell % 2] == 0


def candidates(p: Record, w: Record, s: Record, out: Array) -> int:
    """Running is always worth searching."""
    out[0] = ROLL
    return 1


def order(p: Record, s: Record, action: int) -> int:
    """Run first."""
    return 10 if action == ROLL else 0


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """The lead of the player."""
    return w.lead * (int(s.at[player]) - int(s.at[1 - player]))


def suggest(p: Record, w: Record, s: Record, draw: int) -> int:
    """Run, or dig in where the draw is odd and a lead has no weight."""
    return HIDE if w.lead == 0.0 and draw % 2 == 1 else ROLL


def features(p: Record, s: Record, words: Array) -> None:
    """The places of both runners; those beyond a word share its last bit."""
    for player in range(2):
        words[player] = 1 << min(int(s.at[player]), 62)


def resample(p: Record, s: Record, player: int, draw: int) -> bool:
    """Another place for the other mole, if it has dug in."""
    if s.secret[1 - player] != 0:
        s.secret[1 - player] = 1 + dice.below(draw, 8)
    return True


def actor(p: Record, s: Record, action: int) -> int:
    """The player to move."""
    return int(s.to_move)
