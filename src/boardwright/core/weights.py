"""The weights of an evaluation: one record, read from a profile in `configs/weights/`."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.core import config
from boardwright.core.definition import Definition
from boardwright.core.errors import ConfigError
from boardwright.core.record import Array


def read(definition: Definition, dtype: np.dtype[Any], profile: str) -> Array:
    """Read a profile of weights, [1]. Each declared weight must be there, and no other; zeros if none is declared."""
    out = np.zeros(1, dtype)
    declared = definition.search.weights
    if declared:
        data = config.read(definition.files.configs / "weights", profile)
        for name in declared:
            if name not in data:
                raise ConfigError("config_missing", path=f"weights.{profile}.{name}")
            out[name] = data.pop(name)
        for name in data:
            raise ConfigError("config_unknown", path=f"weights.{profile}.{name}", known=list(declared))
    return out
