"""Our own side of every measurement."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

from boardwright.agents import make
from boardwright.agents.alphabeta import AlphaBeta
from boardwright.bench.logic import step_only
from boardwright.bench.timing import Prepare, Run
from boardwright.core.agent import NO_BUDGET
from boardwright.core.batch import Batch, run_on_threads
from boardwright.core.game import Game
from boardwright.core.record import Array

if TYPE_CHECKING:
    from numpy.typing import NDArray

WARM_UP = 16
"""Untimed steps of a peer that is timed for few: by then its games are at all stages, as ours are."""


def choose(mask: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for every row of masks."""
    chosen: NDArray[np.int64] = np.argmax(mask * (rng.random(mask.shape, np.float32) + 1.0), axis=1)
    return chosen


def choose_one(mask: NDArray[np.generic], rng: np.random.Generator) -> int:
    """A random legal action of one mask. Both sides of the single-game measurement choose with this."""
    legal = mask.nonzero()[0]
    return int(legal[int(rng.random() * len(legal))])


def fused(game: Game, n: int, steps: int, seed: int) -> Prepare:
    """A batch that plays random legal actions without returning to Python."""
    batch = Batch(game, n, seed=seed)

    def run() -> int:
        if batch.play_randomly(steps) < 0:
            raise AssertionError("a legal action was refused")
        return n * steps

    return lambda _: run


def script(game: Game, n: int, steps: int, seed: int) -> list[Array]:
    """Random legal actions for every step of the batch of this seed."""
    batch = Batch(game, n, seed=seed)
    rng = np.random.default_rng(seed)
    actions = []
    for _ in range(steps):
        actions.append(choose(batch.mask, rng))
        batch.step(actions[-1])
    return actions


def one_call(game: Game, n: int, steps: int, seed: int) -> Prepare:
    """One call per step. Actions are computed beforehand: the same seed gives the same games."""

    def prepare(number: int) -> Run:
        actions = script(game, n, steps, seed + number)
        batch = Batch(game, n, seed=seed + number)

        def run() -> int:
            for row_actions in actions:
                batch.step(row_actions)
            return n * steps

        return run

    return prepare


def logic(game: Game, n: int, steps: int, seed: int) -> Prepare:
    """The same games as `one_call`, with neither mask nor observation."""

    def prepare(number: int) -> Run:
        actions = script(game, n, steps, seed + number)
        batch = Batch(game, n, seed=seed + number)
        loops = (step_only, step_only)

        def run() -> int:
            for row_actions in actions:
                # The same Python work as in `Batch.step`, so that the difference is mask and observation alone.
                arguments = batch._arguments(game.integers(row_actions, batch.states))
                row = run_on_threads(game, loops, 1, arguments[:9])
                assert row < 0, "a legal action was refused"
            return n * steps

        return run

    return prepare


def single(game: Game, steps: int, seed: int) -> Prepare:
    """One game alone: a batch of one, its actions chosen from its mask in Python."""
    batch = Batch(game, 1, seed=seed)
    rng = np.random.default_rng(seed)

    def run() -> int:
        for _ in range(steps):
            batch.step([choose_one(batch.mask[0], rng)])
        return steps

    return lambda _: run


def threaded(game: Game, n: int, steps: int, seed: int, threads: int, last: dict[int, bytes]) -> Prepare:
    """The same games on `threads` threads. Writes the bytes of the last batch to `last`, for comparison."""
    actions = script(game, n, steps, seed)

    def prepare(number: int) -> Run:
        batch = Batch(game, n, seed=seed, threads=threads)

        def run() -> int:
            for row_actions in actions:
                batch.step(row_actions)
            return n * steps

        def run_and_keep() -> int:
            done = run()
            last[threads] = b"".join(part.tobytes() for part in (batch.states, batch.mask, batch.observations))
            return done

        # Only the warm-up round keeps the bytes: copying them is no part of a step.
        return run_and_keep if number == 0 else run

    return prepare


class Search:
    """Alpha-beta from the start position."""

    def __init__(self, game: Game, depth: int) -> None:
        agent = make("alphabeta", game, depth=depth, nodes=NO_BUDGET)
        assert isinstance(agent, AlphaBeta)
        self._agent = agent
        self._start = game.new()

    def nodes(self, depth: int, most: int) -> int | None:
        """The number of nodes to this depth; None if more than `most`."""
        result = self._agent.search(self._start, depth, nodes=most)
        return None if result is None else self._agent.nodes

    def prepare(self, depth: int, seconds: float) -> Prepare:
        """Repeat a search to this depth for `seconds` of CPU time."""

        def search() -> int:
            self._agent.search(self._start, depth)
            return self._agent.nodes

        return repeated(search, seconds)


def repeated(search: Run, seconds: float) -> Prepare:
    """Repeat a search, since one may be too short to time. The warm-up round sets the number of repetitions."""
    times = 1

    def run() -> int:
        return sum(search() for _ in range(times))

    def calibrate() -> int:
        nonlocal times
        search()
        began = time.process_time()
        nodes = search()
        times = max(1, round(seconds / max(time.process_time() - began, 1e-6)))
        return nodes

    return lambda number: calibrate if number == 0 else run
