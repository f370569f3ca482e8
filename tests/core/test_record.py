"""Records: the offsets of fields, no hidden padding, and arrays that must not reach compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardwright.core.errors import BatchError, ConfigError
from boardwright.core.game import Game
from boardwright.core.record import COUNTED, HEADER, StateLayout, as_rows, plain_record, state_record
from boardwright.core.words import Word
from saying import refused

LAYOUTS: dict[str, dict[str, Any]] = {
    "bare": {"players": 1, "position": {}, "trace": {}, "tally": 0, "events": 0},
    "bytes": {"players": 2, "position": {"cells": ("u1", (9,))}, "trace": {}, "tally": 0, "events": 0},
    "three players": {"players": 3, "position": {"clock": "f8"}, "trace": {}, "tally": 1, "events": 0},
    "everything": {
        "players": 4,
        "position": {"a": ("u1", (3,)), "b": "i8", "c": ("i2", (5, 3)), "d": "u4", "e": "u1"},
        "trace": {"ring": ("i8", (3,)), "last": "i1"},
        "tally": 3,
        "events": 5,
    },
}


def laid(name: str) -> StateLayout:
    return state_record("tag_of_game", **LAYOUTS[name])


def fields(dtype: np.dtype[Any]) -> list[tuple[str, np.dtype[Any], int]]:
    """Name, type and offset of each field, by offset."""
    entries = [(name, dtype.fields[name][0], dtype.fields[name][1]) for name in dtype.names]
    assert [offset for _, _, offset in entries] == sorted(offset for _, _, offset in entries)
    return entries


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_state_is_header_trace_position_tag(name: str) -> None:
    layout = laid(name)
    named = [field for field, _, _ in fields(layout.dtype) if field[0] != "_"]
    header, rest = tuple(named[: len(HEADER)]), named[len(HEADER) :]
    assert header == HEADER
    assert set(rest[: len(layout.trace)]) == set(layout.trace)
    assert set(rest[len(layout.trace) : -1]) == set(layout.position)
    assert rest[-1] == "tag_of_game"


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_field_is_aligned(name: str) -> None:
    for field, kind, offset in fields(laid(name).dtype):
        assert offset % kind.base.itemsize == 0, field


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_byte_lies_outside_a_field(name: str) -> None:
    dtype = laid(name).dtype
    assert sum(kind.itemsize for _, kind, _ in fields(dtype)) == dtype.itemsize
    assert dtype.itemsize % 8 == 0
    at = 0
    for _, kind, offset in fields(dtype):
        assert offset == at
        at += kind.itemsize


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_layout_knows_where_the_mover_ends_and_the_position_begins(name: str) -> None:
    layout = laid(name)
    offsets = {field: offset for field, _, offset in fields(layout.dtype)}
    before = ("ply", "variant", "to_move", "phase")
    assert all(offsets[field] < layout.mover_end for field in before)
    assert offsets["fault"] == layout.mover_end
    first = min((offsets[field] for field in layout.position), default=offsets["tag_of_game"])
    assert first == layout.position_start
    assert all(offsets[field] < first for field in (*HEADER, *layout.trace))


def test_trace_has_the_tally_and_the_events_that_were_asked_for() -> None:
    dtype = laid("everything").dtype
    assert dtype["tally"].shape == (4, 3)
    assert dtype["events"].shape == (5, 4)
    assert dtype["event_count"] == np.dtype("u1")
    assert not {"tally", "events", "event_count"} & set(laid("bare").dtype.names or ())


def test_a_copy_of_a_row_copies_every_byte(game: Game, burrow: Game) -> None:
    for one in (game, burrow):
        source = np.frombuffer(bytes(range(1, one.state_dtype.itemsize + 1)), one.state_dtype)
        target = np.zeros(1, one.state_dtype)
        target[0] = source[0]
        assert target.tobytes() == source.tobytes()


@pytest.mark.parametrize("name", [*HEADER, *COUNTED])
def test_a_field_that_boardwright_lays_out_cannot_be_declared(name: str) -> None:
    # Not even where the layout asks for no counters and no events: `event_count` would be cleared at every step.
    with refused(ConfigError, "field_taken", field=name):
        state_record("tag", 2, {name: "u1"}, trace={}, tally=0, events=0)
    with refused(ConfigError, "field_taken", field=name):
        state_record("tag", 2, {}, trace={name: "u1"}, tally=0, events=0)


def test_a_field_cannot_be_in_the_trace_and_in_the_position() -> None:
    with refused(ConfigError, "field_taken", field="own"):
        state_record("tag", 2, {"own": "u1"}, trace={"own": "u1"}, tally=0, events=0)


@pytest.mark.parametrize("name", ["data", "item", "max", "put", "size", "sum", "trace", "view", "_own"])
def test_a_field_cannot_hide_an_attribute_of_numpy(name: str) -> None:
    with refused(ConfigError, "field_name", field=name):
        plain_record("tag", {name: "u1"})


def test_an_observation_ends_with_the_tag_too() -> None:
    dtype = plain_record("tag", {"signs": ("u1", (3,)), "clock": "f8", "near": "i2"})
    assert dtype.names == ("clock", "near", "signs", "tag")
    assert sum(kind.itemsize for _, kind, _ in fields(dtype)) == dtype.itemsize


def _read_only(dtype: np.dtype[Any]) -> Any:
    return np.frombuffer(bytes(2 * dtype.itemsize), dtype)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda dtype: None, "batch_not_rows"),
        (lambda dtype: [np.zeros(2, dtype)], "batch_not_rows"),
        (lambda dtype: np.zeros((2, 2), dtype), "batch_not_rows"),
        (lambda dtype: np.zeros(2, dtype)[0], "batch_not_rows"),
        (lambda dtype: np.zeros(2, "u1"), "batch_dtype"),
        (lambda dtype: np.zeros(2, plain_record("other", {"a": "u1"})), "batch_dtype"),
        (lambda dtype: np.zeros(4, dtype)[::2], "batch_not_contiguous"),
        (lambda dtype: np.zeros(4, dtype)[::-1], "batch_not_contiguous"),
        (_read_only, "batch_read_only"),
    ],
)
def test_what_may_not_reach_compiled_code_is_refused(make: Any, code: str) -> None:
    dtype = plain_record("tag", {"a": "u1"})
    with pytest.raises(BatchError) as caught:
        as_rows(make(dtype), dtype, Word("noun_states"), writeable=True)
    assert caught.value.code == code


def test_rows_that_are_only_read_may_be_read_only() -> None:
    dtype = plain_record("tag", {"a": "u1"})
    rows = _read_only(dtype)
    assert as_rows(rows, dtype, Word("noun_states"), writeable=False) is rows


def test_an_equal_layout_made_elsewhere_is_accepted() -> None:
    dtype = plain_record("tag", {"a": "u1"})
    rows = np.zeros(2, plain_record("tag", {"a": "u1"}))
    assert as_rows(rows, dtype, Word("noun_states"), writeable=True) is rows


def test_reading_states_from_shared_memory_leaves_them_alone(game: Game) -> None:
    states = game.new(2)
    shared = np.frombuffer(states.tobytes(), game.state_dtype)
    assert game.legal_mask(shared).all()
    assert game.apply(shared[:1], 4)["cells"][0, 4] != 0
    assert shared.tobytes() == states.tobytes()


@pytest.mark.parametrize("name", ["flags", "data", "size", "shape", "item", "fill", "max"])
def test_a_name_that_numpy_keeps_for_itself_is_refused(name: str) -> None:
    # `s.flags` is the field in compiled code, and something of NumPy's own in plain Python.
    with pytest.raises(ConfigError):
        state_record("tag", 2, {name: "u1"}, trace={}, tally=0, events=0)
    with pytest.raises(ConfigError):
        plain_record("tag", {name: "u1"})


@pytest.mark.parametrize("noun", ["noun_states", "noun_weights"])
def test_what_is_refused_is_called_by_its_name(noun: str) -> None:
    with refused(BatchError, "batch_dtype", what=Word(noun)):
        as_rows(np.zeros(2, "u1"), plain_record("tag", {"a": "u1"}), Word(noun), writeable=False)
