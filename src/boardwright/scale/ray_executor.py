"""An executor over Ray: a task for each piece, run again where its worker or its node is lost."""

from __future__ import annotations

import logging
import os
import pickle
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import ray
from ray.exceptions import RayTaskError, WorkerCrashedError

from boardwright.arena.executors import AHEAD, TRIES
from boardwright.core.errors import AgentError, ConfigError

P = TypeVar("P")
R = TypeVar("R")


def _run(work: bytes) -> bytes:
    # As bytes: arrays in Ray's own format are read-only views of shared memory, which compiled code must not write to.
    function, piece = pickle.loads(work)
    return pickle.dumps(function(piece), pickle.HIGHEST_PROTOCOL)


_TASK: Any = ray.remote(num_cpus=1, max_retries=TRIES - 1)(_run)


class RayExecutor:
    """Runs each piece as a task of a Ray cluster."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(self, function: Callable[[P], R], pieces: Iterable[P]) -> Iterator[R]:
        """See `Executor`."""
        rest, waiting = iter(pieces), deque[Any]()
        try:
            while True:
                while len(waiting) < AHEAD * self.workers:
                    try:
                        piece = next(rest)
                    except StopIteration:
                        break
                    waiting.append(_TASK.remote(pickle.dumps((function, piece), pickle.HIGHEST_PROTOCOL)))
                if not waiting:
                    return
                yield _result(waiting.popleft())
        finally:
            for task in waiting:
                ray.cancel(task, force=False)


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
    ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
    try:
        yield RayExecutor(workers or int(ray.cluster_resources().get("CPU", 1)))
    finally:
        ray.shutdown()
