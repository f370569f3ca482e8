"""A game's state, parameters and observation are fixed-size records: plain bytes with named fields.

A state is laid out as [header | trace | position | tag]. The header is the same for every game, the trace holds
the past, the position everything that decides the future. Copying, undoing and shipping a game are one memcpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from boardwright.core.errors import BatchError, ConfigError
from boardwright.core.words import Word

if TYPE_CHECKING:
    from boardwright.core.definition import Layout

TERMINAL: Final = -1
"""`to_move` of a game that is over."""

OK: Final = 0
"""The answer of `check` for a legal action. Reasons of a game count up from 1."""

NO_SUCH_ACTION: Final = -1
GAME_OVER: Final = -2
BAD_DRAW: Final = -3
"""Refusals that the loops give before they call the rules."""

Record: TypeAlias = Any
"""One record inside a kernel: fields by attribute (`s.cells[3]`). Numba infers the type from the layout."""

Array: TypeAlias = npt.NDArray[Any]
Shape: TypeAlias = "str | tuple[str, tuple[int, ...]]"

HEADER: Final = ("ply", "variant", "to_move", "phase", "fault", "truncated", "returns")
COUNTED: Final = ("tally", "events", "event_count")
"""Fields of the trace that a layout asks for by number: no game declares them itself."""

MOST_EVENTS: Final = 255
"""The highest number of events that a record can count."""

NUMBERS: Final = "iuf"
"""The kinds of type that a field can have: Numba compiles no boolean, text or object inside a record."""

EVENT_WIDTH: Final = 4
"""An event is its kind and three small integers."""


@dataclass(frozen=True)
class StateLayout:
    """A state's dtype, the offset after its ply, variant, mover and phase, and the offset of its position part."""

    dtype: np.dtype[Any]
    mover_end: int
    position_start: int
    position: tuple[str, ...]
    trace: tuple[str, ...]


def state_record(
    tag: str,
    players: int,
    position: Mapping[str, Shape],
    *,
    trace: Mapping[str, Shape],
    tally: int,
    events: int,
) -> StateLayout:
    """Lay out a state. The tag is the last field; its name identifies the game's functions."""
    header: dict[str, Shape] = {
        "ply": "u2",
        "variant": "u2",
        "to_move": "i1",
        "phase": "u1",
        "fault": "u1",
        "truncated": "u1",
        "returns": ("f4", (players,)),
    }
    for name in (*trace, *position):
        if name in header or name in COUNTED or (name in position and name in trace):
            raise ConfigError("field_taken", path=name, field=name)
    traced: dict[str, Shape] = dict(trace)
    if tally:
        traced["tally"] = ("i4", (players, tally))
    if events:
        traced["events"] = ("i2", (events, EVENT_WIDTH))
        traced["event_count"] = "u1"
    _usable(traced)
    _usable(position)
    fields: list[tuple[str, Any, int]] = []
    end = _append(fields, header, 0, sort=False)
    end = _append(fields, traced, _aligned(end))
    start = _aligned(end)
    end = _append(fields, position, start)
    fields.append((tag, np.dtype("u1"), end))
    mover_end = next(offset for name, _, offset in fields if name == "fault")
    return StateLayout(_dtype(fields, _aligned(end + 1)), mover_end, start, tuple(position), tuple(traced))


def plain_record(tag: str, fields: Mapping[str, Shape]) -> np.dtype[Any]:
    """Lay out an observation, a set of weights or the parameters."""
    _usable(fields)
    laid: list[tuple[str, Any, int]] = []
    end = _append(laid, fields, 0)
    laid.append((tag, np.dtype("u1"), end))
    return _dtype(laid, _aligned(end + 1))


def only_fields(dtype: np.dtype[Any], names: Iterable[str]) -> np.dtype[Any]:
    """The same bytes with these fields alone, to view records for users, who have no use for tag and gaps."""
    assert dtype.fields is not None
    fields = {name: dtype.fields[name] for name in names}
    return np.dtype(
        {
            "names": list(fields),
            "formats": [field[0] for field in fields.values()],
            "offsets": [field[1] for field in fields.values()],
            "itemsize": dtype.itemsize,
        }
    )


def as_rows(array: Any, dtype: np.dtype[Any], what: Word, *, writeable: bool) -> Array:
    """Validate an array for compiled code, which would write through a read-only array silently."""
    if not isinstance(array, np.ndarray) or array.ndim != 1:
        raise BatchError("batch_not_rows", what=what)
    if array.dtype is not dtype and array.dtype != dtype:
        raise BatchError("batch_dtype", what=what)
    if not array.flags.c_contiguous:
        raise BatchError("batch_not_contiguous", what=what)
    if writeable and not array.flags.writeable:
        raise BatchError("batch_read_only", what=what)
    return array


def _usable(fields: Mapping[str, Shape]) -> None:
    # NumPy records have attributes of their own (`flags`, `data`, `size`), which would hide a field of that name.
    for name in fields:
        if hasattr(np.record, name) or name[:1] == "_":
            raise ConfigError("field_name", path=name, field=name)
        kind = np.dtype(fields[name]).base
        if kind.kind not in NUMBERS:
            raise ConfigError("field_type", path=name, field=name, found=kind.name)


def _append(laid: list[tuple[str, Any, int]], fields: Mapping[str, Shape], at: int, *, sort: bool = True) -> int:
    # Widest first, so that every field is aligned without gaps between fields.
    typed = [(name, np.dtype(shape)) for name, shape in fields.items()]
    if sort:
        typed.sort(key=lambda item: -item[1].base.itemsize)
    for name, dtype in typed:
        laid.append((name, dtype, at))
        at += dtype.itemsize
    return at


def _aligned(size: int) -> int:
    return (size + 7) // 8 * 8


def _dtype(laid: list[tuple[str, Any, int]], size: int) -> np.dtype[Any]:
    # Gaps become fields of their own: NumPy does not copy padding, compiled code does, and bytes are compared.
    names, formats, offsets = [], [], []
    at = 0
    for name, dtype, offset in laid:
        if offset > at:
            names.append(f"_gap{at}")
            formats.append(np.dtype(("u1", (offset - at,))))
            offsets.append(at)
        names.append(name)
        formats.append(dtype)
        offsets.append(offset)
        at = offset + dtype.itemsize
    # The tag stays the last field, so the bytes after it join it.
    formats[-1] = np.dtype(("u1", (size - offsets[-1],)))
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def parameters(tag: str, layouts: list[Layout]) -> Array:
    """The parameters, one row a variant. Variants must have the same shapes: compiled code is made for one."""
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
