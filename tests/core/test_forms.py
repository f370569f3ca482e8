"""The forms of an observation: the same numbers as the fields, in bounds, placed by the board."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardwright import Layout, load
from boardwright.core import forms, registry
from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.errors import ConfigError
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from observation_tables import PAGE, page
from saying import refused


def observed(game: Game, rows: int = 8, plies: int = 12) -> Array:
    """Observations of random games."""
    states, rng = game.new(rows), np.random.default_rng(1)
    for _ in range(plies):
        chosen = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else -1 for mask in game.legal_mask(states)]
        open_rows = np.flatnonzero(states["to_move"] != TERMINAL)
        actions = np.array(chosen)[open_rows]
        after = states[open_rows]
        game.step(after, actions, game.draws(after, actions, rng.integers(1 << 62, size=len(actions))))
        states[open_rows] = after
    return game.observe(states, 0)


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_flat_and_planes_within_their_bounds(name: str) -> None:
    game = load(name)
    seen = observed(game, rows=2 if INTERPRETED else 8)
    flat = forms.form(game, "flat").write(seen)
    parts = {part.field: part for part in forms.form(game, "flat").parts}
    assert list(parts) == list(game.layout.observation)
    for field, part in parts.items():
        numbers = seen[field].reshape(len(seen), -1) / max(map(abs, forms.bounds(game, field)))
        assert np.allclose(flat[:, part.first : part.first + part.count], numbers, atol=1e-6)
    for form in (forms.form(game, each) for each in forms.names(game) if each != "fields"):
        array = form.write(seen)
        assert array.dtype == np.float32
        assert array.shape == (len(seen), *form.shape)
        assert (array >= form.low).all()
        assert (array <= form.high).all()


def test_planes_put_walls_on_the_upper_left_cell_and_goals_on_rows() -> None:
    game = load("quoridor", "small")
    form = forms.form(game, "planes")
    assert [(part.field, part.rule, part.count) for part in form.parts] == [
        ("pawns", "cells", 2),
        ("walls", "corners", 2),
        ("goal", "rows", 1),
        ("stock", "whole", 2),
        ("times_seen", "whole", 1),
    ]
    seen = observed(game)
    planes = form.write(seen)
    assert (planes[:, :2].reshape(len(seen), 2, 81) == seen["pawns"]).all()
    assert (planes[:, 2:4, :8, :8].reshape(len(seen), 2, 64) == seen["walls"]).all()
    assert not planes[:, 2:4, 8].any()
    assert not planes[:, 2:4, :, 8].any()
    assert (planes[:, 4] == seen["goal"][:, :, None]).all()
    assert np.allclose(planes[:, 5:7, 3, 3] * game.configs[0].walls, seen["stock"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["u1", "i1", "u2", "i2", "u4", "i4", "f4", "f8"])
def test_numbers_of_every_type_are_read(kind: str, toy: Any) -> None:
    plain = toy("pairs")
    dtype = np.dtype([("pad", "u1"), ("x", kind, (3,)), ("y", kind)], align=True)
    rng = np.random.default_rng(0)
    rows = np.frombuffer(rng.integers(0, 256, 5 * dtype.itemsize, dtype=np.uint8).tobytes(), dtype).copy()
    if kind.startswith("f"):
        rows["x"], rows["y"] = rng.normal(size=(5, 3)), rng.normal(size=5)
    sources = np.concatenate(
        [forms.ABSENT * np.ones(1), dtype.fields["x"][1] + dtype["x"].base.itemsize * np.arange(3)]
    )
    sources = np.concatenate([sources, np.repeat(dtype.fields["y"][1], 4)]).astype(np.int64)
    number = np.dtype(kind)
    code = number.itemsize + {"u": 0, "i": 16, "f": 32}[number.kind]
    runs = forms._runs(sources, np.full(8, code), np.ones(8))
    out = np.zeros((5, 8), np.float32)
    plain.run(forms.arrange, rows.view(np.uint8).reshape(5, -1), *runs, out)
    assert (out[:, 0] == 0).all()
    assert np.allclose(out[:, 1:4], rows["x"].astype(np.float32))
    assert np.allclose(out[:, 4:], rows["y"].astype(np.float32)[:, None])


def test_a_form_that_is_not_there_is_named_with_the_others() -> None:
    with refused(ConfigError, "config_absent", known=["flat", "planes"]):
        forms.form(load("tic_tac_toe"), "pixels")


def test_bounds_of_a_field_that_is_not_there_are_refused() -> None:
    with refused(ConfigError, "config_unknown", path="bounds.mine"):
        Layout(params={}, position={}, observation={"own": "u1"}, max_plies=1, bounds={"mine": (0, 1)})


def test_variants_share_the_widest_bounds() -> None:
    one, other = load("quoridor"), load("quoridor", walls=3)
    assert forms.bounds(registry.mix(other, one), "stock") == (0, 10)


@pytest.mark.skipif(INTERPRETED, reason="once is enough")
def test_the_page_of_observations_is_what_the_script_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/observation_tables.py"
