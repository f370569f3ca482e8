"""Search spaces: keys of a configuration with the values to choose from, and random draws of them.

A sweep draws keys of a recipe, `boardwright balance` numbers of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from boardwright.core import config
from boardwright.core.errors import ConfigError

DIGITS = 4
"""The significant digits of a value from a range: enough for a search, and short to read."""

Space = Mapping[str, list[Any] | dict[str, Any]]
"""Keys of a configuration, with the values to choose from, or `{low, high}` and optionally `log: true`."""


class Range(config.Settings):
    """A range of numbers: whole ones, if both ends are. `log` draws their logarithms evenly."""

    low: int | float
    high: int | float
    log: bool = False

    @property
    def whole(self) -> bool:
        """Whether its numbers are whole."""
        return isinstance(self.low, int) and isinstance(self.high, int)


def read_space(folder: Path, name: str, example: str) -> Space:
    """Read a space by its name in a folder, or by the path of its YAML file, and check it."""
    space = config.read(folder, name)
    for key, values in space.items():
        if isinstance(values, dict):
            limits = config.validate(Range, values)
            if limits.low > limits.high or (limits.log and limits.low <= 0):
                raise ConfigError("config_value", path=key, value=values, expected="{low: 0.1, high: 1, log: true}")
        elif not isinstance(values, list) or not values:
            raise ConfigError("config_value", path=key, value=values, expected="[0.1, 0.2] | {low: 0.1, high: 1}")
    if not space:
        raise ConfigError("config_value", path=name, value={}, expected=example)
    return space


def drawn_values(space: Space, rng: np.random.Generator) -> dict[str, Any]:
    """Draw a value of each key."""
    return {key: _value(values, rng) for key, values in space.items()}


def combinations(space: Space) -> float:
    """The number of combinations of values; infinite where a range is not of whole numbers."""
    return prod(_count(values) for values in space.values())


def _count(values: list[Any] | dict[str, Any]) -> float:
    if isinstance(values, list):
        return len(values)
    limits = config.validate(Range, values)
    return limits.high - limits.low + 1 if limits.whole else float("inf")


def _value(values: list[Any] | dict[str, Any], rng: np.random.Generator) -> Any:
    if isinstance(values, list):
        return values[int(rng.integers(len(values)))]
    limits = config.validate(Range, values)
    at = rng.random()
    if limits.log:
        value = limits.low * (limits.high / limits.low) ** at
    else:
        value = limits.low + (limits.high - limits.low) * at
    return round(value) if limits.whole else float(f"{value:.{DIGITS}g}")
