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
    if on == LOCAL:
        with local(workers or 1) as executor:
            yield executor
        return
    address = ray_address(on, "local, ray, ray:ADDRESS")
    from boardwright.scale.ray_executor import on_ray

    with on_ray(address, workers) as executor:
        yield executor


def ray_address(on: str, expected: str = "ray, ray:ADDRESS") -> str | None:
    """Return the address in `ray:ADDRESS`, None for `ray`. Raises ConfigError for other text, or without Ray."""
    name, _, address = on.partition(":")
    if name != RAY:
        raise ConfigError("config_value", path="on", value=on, expected=expected)
    require_ray(on)
    return address or None
