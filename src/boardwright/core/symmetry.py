"""Symmetries as data: permutations of cells, actions and players, for canonical forms and augmentation.

A symmetry becomes a permutation of a record's bytes with a table of new values, so one compiled loop applies every
symmetry of every game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from boardwright.core.compiled.compiler import kernel, light_loop
from boardwright.core.record import Array

Moves = npt.NDArray[Any]

MOVER = 4
"""The offset of `to_move` in a state: the header is the same in every game."""


@dataclass(frozen=True)
class Symmetry:
    """A mapping of cells, actions and players that leaves a game unchanged. Fields that are not named do not change."""

    name: str
    """Its name, `Mirror` for example. The first symmetry of a game is the identity."""

    actions: Moves
    """The image of each action, the people's actions included."""

    moves: Mapping[str, Moves] = field(default_factory=dict)
    """By field of the state: `moves[field][i]` is the place that entry i goes to."""

    values: Mapping[str, Moves] = field(default_factory=dict)
    """By field of the state: `values[field][v]` is the new value of v, as the colours of stones change with players."""

    bits: Mapping[str, Moves] = field(default_factory=dict)
    """By bitboard field of the state: the place that each bit goes to, counted through its words from the lowest."""

    observation: Mapping[str, Moves] = field(default_factory=dict)
    """By field of the observation: the place that each entry goes to."""

    players: tuple[int, ...] = ()
    """The image of each player; empty if everybody stays."""


def byte_moves(dtype: np.dtype[Any], moves: Mapping[str, Moves]) -> Array:
    """The source in the old record of each byte of the new one, [itemsize]."""
    source = np.arange(dtype.itemsize, dtype=np.int32)
    assert dtype.fields is not None
    for name, where in moves.items():
        layout, offset = dtype.fields[name][:2]
        width = layout.base.itemsize
        flat = np.asarray(where).reshape(-1)
        if sorted(flat.tolist()) != list(range(layout.itemsize // width)):
            raise ValueError(f"{name}: a symmetry must send each of its entries to another place")
        for entry, target in enumerate(flat):
            for byte in range(width):
                source[offset + int(target) * width + byte] = offset + entry * width + byte
    return source


def byte_values(dtype: np.dtype[Any], values: Mapping[str, Moves]) -> Array:
    """The new value of each value of each byte, [itemsize, 256]."""
    table = np.tile(np.arange(256, dtype=np.uint8), (dtype.itemsize, 1))
    assert dtype.fields is not None
    for name, new in values.items():
        layout, offset = dtype.fields[name][:2]
        if layout.base.itemsize != 1:
            raise ValueError(f"{name}: only fields of one byte can change values under a symmetry")
        table[offset : offset + layout.itemsize, : len(new)] = np.asarray(new, dtype=np.uint8)
    return table


def bit_moves(dtype: np.dtype[Any], fields: Sequence[str], bits: Mapping[str, Moves]) -> tuple[Array, Array]:
    """The bytes of the bitboard fields, [B], and the source of each of their bits, [B, 8]."""
    where, source = [], []
    assert dtype.fields is not None
    for name in fields:
        layout, offset = dtype.fields[name][:2]
        count = 8 * layout.itemsize
        target = np.asarray(bits.get(name, np.arange(count)))
        if sorted(target.tolist()) != list(range(count)):
            raise ValueError(f"{name}: a symmetry must send each of its bits to another place")
        where.append(np.arange(offset, offset + layout.itemsize))
        source.append(8 * offset + np.argsort(target).reshape(-1, 8))
    if not where:
        return np.zeros(0, np.int32), np.zeros((0, 8), np.int32)
    return np.concatenate(where).astype(np.int32), np.concatenate(source).astype(np.int32)


def player_moves(symmetry: Symmetry, players: int, dtype: np.dtype[Any]) -> tuple[dict[str, Moves], dict[str, Moves]]:
    """The effect of a permutation of players on the header and the tally, which every game has."""
    if not symmetry.players:
        return {}, {}
    swap = np.array(symmetry.players)
    moves: dict[str, Moves] = {"returns": swap}
    if "tally" in (dtype.names or ()):
        counters = dtype["tally"].shape[1]
        moves["tally"] = (swap[:, None] * counters + np.arange(counters)).reshape(-1)
    return moves, {"to_move": swap.astype(np.uint8)}


def action_table(symmetries: Sequence[Symmetry], policy: int) -> Array:
    """The image of each policy action under each symmetry, [T, A]."""
    return np.array([symmetry.actions[:policy] for symmetry in symmetries], dtype=np.int64)


def touched(sources: Array, values: Array, bits: Array) -> Array:
    """The bytes that some symmetry moves or changes, in order. The others are the same in every form."""
    size = sources.shape[1]
    moved = (sources != np.arange(size)).any(axis=0)  # bitboards included, by their negative sources
    changed = (values != np.arange(256, dtype=np.uint8)).any(axis=(0, 2))
    return np.flatnonzero(moved | changed).astype(np.int64)


def tables(symmetries: Sequence[Symmetry], players: int, dtype: np.dtype[Any]) -> tuple[Array, Array, Array]:
    """All the symmetries of a state as three tables, [T, itemsize], [T, itemsize, 256] and [T, B, 8].

    The third is for the B bytes of bitboards. Byte i of them has -1 - i as its source in the first.
    """
    sources, values, bits = [], [], []
    sets = sorted({name for symmetry in symmetries for name in symmetry.bits})
    for symmetry in symmetries:
        moves, new = player_moves(symmetry, players, dtype)
        source = byte_moves(dtype, {**moves, **symmetry.moves})
        where, bit = bit_moves(dtype, sets, symmetry.bits)
        source[where] = -1 - np.arange(where.size)
        sources.append(source)
        values.append(byte_values(dtype, {**new, **symmetry.values}))
        bits.append(bit)
    return np.array(sources), np.array(values), np.array(bits)


@kernel
def _turned(raw: Array, row: int, at: int, which: int, sources: Array, values: Array, bits: Array) -> int:
    source = int(sources[which, at])
    if source >= 0:
        return int(values[which, at, raw[row, source]])
    byte = 0
    for bit in range(8):
        origin = int(bits[which, -1 - source, bit])
        byte |= ((int(raw[row, origin >> 3]) >> (origin & 7)) & 1) << bit
    return byte


@light_loop
def transform(s: Array, raw: Array, which: Array, sources: Array, values: Array, bits: Array, out: Array) -> None:
    """Apply one symmetry to each row's bytes."""
    for i in range(s.shape[0]):
        for at in range(raw.shape[1]):
            out[i, at] = _turned(raw, i, at, which[i], sources, values, bits)


@kernel
def settle(
    raw: Array,
    row: int,
    start: int,
    sources: Array,
    values: Array,
    bits: Array,
    active: Array,
    actions: Array,
    form: Array,
    moves: Array,
) -> int:
    """Turn a copy of a row into its canonical form, write the images of its actions, and return the symmetry.

    The form is the one with the smallest mover, then the smallest position part, and the first symmetry wins a tie.
    In a form that is its own mirror image, the mover included, equivalent actions go to the smallest of them. `active`
    lists the bytes to compare, in order.
    """
    best = 0
    for i in range(active.shape[0]):
        form[row, active[i]] = _turned(raw, row, active[i], 0, sources, values, bits)
    for action in range(moves.shape[1]):
        moves[row, action] = actions[0, action]
    for which in range(1, sources.shape[0]):
        order = 0
        for i in range(active.shape[0]):
            at = active[i]
            new = _turned(raw, row, at, which, sources, values, bits)
            if (at >= start or at == MOVER) and new != form[row, at]:
                order = -1 if new < form[row, at] else 1
                break
        if order == 0:
            for action in range(moves.shape[1]):
                moves[row, action] = min(moves[row, action], actions[which, action])
        elif order < 0:
            best = which
            for i in range(active.shape[0]):
                form[row, active[i]] = _turned(raw, row, active[i], which, sources, values, bits)
            for action in range(moves.shape[1]):
                moves[row, action] = actions[which, action]
    return best


@light_loop
def canonical(
    s: Array,
    raw: Array,
    start: int,
    sources: Array,
    values: Array,
    bits: Array,
    active: Array,
    actions: Array,
    out: Array,
    forms: Array,
    moves: Array,
) -> None:
    """The symmetry to each row's canonical form, [N], and the images of its actions, [N, A]; forms begin as copies."""
    for i in range(s.shape[0]):
        out[i] = settle(raw, i, start, sources, values, bits, active, actions, forms, moves)
