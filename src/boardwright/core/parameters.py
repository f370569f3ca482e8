"""A game's parameters as records: what the rules read and never write, a row for each variant."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardwright.core.definition import Layout
from boardwright.core.errors import ConfigError
from boardwright.core.record import Array, plain_record


def parameters(tag: str, layouts: list[Layout]) -> Array:
    """One row for each variant, which must all have the same shapes: compiled code is made for one."""
    tables = [{name: np.asarray(value) for name, value in layout.params.items()} for layout in layouts]
    for layout, table in zip(layouts, tables):
        for part in ("position", "observation", "trace", "tally", "events"):
            if getattr(layout, part) != getattr(layouts[0], part):
                raise ConfigError("variants_differ", path=part)
        for name, value in tables[0].items():
            if name not in table or table[name].shape != value.shape:
                raise ConfigError("variants_differ", path=name)
    shapes: Any = {name: (value.dtype.str, value.shape) for name, value in tables[0].items()}
    out = np.zeros(len(layouts), plain_record(tag, shapes))
    for row, table in enumerate(tables):
        for name, value in table.items():
            out[name][row] = value
    return out
