"""Interleaved timing: every side runs in every round, so that a slow minute of the machine affects them all."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from boardwright.core.progress import Progress

Run = Callable[[], int]
"""Does some work and returns its amount: steps or nodes."""

Prepare = Callable[[int], Run]
"""Sets up a round, untimed, and returns the function to time."""

LEAST_ROUNDS = 3
"""The minimum for a meaningful median."""


@dataclass
class Rates:
    """Work per second of each round: by CPU time, which other processes do not affect, and by wall-clock time."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    @property
    def per_cpu_second(self) -> float:
        return median(self.cpu)

    @property
    def per_second(self) -> float:
        return median(self.wall)

    @property
    def spread(self) -> list[int]:
        """The slowest round and the fastest."""
        return [round(min(self.cpu)), round(max(self.cpu))]


def interleave(sides: Mapping[str, Prepare], *, rounds: int, seconds: float, progress: Progress) -> dict[str, Rates]:
    """Time the sides A, B, A, B ... after one warm-up round, for compilers and caches."""
    rates = {name: Rates() for name in sides}
    for prepare in sides.values():
        prepare(0)()
    began = time.perf_counter()
    for number in range(1, rounds + 1):
        for name, prepare in sides.items():
            _clock(prepare(number), rates[name])
        spent = time.perf_counter() - began
        progress(max(number / rounds, min(spent / seconds, 1.0)), 1.0, {})
        if spent > seconds and number >= LEAST_ROUNDS:
            break
    return rates


def _clock(run: Run, into: Rates) -> None:
    gc.collect()
    gc.disable()
    try:
        wall, cpu = time.perf_counter(), time.process_time()
        work = run()
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    finally:
        gc.enable()
    into.cpu.append(work / cpu)
    into.wall.append(work / wall)


@contextmanager
def one_core() -> Iterator[None]:
    """Pin this process to a single core, with every thread that a library has started in it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    _confine({max(before)})
    try:
        yield
    finally:
        _confine(before)


def _confine(cores: set[int]) -> None:
    # Affinity belongs to a thread. Setting it for the process would not move the threads of a running pool.
    tasks = Path("/proc/self/task")
    for task in tasks.iterdir() if tasks.is_dir() else ():
        try:
            os.sched_setaffinity(int(task.name), cores)
        except ProcessLookupError:
            continue  # it ended since the list was made
    os.sched_setaffinity(0, cores)
