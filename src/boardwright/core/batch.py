"""A batch of games of one kind, stepped together with auto-reset."""

from __future__ import annotations

import os
from typing import Any

import numba
import numpy as np

from boardwright.core import dice
from boardwright.core.compiled import loops
from boardwright.core.compiled.compiler import INTERPRETED, Loop
from boardwright.core.errors import BatchError, KernelError
from boardwright.core.game import Game, Mask
from boardwright.core.record import Array


def usable_threads(threads: int) -> int:
    """Return the number of threads. Raises BatchError if it exceeds this machine's."""
    if not 1 <= threads <= numba.config.NUMBA_NUM_THREADS:
        raise BatchError("threads", found=threads, most=numba.config.NUMBA_NUM_THREADS)
    if threads > 1:
        # Threads that spin while they wait lose whole time slices when another process wants the core.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    return threads


def run_on_threads(game: Game, pair: tuple[Loop[..., int], Loop[..., int]], threads: int, args: Any) -> int:
    """Call the first loop, or with more than one thread the second, its parallel form."""
    serial, parallel = pair
    if threads == 1 or INTERPRETED or game.interpreted:
        row: int = game.run(serial, *args)
        return row
    with loops.thread_lock:
        numba.set_num_threads(threads)
        return parallel(*args)


class Batch:
    """Many games, one a row. Row i of `n` plays games i, i + n, i + 2n ... of the seed, whatever the size of the batch.

    With `first`, games are counted from that number.

    After `step`, `mask` and `observations` belong to the next decisions; `ended` marks the rows whose episode ended in
    this step, and `final` holds their terminal states.
    """

    def __init__(self, game: Game, n: int, *, seed: int, threads: int = 1, first: int = 0) -> None:
        self.game = game
        self.seed = dice.usable_seed(seed)
        self.threads = usable_threads(threads)
        self.games = np.arange(first, first + n, dtype=np.int64)
        self.states = game.new(n)
        self.final = game.new(n)
        self.ended = np.zeros(n, np.bool_)
        self.mask = np.zeros((n, game.actions.policy), np.bool_)
        self.observations = np.zeros(n, game.observation_dtype)
        self._blank = np.zeros(1, game.observation_dtype)
        self._first = np.concatenate([game.new(variant=v) for v in range(len(game.configs))])
        self._begin(np.ones(n, np.bool_))

    def restart(self, rows: Mask) -> None:
        """Abandon the games of some rows: each starts its next game, as if that one had ended."""
        chosen = np.ascontiguousarray(rows, np.bool_)
        if chosen.shape != self.ended.shape:
            raise BatchError("batch_rows", found=list(chosen.shape), rows=len(self.games))
        self.games[chosen] += len(self.games)
        self._begin(chosen)

    def _begin(self, rows: Mask) -> None:
        game = self.game
        outputs = (self.mask, self._blank, self.observations)
        game.run(loops.begin, game.params, self.states, rows, self._first, self.seed, self.games, *outputs)

    def step(self, actions: Any) -> None:
        """Carry out one action a row. An illegal one raises, and no row changes."""
        actions = self.game.integers(actions, self.states)
        cycles = (loops.cycle, loops.cycle_parallel)
        row = run_on_threads(self.game, cycles, self.threads, self._arguments(actions))
        if row >= 0:
            reason = int(self.game.why_not(self.states[row : row + 1], actions[row : row + 1])[0])
            mover = int(self.states["to_move"][row])
            raise self.game.refusal(int(actions[row]), reason, row=row, player=mover)

    def play_randomly(self, steps: int) -> int:
        """Play many steps of random legal actions in one call. Returns the number of games that ended."""
        actions = np.empty(len(self.games), np.int64)
        _, states, _, count, *rest = self._arguments(actions)
        ended: int = self.game.run(loops.play_randomly, self.game.params, states, steps, count, *rest, actions)
        if ended < 0:
            raise KernelError("mask_not_check", game=self.game.name, row=-1 - ended)
        return ended

    def _arguments(self, actions: Array) -> tuple[Any, ...]:
        return (
            self.game.params,
            self.states,
            actions,
            self.game.actions.count,
            self._first,
            self.seed,
            self.games,
            self.ended,
            self.final,
            self.mask,
            self._blank,
            self.observations,
        )
