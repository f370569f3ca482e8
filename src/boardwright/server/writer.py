"""The single writer of the log: all waiting work goes into one transaction, and is acknowledged after its commit.

A commit costs the same whether it holds one append or a hundred, so the busier the service, the cheaper each is.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

import sqlalchemy as sa

from boardwright.server import metrics

Work = Callable[[sa.Connection], Any]
"""Statements to execute inside the writer's transaction; the return value is the answer."""


class Waiting(NamedTuple):
    """A piece of work, and the future of its answer."""

    work: Work
    answer: Future[Any]


class Writer(threading.Thread):
    """A thread, because SQLite blocks while it waits for the disk and the event loop must not."""

    def __init__(self, engine: sa.Engine, group: int) -> None:
        super().__init__(name="log writer", daemon=True)
        self._engine = engine
        self._group = group
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()

    def submit(self, work: Work) -> Future[Any]:
        """Queue a piece of work. Its answer is set once it is on disk."""
        waiting = Waiting(work, Future())
        self._queue.put(waiting)
        return waiting.answer

    def close(self) -> None:
        """Write the waiting work, then end."""
        self._queue.put(None)
        self.join()

    def run(self) -> None:
        """Drain the queue, commit and acknowledge, until closed."""
        going = True
        while going:
            drained = [self._queue.get()]
            while len(drained) < self._group and not self._queue.empty():
                drained.append(self._queue.get())
            going = None not in drained
            group = [
                waiting for waiting in drained if waiting is not None and waiting.answer.set_running_or_notify_cancel()
            ]
            if group:
                self.settle(group)

    def settle(self, group: list[Waiting]) -> None:
        """Commit a group, then acknowledge it. If one piece of work fails, each is committed alone."""
        try:
            answers = self.commit(group)
        except Exception as error:
            if len(group) == 1:
                group[0].answer.set_exception(error)
                return
            for waiting in group:
                self.settle([waiting])
            return
        for waiting, answer in zip(group, answers):
            waiting.answer.set_result(answer)

    def commit(self, group: list[Waiting]) -> list[Any]:
        """Execute a group in one transaction. It is on disk when this returns."""
        with self._engine.begin() as connection:
            answers = [waiting.work(connection) for waiting in group]
        metrics.GROUPS.observe(len(group))
        return answers
