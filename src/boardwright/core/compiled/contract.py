"""The contract's functions as the loops call them: each finds the game by the tag of the record it is given.

Compiled, the choice is made while Numba infers types and costs nothing; interpreted, by the same table. A function
that a game does not write has its default here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types

from boardwright.core import dice
from boardwright.core.compiled.compiler import compiles_as
from boardwright.core.compiled.kernels import kernels
from boardwright.core.record import EVENT_WIDTH, OK, Array, Record


def _plain(s: Record, function: str) -> Callable[..., Any] | None:
    found: Callable[..., Any] | None = kernels(s.dtype.names[-1]).interpreted(function)
    return found


def _of(s: Any, function: str, *args: Any) -> Any:
    """At compile time: the game's compiled function for these argument types, if it wrote one."""
    return kernels(list(s.fields)[-1]).compiled(function, args)


def reset(p: Record, s: Record) -> None:
    """Write the start position into a zero-filled record."""
    kernels(s.dtype.names[-1]).plain["reset"](p, s)


def check(p: Record, s: Record, action: int) -> int:
    """OK, or the Reason why this action is forbidden here. Changes nothing."""
    return int(kernels(s.dtype.names[-1]).plain["check"](p, s, action))


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Carry out a legal action. Never raises: a dead end sets `fault`."""
    kernels(s.dtype.names[-1]).plain["advance"](p, s, action, draw)


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Write what a player may see into a zero-filled observation."""
    kernels(s.dtype.names[-1]).plain["observe"](p, s, player, o)


def chance(p: Record, s: Record, action: int) -> int:
    """What draw an action needs. 1: none. n > 1: uniform in [0, n). 0: 63 raw bits."""
    found = _plain(s, "chance")
    return 1 if found is None else int(found(p, s, action))


def legal(p: Record, s: Record, out: Array) -> None:
    """The mask of the actions open to a policy. A game may write a faster one; a law holds it equal to `check`."""
    found = _plain(s, "legal")
    if found is None:
        legal_by_check(p, s, out)
    else:
        found(p, s, out)


def candidates(p: Record, w: Record, s: Record, out: Array) -> int:
    """Write the actions worth searching by an agent's own weights, best guess first, and return how many."""
    found = _plain(s, "candidates")
    return all_legal(p, w, s, out) if found is None else int(found(p, w, s, out))


def legal_by_check(p: Record, s: Record, out: Array) -> None:
    """The mask as the rules state it: an action is legal where `check` says OK."""
    for action in range(out.shape[0]):
        out[action] = check(p, s, action) == OK


def all_legal(p: Record, w: Record, s: Record, out: Array) -> int:
    """Every legal action is worth searching, lowest index first."""
    count = 0
    for action in range(out.shape[0]):
        if check(p, s, action) == OK:
            out[count] = action
            count += 1
    return count


def order(p: Record, s: Record, action: int) -> int:
    """A hint for search: higher is tried first."""
    found = _plain(s, "order")
    return 0 if found is None else int(found(p, s, action))


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """How good an unfinished position is for a player, by an agent's own weights."""
    found = _plain(s, "evaluate")
    return 0.0 if found is None else float(found(p, w, s, player))


def suggest(p: Record, w: Record, s: Record, draw: int, mask: Array) -> int:
    """A quick choice of a legal action by an agent's own weights and 63 raw bits. `mask` is room for the default."""
    found = _plain(s, "suggest")
    return any_legal(p, w, s, draw, mask) if found is None else int(found(p, w, s, draw))


def any_legal(p: Record, w: Record, s: Record, draw: int, mask: Array) -> int:
    """Every legal action with the same probability. The mask is written over."""
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


def resample(p: Record, s: Record, player: int, draw: int) -> None:
    """Redraw what a player cannot see, consistently with all that the player has seen."""
    found = _plain(s, "resample")
    if found is not None:
        found(p, s, player, draw)


def actor(p: Record, s: Record, action: int) -> int:
    """Whose action it is. A person may take some actions out of turn."""
    found = _plain(s, "actor")
    return int(s.to_move) if found is None else int(found(p, s, action))


def clear_events(s: Record) -> None:
    """Forget what the last step told."""
    if "event_count" in s.dtype.names:
        s.event_count = 0


def emit(s: Record, kind: int, first: int, second: int, third: int) -> None:
    """Tell of something that happened in this step. The count goes on past the list's end, and a law notices."""
    count = int(s.event_count)
    if count < s.events.shape[0]:
        s.events[count, 0] = kind
        s.events[count, 1] = first
        s.events[count, 2] = second
        s.events[count, EVENT_WIDTH - 1] = third
    s.event_count = count + 1


@compiles_as(reset)
def _reset(p: Any, s: Any) -> Any:
    found = _of(s, "reset", p, s)
    return lambda p, s: found(p, s)


@compiles_as(check)
def _check(p: Any, s: Any, action: Any) -> Any:
    found = _of(s, "check", p, s, types.int64)
    return lambda p, s, action: found(p, s, action)


@compiles_as(advance)
def _advance(p: Any, s: Any, action: Any, draw: Any) -> Any:
    found = _of(s, "advance", p, s, types.int64, types.int64)
    return lambda p, s, action, draw: found(p, s, action, draw)


@compiles_as(observe)
def _observe(p: Any, s: Any, player: Any, o: Any) -> Any:
    found = _of(s, "observe", p, s, types.int64, o)
    return lambda p, s, player, o: found(p, s, player, o)


@compiles_as(chance)
def _chance(p: Any, s: Any, action: Any) -> Any:
    found = _of(s, "chance", p, s, types.int64)
    if found is None:
        return lambda p, s, action: 1
    return lambda p, s, action: found(p, s, action)


@compiles_as(legal)
def _legal(p: Any, s: Any, out: Any) -> Any:
    found = _of(s, "legal", p, s, out)
    if found is None:
        return legal_by_check
    return lambda p, s, out: found(p, s, out)


@compiles_as(candidates)
def _candidates(p: Any, w: Any, s: Any, out: Any) -> Any:
    found = _of(s, "candidates", p, w, s, out)
    if found is None:
        return all_legal
    return lambda p, w, s, out: found(p, w, s, out)


@compiles_as(order)
def _order(p: Any, s: Any, action: Any) -> Any:
    found = _of(s, "order", p, s, types.int64)
    if found is None:
        return lambda p, s, action: 0
    return lambda p, s, action: found(p, s, action)


@compiles_as(evaluate)
def _evaluate(p: Any, w: Any, s: Any, player: Any) -> Any:
    found = _of(s, "evaluate", p, w, s, types.int64)
    if found is None:
        return lambda p, w, s, player: 0.0
    return lambda p, w, s, player: float(found(p, w, s, player))


@compiles_as(suggest)
def _suggest(p: Any, w: Any, s: Any, draw: Any, mask: Any) -> Any:
    found = _of(s, "suggest", p, w, s, types.int64)
    if found is None:
        return any_legal
    return lambda p, w, s, draw, mask: found(p, w, s, draw)


@compiles_as(any_legal)
def _any_legal(p: Any, w: Any, s: Any, draw: Any, mask: Any) -> Any:
    return any_legal


@compiles_as(resample)
def _resample(p: Any, s: Any, player: Any, draw: Any) -> Any:
    found = _of(s, "resample", p, s, types.int64, types.int64)
    if found is None:
        return lambda p, s, player, draw: None
    return lambda p, s, player, draw: found(p, s, player, draw)


@compiles_as(actor)
def _actor(p: Any, s: Any, action: Any) -> Any:
    found = _of(s, "actor", p, s, types.int64)
    if found is None:
        return lambda p, s, action: int(s.to_move)
    return lambda p, s, action: found(p, s, action)


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
