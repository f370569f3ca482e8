"""An executor over Ray: a task for each piece, run again where its worker or its node is lost."""

from __future__ import annotations

import io
import logging
import os
import pickle
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import ray
from ray.exceptions import RayTaskError, WorkerCrashedError

from boardwright.arena.executors import AHEAD, TRIES, Held, Shared, in_order, kept
from boardwright.core.errors import AgentError, ConfigError

P = TypeVar("P")
R = TypeVar("R")


S = TypeVar("S")


class _InStore:
    """A shared value in Ray's object store. Ray counts the references to it, as long as it sees them."""

    def __init__(self, value: Any) -> None:
        self.reference = ray.put(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))

    def get(self) -> Any:
        return _fetched(self.reference)


def _fetched(reference: Any) -> Any:
    return kept(reference.hex(), lambda: pickle.loads(ray.get(reference)))


class _Pickler(pickle.Pickler):
    """Leaves shared values out of the bytes: their references are arguments of the task."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.references: list[Any] = []

    def persistent_id(self, value: Any) -> int | None:
        if not isinstance(value, _InStore):
            return None
        self.references.append(value.reference)
        return len(self.references) - 1


class _Unpickler(pickle.Unpickler):
    def __init__(self, work: bytes, references: list[Any]) -> None:
        super().__init__(io.BytesIO(work))
        self._references = references

    def persistent_load(self, number: int) -> Held[Any]:
        return Held(_fetched(self._references[number]))


def _run(work: bytes, references: list[Any]) -> bytes:
    # As bytes: arrays in Ray's own format are read-only views of shared memory, which compiled code must not write to.
    function, piece = _Unpickler(work, references).load()
    return pickle.dumps(function(piece), pickle.HIGHEST_PROTOCOL)


_TASK: Any = ray.remote(num_cpus=1, max_retries=TRIES - 1)(_run)


def _submit(function: Callable[[P], Any], piece: P) -> Any:
    written = io.BytesIO()
    pickler = _Pickler(written)
    pickler.dump((function, piece))
    return _TASK.remote(written.getvalue(), pickler.references)


class RayExecutor:
    """Runs each piece as a task of a Ray cluster."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(self, function: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
        """See `Executor`."""
        return in_order(
            pieces,
            AHEAD * self.workers,
            lambda piece: _submit(function, piece),
            lambda waiting: _result(waiting.popleft()),
            lambda task: ray.cancel(task, force=False),
        )

    def begin(self, function: Callable[[P], R], pieces: Sequence[P]) -> Iterator[R]:
        """See `Executor`."""
        waiting = [_submit(function, piece) for piece in pieces]
        return map(_result, waiting)

    def share(self, value: S) -> Shared[S]:
        """See `Executor`."""
        return _InStore(value)


def _result(task: Any) -> Any:
    try:
        return pickle.loads(ray.get(task))
    except RayTaskError as error:
        # The piece's own error, as any other executor raises it.
        raise (error.cause or error) from None
    except WorkerCrashedError as error:
        raise AgentError("worker_lost", times=TRIES) from error


def _require_cluster(address: str) -> None:
    # Ray itself tries for minutes.
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, ValueError) as error:
        raise ConfigError("ray_cluster", path="on", address=address) from error


@contextmanager
def on_ray(address: str | None, workers: int | None) -> Iterator[RayExecutor]:
    """Join the cluster at an address, or run one on this machine that ends with the context."""
    # No reports to Ray's makers, and none of its own warnings between our lines.
    os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_BACKEND_LOG_LEVEL="error")
    options: dict[str, Any] = {}
    if address is None:
        # Ray listens on every interface all the same: docs/scale.md says how to keep it in.
        options = {"num_cpus": workers, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
    else:
        _require_cluster(address)
    ends = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
    except Exception as error:  # Ray raises no narrower type where a node does not start in time
        raise ConfigError("ray_start", path="on", reason=str(error).partition(". ")[0]) from error
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, ends)  # Ray's own handler aborts the process, and results with it
    try:
        yield RayExecutor(workers or int(ray.cluster_resources().get("CPU", 1)))
    finally:
        ray.shutdown()
