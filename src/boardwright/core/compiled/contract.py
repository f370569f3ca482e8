"""The contract's functions for the loops: each dispatches to the game by the tag of its record.

Compiled code dispatches during type inference, at no cost; interpreted code by the same table. Defaults of the
functions that a game does not write are here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from boardwright.core import dice
from boardwright.core.compiled.compiler import compiles_as
from boardwright.core.compiled.kernels import kernels
from boardwright.core.record import EVENT_WIDTH, MOST_EVENTS, OK, Array, Record


def _plain(s: Record, function: str) -> Any:
    return kernels(s.dtype.names[-1]).interpreted(function)


def _of(s: Any, function: str, *args: Any) -> Any:
    """At compile time: the game's compiled function for these argument types, if it wrote one.

    Its calls convert integers to int64: for a smaller type, or a constant, Numba would compile it once more.
    """
    return kernels(list(s.fields)[-1]).compiled(function, args)


def reset(p: Record, s: Record) -> None:
    """Write the start position into a zero-filled record. Always plain Python: the loops copy start positions."""
    _plain(s, "reset")(p, s)


def check(p: Record, s: Record, action: int) -> int:
    """OK, or the Reason for the refusal of this action. Changes nothing."""
    return int(_plain(s, "check")(p, s, action))


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Carry out a legal action. Never raises: a dead end sets `fault`."""
    _plain(s, "advance")(p, s, action, draw)


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Write a player's observation into a zero-filled record."""
    _plain(s, "observe")(p, s, player, o)


def chance(p: Record, s: Record, action: int) -> int:
    """The draw that an action needs. 1: none. n > 1: uniform in [0, n). 0: 63 raw bits."""
    rule = _plain(s, "chance")
    return 1 if rule is None else int(rule(p, s, action))


def legal(p: Record, s: Record, out: Array) -> None:
    """Write the legal action mask. A game may write its own into a cleared mask; a law holds it equal to `check`."""
    rule = _plain(s, "legal")
    if rule is None:
        legal_by_check(p, s, out)
    else:
        out[:] = False
        rule(p, s, out)


def candidates(p: Record, w: Record, s: Record, out: Array) -> int:
    """Write the actions worth searching by an agent's own weights, best guess first, and return their number."""
    rule = _plain(s, "candidates")
    return all_legal(p, w, s, out) if rule is None else int(rule(p, w, s, out))


def legal_by_check(p: Record, s: Record, out: Array) -> None:
    """The default of `legal`: an action is legal where `check` returns OK."""
    for action in range(out.shape[0]):
        out[action] = check(p, s, action) == OK


def all_legal(p: Record, w: Record, s: Record, out: Array) -> int:
    """The default of `candidates`: every legal action, lowest index first."""
    count = 0
    for action in range(out.shape[0]):
        if check(p, s, action) == OK:
            out[count] = action
            count += 1
    return count


def order(p: Record, s: Record, action: int) -> int:
    """The move-ordering hint of an action: higher is searched first."""
    rule = _plain(s, "order")
    return 0 if rule is None else int(rule(p, s, action))


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """The evaluation of an unfinished position for a player, by an agent's own weights."""
    rule = _plain(s, "evaluate")
    return 0.0 if rule is None else float(rule(p, w, s, player))


def suggest(p: Record, w: Record, s: Record, draw: int, mask: Array) -> int:
    """A quick choice of a legal action by an agent's own weights and 63 raw bits. `mask` is room for the default."""
    rule = _plain(s, "suggest")
    return any_legal(p, w, s, draw, mask) if rule is None else int(rule(p, w, s, draw))


def any_legal(p: Record, w: Record, s: Record, draw: int, mask: Array) -> int:
    """The default of `suggest`: a uniformly random legal action. Overwrites the mask."""
    legal(p, s, mask)
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    left = dice.below(draw, count)
    for action in range(mask.shape[0]):
        left -= int(mask[action])
        if left < 0:
            return action
    return -1


def resample(p: Record, s: Record, player: int, draw: int) -> bool:
    """Redraw the part that a player cannot see, consistently with the player's observations.

    False if that cannot be done: the record is then of no use, and the caller must not go on with it.
    """
    rule = _plain(s, "resample")
    return True if rule is None else bool(rule(p, s, player, draw))


def features(p: Record, s: Record, words: Array) -> None:
    """Turn on the bits of the features of a position, for a network that is updated move by move."""
    rule = _plain(s, "features")
    if rule is not None:
        rule(p, s, words)


def actor(p: Record, s: Record, action: int) -> int:
    """The player that an action belongs to. A person may take some actions out of turn."""
    rule = _plain(s, "actor")
    return int(s.to_move) if rule is None else int(rule(p, s, action))


def clear_events(s: Record) -> None:
    """Clear the events of the last step."""
    if "event_count" in s.dtype.names:
        s.event_count = 0


def emit(s: Record, kind: int, first: int, second: int, third: int) -> None:
    """Record an event of this step. The count goes on past the list's end, which a law detects, and stops at 255."""
    count = int(s.event_count)
    if count < s.events.shape[0]:
        s.events[count, 0] = kind
        s.events[count, 1] = first
        s.events[count, 2] = second
        s.events[count, EVENT_WIDTH - 1] = third
    s.event_count = min(count, MOST_EVENTS - 1) + 1


@compiles_as(check)
def _check(p: Any, s: Any, action: Any) -> Any:
    rule = _of(s, "check", p, s, types.int64)
    return lambda p, s, action: rule(p, s, np.int64(action))


@compiles_as(advance)
def _advance(p: Any, s: Any, action: Any, draw: Any) -> Any:
    rule = _of(s, "advance", p, s, types.int64, types.int64)
    return lambda p, s, action, draw: rule(p, s, np.int64(action), np.int64(draw))


@compiles_as(observe)
def _observe(p: Any, s: Any, player: Any, o: Any) -> Any:
    rule = _of(s, "observe", p, s, types.int64, o)
    return lambda p, s, player, o: rule(p, s, np.int64(player), o)


@compiles_as(chance)
def _chance(p: Any, s: Any, action: Any) -> Any:
    rule = _of(s, "chance", p, s, types.int64)
    if rule is None:
        return lambda p, s, action: 1
    return lambda p, s, action: rule(p, s, np.int64(action))


@compiles_as(legal)
def _legal(p: Any, s: Any, out: Any) -> Any:
    rule = _of(s, "legal", p, s, out)
    if rule is None:
        return legal_by_check

    def write(p: Any, s: Any, out: Any) -> None:
        out[:] = False
        rule(p, s, out)

    return write


@compiles_as(candidates)
def _candidates(p: Any, w: Any, s: Any, out: Any) -> Any:
    rule = _of(s, "candidates", p, w, s, out)
    if rule is None:
        return all_legal
    return lambda p, w, s, out: rule(p, w, s, out)


@compiles_as(order)
def _order(p: Any, s: Any, action: Any) -> Any:
    rule = _of(s, "order", p, s, types.int64)
    if rule is None:
        return lambda p, s, action: 0
    return lambda p, s, action: rule(p, s, np.int64(action))


@compiles_as(evaluate)
def _evaluate(p: Any, w: Any, s: Any, player: Any) -> Any:
    rule = _of(s, "evaluate", p, w, s, types.int64)
    if rule is None:
        return lambda p, w, s, player: 0.0
    return lambda p, w, s, player: float(rule(p, w, s, np.int64(player)))


@compiles_as(suggest)
def _suggest(p: Any, w: Any, s: Any, draw: Any, mask: Any) -> Any:
    rule = _of(s, "suggest", p, w, s, types.int64)
    if rule is None:
        return any_legal
    return lambda p, w, s, draw, mask: rule(p, w, s, np.int64(draw))


@compiles_as(any_legal)
def _any_legal(p: Any, w: Any, s: Any, draw: Any, mask: Any) -> Any:
    return any_legal


@compiles_as(resample)
def _resample(p: Any, s: Any, player: Any, draw: Any) -> Any:
    rule = _of(s, "resample", p, s, types.int64, types.int64)
    if rule is None:
        return lambda p, s, player, draw: True
    return lambda p, s, player, draw: rule(p, s, np.int64(player), np.int64(draw))


@compiles_as(features)
def _features(p: Any, s: Any, words: Any) -> Any:
    rule = _of(s, "features", p, s, words)
    if rule is None:
        return lambda p, s, words: None
    return lambda p, s, words: rule(p, s, words)


@compiles_as(actor)
def _actor(p: Any, s: Any, action: Any) -> Any:
    rule = _of(s, "actor", p, s, types.int64)
    if rule is None:
        return lambda p, s, action: int(s.to_move)
    return lambda p, s, action: rule(p, s, np.int64(action))


@compiles_as(clear_events)
def _clear_events(s: Any) -> Any:
    if "event_count" not in s.fields:
        return lambda s: None

    def clear(s: Any) -> None:
        s.event_count = 0

    return clear


@compiles_as(emit)
def _emit(s: Any, kind: Any, first: Any, second: Any, third: Any) -> Any:
    return emit
