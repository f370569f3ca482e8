"""The single writer of the log: all waiting work goes into one transaction, and is acknowledged after its commit.

A commit costs the same whether it holds one append or a hundred, so the busier the service, the cheaper each is.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from boardwright.server import metrics
from boardwright.server.failures import Complaints, Failure, StorageError, failure_of, insist, patience, without_values
from boardwright.server.statements import Conflict, Cursor, Work, execute


class Waiting(NamedTuple):
    """A piece of work, and the future of its answer on the event loop that waits for it."""

    work: Work
    answer: asyncio.Future[Any]


class Writer(threading.Thread):
    """A thread with a connection of its own, because a commit waits for the disk and the event loop must not."""

    def __init__(self, engine: sa.Engine, group: int, complaints: Complaints) -> None:
        super().__init__(name="log writer", daemon=True)
        self._engine = engine
        self._group = group
        self._complaints = complaints
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._connection: Any = None
        self._going = True

    def submit(self, work: Work) -> asyncio.Future[Any]:
        """Queue a piece of work. Its answer is set once it is on disk."""
        waiting = Waiting(work, asyncio.get_running_loop().create_future())
        self._queue.put(waiting)
        return waiting.answer

    def close(self) -> None:
        """Write the waiting work, then end."""
        self._queue.put(None)
        self.join()

    def run(self) -> None:
        """Drain the queue, commit and acknowledge, until closed."""
        while self._going:
            group = self._drained(self._queue.get(), self._group)
            if group:
                self.settle(group)
        self._disconnect()

    def settle(self, group: list[Waiting]) -> None:
        """Commit a group, then acknowledge it."""
        try:
            self._settle(group, patience())
        except StorageError:
            # What queued up meanwhile would fail as well, each group as slowly: it is told at once.
            behind = [] if self._queue.empty() else self._drained(self._queue.get(), None)
            # Halves that were committed before have their answers, and those count.
            self.acknowledge([*group, *behind], [StorageError() for _ in (*group, *behind)])

    def acknowledge(self, group: list[Waiting], answers: Sequence[Any]) -> None:
        """Give the waiting their answers, an exception as such. The first answer counts."""
        # One call for each event loop, because a call wakes it, which is dearer than the row.
        for loop in {waiting.answer.get_loop() for waiting in group}:
            pairs = [pair for pair in zip(group, answers) if pair[0].answer.get_loop() is loop]
            # In a loop that was closed nobody waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_answer, pairs)

    def commit(self, group: list[Waiting], again: bool = False) -> list[Any]:
        """Execute a group in one transaction. It is on disk when this returns."""
        works = [waiting.work for waiting in group]
        if self._connection is None:
            self._connection = self._engine.raw_connection()
        try:
            cursor = Cursor(self._connection.cursor(), self._engine.dialect.paramstyle)
            try:
                answers = execute(cursor, works, again=again, alone=False)
            except Conflict:
                self._connection.rollback()
                answers = execute(cursor, works, again=again, alone=True)
            self._connection.commit()
            metrics.GROUPS.observe(len(group))
        except BaseException as error:
            if failure_of(error) is Failure.OF_THE_WORK:
                self._connection.rollback()
            else:
                self._disconnect()
            raise
        return answers

    def _drained(self, first: Waiting | None, most: int | None) -> list[Waiting]:
        """The first of the queue and what waits behind it. Notes when the queue is closed."""
        drained = [first]
        while (most is None or len(drained) < most) and not self._queue.empty():
            drained.append(self._queue.get())
        self._going = self._going and None not in drained
        return [waiting for waiting in drained if waiting is not None and not waiting.answer.cancelled()]

    def _settle(self, group: list[Waiting], until: float) -> None:
        """Commit a group, then acknowledge it. If one piece of work is at fault, halves are committed in its place."""
        try:
            answers = insist(lambda again: self.commit(group, again), until, self._complaints)
        except StorageError:
            raise
        except Exception as error:
            if len(group) == 1:
                self.acknowledge(group, [without_values(error)])
                return
            half = len(group) // 2
            self._settle(group[:half], until)
            self._settle(group[half:], until)
            return
        self.acknowledge(group, answers)

    def _disconnect(self) -> None:
        if self._connection is not None:
            # The connection is broken, or the writer ends: what is not committed is not acknowledged.
            with contextlib.suppress(Exception):
                self._connection.invalidate()
            self._connection = None


def _answer(pairs: list[tuple[Waiting, Any]]) -> None:
    for waiting, answer in pairs:
        if waiting.answer.done():
            continue
        if isinstance(answer, BaseException):
            waiting.answer.set_exception(answer)
        else:
            waiting.answer.set_result(answer)
