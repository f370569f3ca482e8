"""The executor that `--on` and `--workers` name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from boardwright.arena.executors import Executor, local
from boardwright.core.errors import ConfigError

LOCAL, RAY = "local", "ray"


def require_ray(what: str) -> None:
    """Raise ConfigError where Ray is not installed."""
    if find_spec("ray") is None:
        raise ConfigError("ray_missing", path="on", value=what)


@contextmanager
def open_executor(on: str = LOCAL, workers: int | None = None) -> Iterator[Executor]:
    """Yield the executor `local`, `ray` (a cluster of this machine alone) or `ray:ADDRESS` (one that runs already).

    `workers` is by default 1 on this machine, and on Ray the number of its processors.
    """
    name, _, address = on.partition(":")
    if name == LOCAL and not address:
        with local(workers or 1) as executor:
            yield executor
        return
    if name != RAY:
        raise ConfigError("config_value", path="on", value=on, expected="local, ray, ray:ADDRESS")
    require_ray(on)
    from boardwright.scale.ray_executor import on_ray

    with on_ray(address or None, workers) as executor:
        yield executor
