"""Executors: results in order, few pieces under way, lost processes, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardwright.arena import executors
from boardwright.arena.executors import AHEAD, IN_PROCESS, LocalProcesses, local
from boardwright.core.errors import AgentError
from saying import refused

from .pieces import die, die_once, fail, square


def test_results_come_in_order_and_pieces_are_read_lazily() -> None:
    read = []

    def numbers() -> Iterator[int]:
        for number in range(12):
            read.append(number)
            yield number

    assert list(IN_PROCESS.map(square, range(12))) == [n * n for n in range(12)]
    with local(2) as executor:
        results = executor.map(square, numbers())
        assert next(results) == 0
        assert len(read) <= AHEAD * 2
        assert list(results) == [n * n for n in range(1, 12)]
        with refused(AgentError, "tournament_few", found=7):
            list(executor.map(fail, [7]))


def test_pieces_of_lost_processes_run_again(tmp_path) -> None:
    with local(2) as executor:
        # Two maps at once, as a tournament has them: each survives the other's deaths.
        one = executor.map(die_once, ((str(tmp_path), n) for n in range(5)))
        other = executor.map(square, range(5))
        assert [(next(one), next(other)) for _ in range(5)] == [(n, n * n) for n in range(5)]
        assert [path.name for path in tmp_path.iterdir()] == ["1"]


def test_a_piece_is_not_given_up_for_the_process_that_another_lost(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(executors, "TRIES", 2)
    executor = LocalProcesses(1)
    try:
        # Each piece loses one process of its own, and waits while the one before it loses one.
        pieces = [(str(tmp_path), 1 + 4 * n) for n in range(2)]
        assert list(executor.map(die_once, pieces)) == [number for _, number in pieces]
        assert len(list(tmp_path.iterdir())) == 2
        with refused(AgentError, "worker_lost", times=2):
            list(executor.map(die, [0]))
    finally:
        executor.close()


def test_a_map_that_is_given_up_frees_its_workers() -> None:
    executor = LocalProcesses(1)
    results = executor.map(square, range(100))
    next(results)
    results.close()  # type: ignore[attr-defined]  # a generator, as every map of processes is
    assert next(executor.map(square, [9])) == 81
    executor.close()


DRIVER = """
import signal, sys, time
from boardwright.arena.executors import local
if __name__ == "__main__":
    # A shell gives its background jobs a SIGINT that is ignored, and Python leaves it so.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with local(2) as executor:
        print(*sorted(set(executor.map(__import__("pieces").process, range(8)))), flush=True)
        # In short pieces: Python does not notice a signal that comes just before a sleep until the sleep is over.
        for _ in range(600):
            time.sleep(0.1)
"""


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_nothing_is_left_running(sign, tmp_path) -> None:
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    driver = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths},
    )
    with driver:
        assert driver.stdout is not None
        workers = [int(text) for text in driver.stdout.readline().split()]
        assert workers
        driver.send_signal(sign)
        try:
            driver.wait(timeout=120)
        finally:
            driver.kill()  # it would spoil other tests
    until = time.monotonic() + 120
    while alive := [worker for worker in workers if Path(f"/proc/{worker}/stat").exists()]:
        assert time.monotonic() < until, f"workers outlived their driver: {alive}"
        time.sleep(0.1)
