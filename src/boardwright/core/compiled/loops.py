"""The loops that run any game's functions over rows of records. Python calls these and nothing else compiled.

Each loop takes a game's records, so that its machine code is filed under the game's tag and is never stale. There
are few of them on purpose: every loop is compiled once for every game and board size.
"""

from __future__ import annotations

import threading

import numba
import numpy as np

from boardwright.core import dice
from boardwright.core.compiled.compiler import kernel, light_loop, loop, parallel_loop
from boardwright.core.compiled.contract import (
    actor,
    advance,
    candidates,
    chance,
    check,
    clear_events,
    evaluate,
    legal,
    observe,
    order,
    resample,
    reset,
    suggest,
)
from boardwright.core.record import BAD_DRAW, GAME_OVER, NO_SUCH_ACTION, OK, TERMINAL, Array, Record

thread_lock = threading.Lock()
"""Two Python threads inside `prange` at once would abort the process."""


@kernel
def refusal(p: Record, s: Record, action: int, count: int) -> int:
    """The reason for refusing an action, OK if it is legal. The rules never see an index that does not exist."""
    if s.to_move == TERMINAL:
        return GAME_OVER
    if action < 0 or action >= count:
        return NO_SUCH_ACTION
    return check(p, s, action)


@kernel
def may_come(draw: int, needed: int) -> bool:
    """Whether a draw is in the range of `needed`, the answer of `chance`. Any draw is where none is needed."""
    if needed == 1:
        return True
    return draw >= 0 and (needed == 0 or draw < needed)


@kernel
def perform(p: Record, s: Record, action: int, draw: int) -> None:
    """Carry out a checked action: count the ply, clear the last step's events, advance."""
    s.ply = int(s.ply) + 1
    clear_events(s)
    advance(p, s, action, draw)


@kernel
def write_mask(p: Record, s: Record, out: Array) -> None:
    """Write the legal action mask of one game, all false in a terminal state."""
    if s.to_move == TERMINAL:
        out[:] = False
    else:
        legal(p, s, out)


@kernel
def write_observation(p: Record, s: Record, player: int, blank: Record, o: Array, row: int) -> None:
    """Write a player's observation into a cleared record. In a terminal state TERMINAL stands for player 0."""
    o[row] = blank
    if player == TERMINAL:
        player = 0
    observe(p, s, player, o[row])


@light_loop
def start(p: Array, blank: Array, s: Array) -> None:
    """Write each variant's start position. Resetting is a copy from then on, so this is never worth compiling."""
    for i in range(s.shape[0]):
        s[i] = blank[0]
        reset(p[i], s[i])
        s[i].variant = i


@light_loop
def masks(p: Array, s: Array, out: Array) -> None:
    """Write the legal action mask, [N, A]."""
    for i in range(s.shape[0]):
        write_mask(p[s[i].variant], s[i], out[i])


@light_loop
def inspect(p: Array, s: Array, actions: Array, count: int, out: Array) -> None:
    """Write the refusal, the chance, the actor and the order of each row's action, [N, 4]."""
    for i in range(s.shape[0]):
        row = p[s[i].variant]
        out[i, 0] = refusal(row, s[i], actions[i], count)
        out[i, 1] = 1
        if out[i, 0] == OK:
            out[i, 1] = chance(row, s[i], actions[i])
            out[i, 2] = actor(row, s[i], actions[i])
            out[i, 3] = order(row, s[i], actions[i])


@light_loop
def step(p: Array, s: Array, actions: Array, draws: Array, count: int, reasons: Array) -> int:
    """Check every row, then advance every row. On a refusal no byte changes. Returns its row, else -1."""
    for i in range(s.shape[0]):
        row = p[s[i].variant]
        reasons[i] = refusal(row, s[i], actions[i], count)
        if reasons[i] == OK and not may_come(draws[i], chance(row, s[i], actions[i])):
            reasons[i] = BAD_DRAW
        if reasons[i] != OK:
            return i
    for i in range(s.shape[0]):
        perform(p[s[i].variant], s[i], actions[i], draws[i])
    return -1


@light_loop
def observations(p: Array, s: Array, players: Array, blank: Array, o: Array) -> None:
    """Write the observation of each row's player."""
    for i in range(s.shape[0]):
        write_observation(p[s[i].variant], s[i], players[i], blank[0], o, i)


@light_loop
def redraw(p: Array, s: Array, players: Array, draws: Array) -> int:
    """Redraw the part of every row that its player cannot see. Return the first row that has no redraw, or -1."""
    for i in range(s.shape[0]):
        if not resample(p[s[i].variant], s[i], players[i], draws[i]):
            return i
    return -1


@light_loop
def appraise(p: Array, w: Array, s: Array, players: Array, out: Array, values: Array) -> None:
    """Write the moves worth searching, [N, 1 + A], their number first, and the evaluation for each player, [N]."""
    for i in range(s.shape[0]):
        out[i, 0] = 0
        values[i] = 0.0
        if s[i].to_move != TERMINAL:
            out[i, 0] = candidates(p[s[i].variant], w[0], s[i], out[i, 1:])
            values[i] = evaluate(p[s[i].variant], w[0], s[i], players[i])


@light_loop
def suggestions(p: Array, w: Array, s: Array, draws: Array, mask: Array, out: Array) -> None:
    """Write a quick choice for each row by its draw, -1 in terminal states, [N]."""
    for i in range(s.shape[0]):
        out[i] = -1
        if s[i].to_move != TERMINAL:
            out[i] = suggest(p[s[i].variant], w[0], s[i], draws[i], mask)


@kernel
def _move(row: Record, s: Record, action: int, seed: int, game: int) -> bool:
    # One step of a running game, by the keyed draw of this ply. Returns whether the game ended.
    # It takes records, not arrays: passing an array on costs an atomic count up and down, a third of a step.
    bits = dice.keyed(seed, game, int(s.ply))
    perform(row, s, action, dice.draw_for(chance(row, s, action), bits))
    return bool(s.to_move == TERMINAL)


@kernel
def _variant(seed: int, game: int, variants: int) -> int:
    if variants == 1:
        return 0
    return dice.below(dice.keyed(seed, game, -1), variants)


@kernel
def _look(p: Array, s: Array, i: int, mask: Array, blank: Array, o: Array) -> None:
    row = p[s[i].variant]
    write_mask(row, s[i], mask[i])
    write_observation(row, s[i], int(s[i].to_move), blank[0], o, i)


@loop
def begin(
    p: Array, s: Array, rows: Array, first: Array, seed: int, games: Array, mask: Array, blank: Array, o: Array
) -> None:
    """Start a game of the seed in each of these rows, and write its mask and observation."""
    for i in range(s.shape[0]):
        if rows[i]:
            s[i] = first[_variant(seed, int(games[i]), first.shape[0])]
            _look(p, s, i, mask, blank, o)


def _cycle(
    p: Array,
    s: Array,
    actions: Array,
    count: int,
    first: Array,
    seed: int,
    games: Array,
    ended: Array,
    final: Array,
    mask: Array,
    blank: Array,
    o: Array,
) -> int:
    """One step of a batch with auto-reset: step, keep terminal states, start their next games, observe."""
    for i in range(s.shape[0]):
        if refusal(p[s[i].variant], s[i], actions[i], count) != OK:
            return i
    for i in numba.prange(s.shape[0]):
        ended[i] = _move(p[s[i].variant], s[i], actions[i], seed, int(games[i]))
        if ended[i]:
            final[i] = s[i]
            games[i] += s.shape[0]
            s[i] = first[_variant(seed, int(games[i]), first.shape[0])]
        _look(p, s, i, mask, blank, o)
    return -1


cycle = loop(_cycle)
cycle_parallel = parallel_loop(_cycle)
"""`cycle` with its rows spread over threads, and the same bytes. Call it under `thread_lock`."""


@loop
def play_randomly(
    p: Array,
    s: Array,
    steps: int,
    count: int,
    first: Array,
    seed: int,
    games: Array,
    ended: Array,
    final: Array,
    mask: Array,
    blank: Array,
    o: Array,
    actions: Array,
) -> int:
    """Play `steps` cycles of random legal actions inside compiled code. Returns the number of games that ended."""
    finished = 0
    for _ in range(steps):
        for i in range(s.shape[0]):
            actions[i] = random_legal(mask, i, dice.keyed(seed + 1, int(games[i]), int(s[i].ply)))
            if refusal(p[s[i].variant], s[i], actions[i], count) != OK:
                return -1 - i
            ended[i] = _move(p[s[i].variant], s[i], actions[i], seed, int(games[i]))
            if ended[i]:
                final[i] = s[i]
                games[i] += s.shape[0]
                s[i] = first[_variant(seed, int(games[i]), first.shape[0])]
                finished += 1
            _look(p, s, i, mask, blank, o)
    return finished


@kernel
def random_legal(mask: Array, row: int, bits: int) -> int:
    """A uniform choice among the true entries of a row of masks."""
    open_actions = 0
    for action in range(mask.shape[1]):
        open_actions += int(mask[row, action])
    left = dice.below(bits, open_actions)
    chosen = 0
    for action in range(mask.shape[1]):
        # Counting without a branch: on random masks a processor guesses a branch wrong half the time.
        left -= int(mask[row, action])
        chosen += int(left >= 0)
    return chosen


@kernel
def hashed(raw: Array, start: int, to_move: int, phase: int, variant: int) -> int:
    """The key of a position: a hash of its bytes, mover, phase and variant. Never of the ply or the trace."""
    key = dice.mix((variant << 16) ^ (phase << 8) ^ (to_move + 1))
    word, filled = 0, 0
    for at in range(start, raw.shape[0]):
        word = (word << 8) | int(raw[at])
        filled += 1
        if filled == 7:  # seven bytes a word: it stays a non-negative integer
            key = dice.mix(key ^ word)
            word, filled = 0, 0
    return dice.mix(key ^ word)


@light_loop
def keys(s: Array, raw: Array, start: int, out: Array) -> None:
    """Write the key of every row, [N]."""
    for i in range(s.shape[0]):
        out[i] = hashed(raw[i], start, int(s[i].to_move), int(s[i].phase), int(s[i].variant))


def raw_bytes(s: Array) -> Array:
    """The same memory as bytes, [N, itemsize]."""
    rows: Array = s.view(np.ndarray).view(np.uint8).reshape(s.shape[0], s.dtype.itemsize)
    return rows
