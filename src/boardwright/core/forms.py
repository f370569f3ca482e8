"""The forms of an observation: `fields` as the game declares them, `flat` as a row of numbers, `planes` on the board.

All three come from the one `observe` of the rules. `flat` has the fields one after another. `planes` has a plane for
whatever belongs to cells, and a constant plane for each number of the whole board (see `_placed`). Both are float32,
each field divided by its largest value, so that everything is between -1 and 1. A game with an expansion of the name
`planes` has its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from boardwright.core.compiled.compiler import kernel, loop
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.record import Array

FIELDS: Final = "fields"
FLAT: Final = "flat"
PLANES: Final = "planes"

Floats = npt.NDArray[np.float32]
Rule = Literal["numbers", "board", "cells", "corners", "rows", "whole"]

ABSENT: Final = -1
"""The source of a place that no value goes to: 0 stands there."""

_BYTE: Final = 1
_WIDTH: Final = 15
_SIGNED: Final = 16
_FLOAT: Final = 32
"""The kind of a number in a record: its width in bytes, and bits for signed ones and for floating point."""


@dataclass(frozen=True)
class Part:
    """A field in a form: the rule that places it, its first number or plane, how many there are, and its bounds."""

    field: str
    rule: Rule
    first: int
    count: int
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Form:
    """One array for each observation: its shape, the bounds of every number, and the parts it is made of.

    An expansion of the game has no parts.
    """

    name: str
    shape: tuple[int, ...]
    low: Floats
    high: Floats
    parts: tuple[Part, ...]
    write: Callable[[Array], Floats]
    fill: Callable[[Array, Floats], None]
    """As `write`, into an array that is there, [N, ...]. An expansion makes one of its own, which is copied."""


def names(game: Game) -> tuple[str, ...]:
    """The forms that observations of a game can have."""
    return tuple(dict.fromkeys((FIELDS, FLAT, PLANES, *game.definition.learning.expansions)))


@lru_cache(maxsize=64)
def form(game: Game, name: str) -> Form:
    """Return the form of a name other than `fields`, for a game."""
    if name not in names(game) or name == FIELDS:
        raise ConfigError("config_absent", path=name, known=[other for other in names(game) if other != FIELDS])
    own = game.definition.learning.expansions.get(name)
    if own is not None:
        shape = own(game, np.zeros(1, game.observation_dtype)).shape[1:]
        zeros = np.zeros(shape, np.float32)

        def copy(observations: Array, out: Floats) -> None:
            out[:] = own(game, observations)

        return Form(name, shape, zeros, zeros + 1, (), lambda observations: own(game, observations), copy)
    return _flat(game) if name == FLAT else _planes(game)


def _flat(game: Game) -> Form:
    parts, sources, first = [], [], 0
    for field in game.layout.observation:
        where = _sources(game, field)
        low, high = _scaled(game, field)
        parts.append(Part(field, "numbers", first, where.size, low, high))
        sources.append(where.reshape(-1))
        first += where.size
    return _form(game, FLAT, (first,), parts, sources)


def _planes(game: Game) -> Form:
    shape, at = geometry(game)
    parts, sources, first = [], [], 0
    for field in game.layout.observation:
        low, high = _scaled(game, field)
        rule, planes = _placed(_sources(game, field), shape, at)
        parts.append(Part(field, rule, first, len(planes), low, high))
        sources.append(planes.reshape(-1))
        first += len(planes)
    return _form(game, PLANES, (first, *shape), parts, sources)


def rules(game: Game) -> dict[str, Rule]:
    """Return the rule that places each field on planes."""
    shape, at = geometry(game)
    return {field: _placed(_sources(game, field), shape, at)[0] for field in game.layout.observation}


def geometry(game: Game) -> tuple[tuple[int, int], Array]:
    """Return the rows and columns of the planes, and the place of each cell in them."""
    if game.layout.grid is not None:
        rows, cols = game.layout.grid
        return (rows, cols), np.arange(rows * cols)
    board = game.view(game.new(), 0).board
    return (board.rows, board.cols), np.array([cell.row * board.cols + cell.col for cell in board.cells])


def _placed(where: Array, shape: tuple[int, int], at: Array) -> tuple[Rule, Array]:
    """Return the rule for a field by its shape, and the source of every place, [planes, rows * cols].

    A field whose last sizes are the board's (`board`) or the number of its cells (`cells`) is a plane for each of its
    other indices. One value for each crossing of four cells (`corners`), as walls have, stands on the upper left
    one; one for each row (`rows`) fills the row. Every other number fills a plane (`whole`).
    """
    rows, cols = shape
    size = where.shape[-1] if where.ndim else 0
    if where.shape[-2:] == shape:
        return "board", where.reshape(-1, rows * cols)
    if size == len(at):
        planes = np.full((where.size // size, rows * cols), ABSENT)
        planes[:, at] = where.reshape(-1, size)
        return "cells", planes
    crossings = (rows - 1) * (cols - 1)
    if crossings > 1 and (size == crossings or where.shape[-2:] == (rows - 1, cols - 1)):
        planes = np.full((where.size // crossings, rows, cols), ABSENT)
        planes[:, :-1, :-1] = where.reshape(-1, rows - 1, cols - 1)
        return "corners", planes.reshape(-1, rows * cols)
    if size == rows and rows > 2:
        return "rows", np.repeat(where.reshape(-1, rows), cols, axis=1)
    return "whole", np.repeat(where.reshape(-1, 1), rows * cols, axis=1)


def _sources(game: Game, field: str) -> Array:
    """Return the byte of the record at which each value of a field begins."""
    dtype, offset = game.observation_dtype.fields[field][:2]  # type: ignore[index]  # a record has fields
    count = math.prod(dtype.shape)
    return (offset + dtype.base.itemsize * np.arange(count)).reshape(dtype.shape)


def bounds(game: Game, field: str) -> tuple[float, float]:
    """Return the lowest and the highest value of a field: the declared ones, or all that its type can hold."""
    if field in game.bounds:
        return game.bounds[field]
    base = game.observation_dtype[field].base
    if base.kind == "f":
        return -math.inf, math.inf
    limits = np.iinfo(base)
    return int(limits.min), int(limits.max)


def largest(game: Game, field: str) -> float:
    """Return the number that a field is divided by: the larger of its bounds, 1 if there is none."""
    low, high = bounds(game, field)
    most = max(abs(low), abs(high))
    return 1.0 if most in {0, math.inf} else float(most)


def _scale(game: Game, field: str) -> float:
    # As the loop multiplies, in float32: the largest value is then exactly at its bound.
    return float(np.float32(1.0 / largest(game, field)))


def _scaled(game: Game, field: str) -> tuple[float, float]:
    low, high = bounds(game, field)
    return low * _scale(game, field), high * _scale(game, field)


def _form(game: Game, name: str, shape: tuple[int, ...], parts: list[Part], sources: list[Array]) -> Form:
    sizes = [len(source) for source in sources]
    kinds = np.repeat([_kind(game, part.field) for part in parts], sizes)
    scales = np.repeat([_scale(game, part.field) for part in parts], sizes)
    low, high = (
        np.repeat([getattr(part, end) for part in parts], sizes).astype(np.float32).reshape(shape)
        for end in ("low", "high")
    )
    # A place without a source is 0, which may be outside the bounds of its field.
    absent = np.concatenate(sources).reshape(shape) == ABSENT
    low[absent], high[absent] = np.minimum(low[absent], 0), np.maximum(high[absent], 0)
    runs = _runs(np.concatenate(sources), kinds, scales)

    def fill(observations: Array, out: Floats) -> None:
        # Places without a source are 0 from the start.
        rows = np.ascontiguousarray(observations).view(np.uint8).reshape(len(observations), -1)
        game.run(arrange, rows, *runs, out.reshape(len(rows), -1))

    def write(observations: Array) -> Floats:
        out = np.zeros((len(observations), *shape), np.float32)
        fill(observations, out)
        return out

    return Form(name, shape, low, high, tuple(parts), write, fill)


def _kind(game: Game, field: str) -> int:
    base = game.observation_dtype[field].base
    return base.itemsize + {"u": 0, "i": _SIGNED, "f": _FLOAT}[base.kind]


def _runs(sources: Array, kinds: Array, scales: Array) -> tuple[Array, ...]:
    """Join neighbouring places whose sources follow each other by the same step: place, source, length, step, ..."""
    runs: list[list[Any]] = []
    for place, (source, kind, scale) in enumerate(zip(sources.tolist(), kinds.tolist(), scales.tolist())):
        if source == ABSENT:
            continue
        if runs:
            first, begin, length, step, *same = runs[-1]
            gap = source - begin
            follows = first + length == place and same == [kind, scale]
            if follows and length == 1 and gap in {0, kind & _WIDTH}:
                runs[-1][2:4] = [2, gap]
                continue
            if follows and length > 1 and gap == length * step:
                runs[-1][2] += 1
                continue
        runs.append([place, source, 1, 0, kind, scale])
    table = [np.array(column) for column in zip(*runs)]
    # Unsigned: an index that cannot be negative needs no test, and the compiler makes vector instructions of the loops.
    return (*(column.astype(np.uint64) for column in table[:4]), table[4], table[5].astype(np.float32))


@kernel
def _read(rows: Array, i: int, at: int, kind: int) -> float:
    """Return the number of a kind that begins at a byte of a record."""
    if kind == _FLOAT + 4:
        return float(rows[i, at : at + 4].view(np.float32)[0])
    if kind == _FLOAT + 8:
        return float(rows[i, at : at + 8].view(np.float64)[0])
    width = kind & _WIDTH
    value = 0
    for byte in range(width):
        value += int(rows[i, at + byte]) << 8 * byte
    if kind & _SIGNED and value >= 1 << 8 * width - 1:
        value -= 1 << 8 * width
    return float(value)


def _arrange(
    rows: Array, places: Array, sources: Array, lengths: Array, steps: Array, kinds: Array, scales: Array, out: Array
) -> None:
    """Write numbers of records, given as bytes, into their places, run by run."""
    for i in range(rows.shape[0]):
        for run in range(places.shape[0]):
            place, source, length, step = places[run], sources[run], lengths[run], steps[run]
            scale = scales[run]
            if kinds[run] == _BYTE and step == 1:
                for k in range(length):
                    out[i, place + k] = rows[i, source + k] * scale
            elif step == 0:
                value = np.float32(_read(rows, i, int(source), kinds[run]) * scale)
                for k in range(length):
                    out[i, place + k] = value
            else:
                for k in range(length):
                    out[i, place + k] = _read(rows, i, int(source + k * step), kinds[run]) * scale


arrange = loop(_arrange)
