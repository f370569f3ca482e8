"""The compiled loop of an environment: the learner's action, the opponents' actions, and auto-reset.

A row is a learner's seat over successive episodes. `commands` holds the command of each row in a call; a row at REST
keeps every byte. The random opponent is part of the loop; other agents act in Python between calls, and the same loop
then applies their actions.
"""

from __future__ import annotations

from typing import Final

import numba

from boardwright.core import dice
from boardwright.core.compiled.compiler import kernel, loop, parallel_loop
from boardwright.core.compiled.contract import chance
from boardwright.core.compiled.loops import perform, random_legal, refusal, write_mask, write_observation
from boardwright.core.record import OK, TERMINAL, Array, Record

REST: Final = 0
ACT: Final = 1
BEGIN: Final = 2

FAULT: Final = 1
NO_ACTION: Final = 2
NEVER_MOVES: Final = 3

ALTERNATE: Final = -1
"""The learner's seat alternates from episode to episode."""


@kernel
def _carry_out(row: Record, s: Record, action: int, seed: int, episode: int) -> None:
    bits = dice.keyed(seed, episode, int(s.ply))
    perform(row, s, action, dice.draw_for(chance(row, s, action), bits))


@kernel
def _next_game(first: Array, seed: int, episode: int) -> int:
    # The variant of an episode: as in a batch, by a hash of its number.
    if first.shape[0] == 1:
        return 0
    return dice.below(dice.keyed(seed, episode, -1), first.shape[0])


@kernel
def seat_of(rule: int, players: int, seed: int, episode: int) -> int:
    """The learner's seat in an episode. Rows with neighbouring seeds begin in different seats."""
    if rule != ALTERNATE:
        return rule
    return (seed % players + episode % players) % players


@kernel
def _random_plies(most: int, seed: int, episode: int) -> int:
    # The plies at the beginning of an episode that the environment plays, from 0 to `most`.
    return 0 if most == 0 else dice.below(dice.keyed(dice.stream(seed, dice.RANDOM_PLIES), episode, -1), most + 1)


@kernel
def _some(mask: Array, row: int) -> bool:
    for action in range(mask.shape[1]):  # noqa: SIM110 - generators do not compile
        if mask[row, action]:
            return True
    return False


def _turn(  # noqa: PLR0912 - the steps of a row from top to bottom; arrays handed to helpers cost atomic counts
    p: Array,
    s: Array,
    commands: Array,
    actions: Array,
    first: Array,
    players: int,
    rule: int,
    plays_randomly: bool,
    patience: int,
    opens: bool,
    openings: Array,
    random_plies: int,
    seeds: Array,
    episodes: Array,
    seats: Array,
    decisions: Array,
    unplayed: Array,
    waiting: Array,
    ended: Array,
    final: Array,
    final_seats: Array,
    mask: Array,
    blank: Array,
    o: Array,
    last: Array,
    trouble: Array,
) -> int:
    """Advance every row to its next decision, or to an opponent in Python. Returns the first row in trouble, or -1.

    An illegal action returns its row before any row changes, and leaves `trouble` clear. If the environment `opens`, it
    plays the first action of each game, one of `openings` [variants, A]; it is no decision of the learner. Neither are
    up to `random_plies` actions of all players at the beginning of each game.
    """
    for i in range(s.shape[0]):
        trouble[i] = OK
        if commands[i] == ACT and refusal(p[s[i].variant], s[i], actions[i], mask.shape[1]) != OK:
            return i
    for i in numba.prange(s.shape[0]):
        if commands[i] == REST:
            continue
        seed = int(seeds[i])
        if commands[i] == ACT:
            decisions[i] += s[i].to_move == seats[i]
            _carry_out(p[s[i].variant], s[i], actions[i], seed, int(episodes[i]))
        else:
            s[i] = first[_next_game(first, seed, int(episodes[i]))]
            seats[i] = seat_of(rule, players, seed, int(episodes[i]))
            decisions[i] = 0
        while True:
            if s[i].to_move == TERMINAL:
                if s[i].fault != 0:
                    trouble[i] = FAULT
                    break
                if decisions[i] > 0:
                    ended[i] = True
                    final[i] = s[i]
                    final_seats[i] = seats[i]
                    write_observation(p[s[i].variant], s[i], int(seats[i]), blank[0], last, i)
                else:
                    # The opponents ended it before the learner had a decision: the episode would have no step.
                    unplayed[i] += 1
                    if unplayed[i] > patience:
                        trouble[i] = NEVER_MOVES
                        break
                episodes[i] += 1
                s[i] = first[_next_game(first, seed, int(episodes[i]))]
                seats[i] = seat_of(rule, players, seed, int(episodes[i]))
                decisions[i] = 0
            elif opens and s[i].ply == 0:
                bits = dice.keyed(dice.stream(seed, dice.OPENING), int(episodes[i]), 0)
                choice = random_legal(openings, int(s[i].variant), bits)
                _carry_out(p[s[i].variant], s[i], choice, seed, int(episodes[i]))
            else:
                restarts = s[i].ply < _random_plies(random_plies, seed, int(episodes[i]))
                if not restarts and (s[i].to_move == seats[i] or not plays_randomly):
                    break
                write_mask(p[s[i].variant], s[i], mask[i])
                if not _some(mask, i):
                    trouble[i] = NO_ACTION
                    break
                chooser = dice.stream(seed, dice.RANDOM_PLIES if restarts else dice.CHOICE)
                choice = random_legal(mask, i, dice.keyed(chooser, int(episodes[i]), int(s[i].ply)))
                _carry_out(p[s[i].variant], s[i], choice, seed, int(episodes[i]))
        waiting[i] = s[i].to_move != seats[i]
        if not waiting[i]:
            unplayed[i] = 0
            write_mask(p[s[i].variant], s[i], mask[i])
            write_observation(p[s[i].variant], s[i], int(seats[i]), blank[0], o, i)
            if not _some(mask, i):
                trouble[i] = NO_ACTION
    for i in range(s.shape[0]):
        if trouble[i] != OK:
            return i
    return -1


turn = loop(_turn)
turn_parallel = parallel_loop(_turn)
"""The same over threads, with the same bytes. Call it under `core.compiled.loops.thread_lock`."""
