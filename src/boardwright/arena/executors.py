"""Executors: where pieces of work run. Results come in the order of the pieces, whoever ran them and how often.

A piece is a function of a module with one argument, both of which can be pickled. Its result depends on the argument
alone, so that a piece whose process died can be run again. `boardwright.scale` has the executor for Ray.
"""

from __future__ import annotations

import builtins
import os
import pickle
import signal
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import active_children, connection, get_context, parent_process
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from boardwright.core.errors import AgentError

P = TypeVar("P")
R = TypeVar("R")

AHEAD = 2
"""Pieces under way for each worker: one runs and one waits, so that no worker idles while an earlier piece is slow."""

TRIES = 5
"""The most processes that one piece may lose before it is taken to be the cause."""


KEPT = 8
"""The shared values that a process keeps: weights of the latest rounds, and opponents."""

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class Shared(Protocol[S_co]):
    """A value that many pieces hold. It travels to a process once, not with every piece, and nobody changes it.

    It lasts as long as the object that `Executor.share` returned, or a piece that holds it.
    """

    def get(self) -> S_co:
        """Return the value."""


class Executor(Protocol):
    """Runs pieces of work in some number of workers."""

    workers: int

    def map(self, function: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
        """Yield the result of each piece, in order. `pieces` is read lazily: few are under way at any time.

        Several maps may be under way at once. One that is not read to its end is given up when it is closed.
        """

    def begin(self, function: Callable[[P], R], pieces: Sequence[P]) -> Iterator[R]:
        """Begin all pieces before anybody asks for a result; yield the results in order."""

    def share(self, value: S) -> Shared[S]:
        """Return a reference to a value that can be pickled, for use in pieces."""


class Held(NamedTuple, Generic[S]):
    """A shared value that is in this process."""

    value: S

    def get(self) -> S:
        """See `Shared`."""
        return self.value


T = TypeVar("T")


def in_order(
    pieces: Iterable[P],
    ahead: int,
    submit: Callable[[P], T],
    take: Callable[[deque[T]], R],
    give_up: Callable[[T], object],
) -> Iterator[R]:
    """Keep `ahead` tasks under way; yield results in order. `take` removes the first task and returns its result."""
    rest, waiting = iter(pieces), deque[T]()
    try:
        while True:
            waiting.extend(submit(piece) for piece in islice(rest, ahead - len(waiting)))
            if not waiting:
                return
            yield take(waiting)
    finally:
        for task in waiting:
            give_up(task)


class InProcess:
    """Runs each piece in this process when its result is asked for."""

    workers = 1

    def map(self, function: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
        """See `Executor`."""
        return builtins.map(function, pieces)

    def begin(self, function: Callable[[P], R], pieces: Sequence[P]) -> Iterator[R]:
        """See `Executor`; nothing begins by itself in a single process."""
        return builtins.map(function, pieces)

    def share(self, value: S) -> Shared[S]:
        """See `Executor`."""
        return Held(value)


IN_PROCESS = InProcess()


class _Task(NamedTuple):
    piece: Any
    future: Future[Any]
    pool: ProcessPoolExecutor
    tries: int


_read: dict[Any, Any] = {}
"""The shared values of a process by their references, the oldest first."""


def kept(key: Any, read: Callable[[], Any]) -> Any:
    """Return a shared value of this process, read if it is not here yet."""
    if key not in _read:
        while len(_read) >= KEPT:
            del _read[next(iter(_read))]
        _read[key] = read()
    return _read[key]


class _InFile:
    """A shared value in a file of this machine. Only the object that `share` returns deletes it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self) -> Any:
        return kept(self._path, lambda: pickle.loads(self._path.read_bytes()))


class LocalProcesses:
    """Runs pieces in processes of this machine. A piece whose process died runs again in a new one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._earlier = set(active_children())
        self._pool = self._new_pool()
        self._folder: TemporaryDirectory[str] | None = None
        self._shared = 0

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned rather than forked: threads of compiled code do not survive a fork.
        return ProcessPoolExecutor(self.workers, get_context("spawn"), _begin)

    def map(self, function: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
        """See `Executor`."""
        return in_order(
            pieces,
            AHEAD * self.workers,
            lambda piece: self._submit(function, piece, 1),
            lambda waiting: self._result(function, waiting),
            lambda task: task.future.cancel(),
        )

    def begin(self, function: Callable[[P], R], pieces: Sequence[P]) -> Iterator[R]:
        """See `Executor`."""
        waiting = deque(self._submit(function, piece, 1) for piece in pieces)
        return (self._result(function, waiting) for _ in range(len(waiting)))

    def share(self, value: S) -> Shared[S]:
        """See `Executor`."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="boardwright-", ignore_cleanup_errors=True)
        path = Path(self._folder.name) / str(self._shared)
        self._shared += 1
        path.write_bytes(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
        shared = _InFile(path)
        weakref.finalize(shared, path.unlink, missing_ok=True)
        return shared

    def _submit(self, function: Callable[[P], Any], piece: P, tries: int) -> _Task:
        try:
            return _Task(piece, self._pool.submit(function, piece), self._pool, tries)
        except BrokenProcessPool:
            self._renew(self._pool)
            return _Task(piece, self._pool.submit(function, piece), self._pool, tries)

    def _result(self, function: Callable[[Any], Any], waiting: deque[_Task]) -> Any:
        while True:
            task = waiting[0]
            try:
                result = task.future.result()
            except BrokenProcessPool as error:
                # The pool ends with its first lost process, and with it every piece that was under way. Only the oldest
                # counts the loss: others may not have run at all, and would be given up for what they did not do.
                if task.tries == TRIES:
                    raise AgentError("worker_lost", times=TRIES) from error
                self._renew(task.pool)
                for number, lost in enumerate(waiting):
                    if lost.pool is task.pool and (lost is task or not _finished(lost.future)):
                        waiting[number] = self._submit(function, lost.piece, lost.tries + (lost is task))
            else:
                waiting.popleft()
                return result

    def _renew(self, broken: ProcessPoolExecutor) -> None:
        if self._pool is broken:
            broken.shutdown(wait=False, cancel_futures=True)
            self._pool = self._new_pool()

    def close(self) -> None:
        """End the processes. Pieces that nobody waits for are not run to their ends."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - self._earlier:
            child.terminate()
        if self._folder is not None:
            self._folder.cleanup()


def _finished(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenProcessPool)


@contextmanager
def local(workers: int) -> Iterator[Executor]:
    """Run in this process (`workers` 1), or in processes of this machine that end with the context."""
    if workers == 1:
        yield IN_PROCESS
        return
    executor = LocalProcesses(workers)
    try:
        yield executor
    finally:
        executor.close()


def _begin() -> None:
    # Ctrl-C reaches every process of a terminal: the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A process whose parent was killed would wait for work for ever.
    parent = parent_process()
    if parent is not None:
        with suppress(OSError):
            connection.wait([parent.sentinel])
        os._exit(1)
