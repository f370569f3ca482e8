"""Symmetry: permutations of bytes with tables of values, and canonical forms that agree with written boards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boardwright import Position
from boardwright.core.compiled.loops import raw_bytes
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array, state_record
from boardwright.core.symmetry import MOVER, Symmetry, bit_moves, byte_moves, byte_values, tables, transform
from boardwright.games.tic_tac_toe import DEFINITION

from .states import keys

SOURCES = {
    # The source of the new board's cell (r, c): the inverse of its image.
    "Identity": lambda r, c: (r, c),
    "Rot90": lambda r, c: (2 - c, r),
    "Rot180": lambda r, c: (2 - r, 2 - c),
    "Rot270": lambda r, c: (c, 2 - r),
    "FlipH": lambda r, c: (r, 2 - c),
    "FlipV": lambda r, c: (2 - r, c),
    "Diagonal": lambda r, c: (c, r),
    "AntiDiagonal": lambda r, c: (2 - c, 2 - r),
}


def turned(key: str, name: str) -> str:
    """A board's text under a symmetry, computed on strings alone."""
    places = (SOURCES[name](r, c) for r in range(3) for c in range(3))
    return "".join(key[r * 3 + c] for r, c in places)


def test_tic_tac_toe_has_the_eight_symmetries_in_order(game: Game) -> None:
    assert [symmetry.name for symmetry in game.symmetries] == list(SOURCES)


def test_a_quarter_turn_takes_the_top_right_corner_to_the_bottom_right(game: Game) -> None:
    position = Position(game)
    position.push(2)
    assert keys(game.transform(position.state, 1)) == ["EEEEEEEEX"]


@pytest.mark.parametrize("which", range(8))
def test_transforming_is_what_strings_say(game: Game, reachable: Array, which: int) -> None:
    sample = reachable[::7].copy()
    name = game.symmetries[which].name
    assert keys(game.transform(sample, which)) == [turned(key, name) for key in keys(sample)]


def test_the_canonical_form_is_the_smallest_key_and_the_first_symmetry_wins_a_tie(game: Game, reachable: Array) -> None:
    symmetries = game.canonical(reachable)
    smallest = keys(game.transform(reachable, symmetries))
    for key, which, least in zip(keys(reachable), symmetries, smallest):
        written = [turned(key, name) for name in SOURCES]
        assert least == min(written)
        assert which == written.index(min(written))


def test_there_are_765_canonical_states(game: Game, reachable: Array) -> None:
    assert len(set(keys(game.transform(reachable, game.canonical(reachable))))) == 765


def test_every_header_field_but_the_mover_and_returns_stays(game: Game, reachable: Array) -> None:
    after = game.transform(reachable, 3)
    for field in ("ply", "variant", "to_move", "phase", "fault", "truncated", "returns"):
        assert (after[field] == reachable[field]).all()


def test_a_game_without_symmetries_is_its_own_canonical_form() -> None:
    plain = Game(replace(DEFINITION, symmetries=None), [{"size": 3, "in_a_row": 3}])
    assert plain.symmetries == ()
    assert plain.canonical(plain.new(3)).tolist() == [0, 0, 0]


def swapping() -> Symmetry:
    """Players swap; three wide cells rotate; marks change owners."""
    return Symmetry(
        "Swap",
        actions=np.arange(3),
        moves={"wide": np.array([1, 2, 0])},
        values={"marks": np.array([0, 2, 1])},
        players=(1, 0),
    )


def swapped_state() -> tuple[Array, Array]:
    """A state of a hand-made layout, and its image under the swap."""
    layout = state_record("swapped", 2, {"wide": ("i4", (3,)), "marks": ("u1", (4,))}, trace={}, tally=3, events=0)
    before = np.zeros(3, layout.dtype)
    before["wide"] = (70_000, -2, 3)
    before["marks"] = (0, 1, 2, 7)
    before["returns"] = (1.0, -1.0)
    before["tally"] = ((1, 2, 3), (4, 5, 6))
    before["to_move"] = (0, 1, TERMINAL)
    after = np.zeros_like(before)
    turning = tables([swapping()], 2, layout.dtype)
    transform(before, raw_bytes(before), np.zeros(3, np.int64), *turning, raw_bytes(after))
    return before, after


def test_a_symmetry_that_swaps_players_swaps_all_that_is_theirs() -> None:
    _, after = swapped_state()
    assert after["wide"][0].tolist() == [3, 70_000, -2]
    assert after["marks"][0].tolist() == [0, 2, 1, 7]
    assert after["returns"][0].tolist() == [-1.0, 1.0]
    assert after["tally"][0].tolist() == [[4, 5, 6], [1, 2, 3]]
    assert after["to_move"].tolist() == [1, 0, TERMINAL]


def test_the_mover_has_its_place_in_every_header() -> None:
    before, _ = swapped_state()
    assert before.dtype.fields["to_move"][1] == MOVER


def test_bytes_that_no_symmetry_names_stay_where_they_are() -> None:
    before, _ = swapped_state()
    moves, new = byte_moves(before.dtype, {}), byte_values(before.dtype, {})
    assert moves.tolist() == list(range(before.dtype.itemsize))
    assert (new == np.arange(256)).all()


def test_the_bytes_of_a_wide_entry_move_together() -> None:
    dtype = np.dtype([("pair", "<u2", (2,)), ("tag", "u1")])
    assert byte_moves(dtype, {"pair": np.array([1, 0])}).tolist() == [2, 3, 0, 1, 4]


def test_values_change_in_every_entry_of_a_field_and_nowhere_else() -> None:
    dtype = np.dtype([("marks", "u1", (2,)), ("tag", "u1")])
    table = byte_values(dtype, {"marks": np.array([0, 2, 1])})
    assert table[:2, :4].tolist() == [[0, 2, 1, 3]] * 2
    assert (table[2] == np.arange(256)).all()


def test_a_set_of_bits_is_moved_bit_by_bit_through_its_words() -> None:
    layout = state_record("bits_tag", 2, {"walls": ("i8", (2,)), "pawn": "u1"}, trace={}, tally=0, events=0)
    before = np.zeros(1, layout.dtype)
    before["walls"][0] = (1 | 1 << 40, 1 << 5)
    before["pawn"] = 7
    after = np.zeros_like(before)
    backwards = Symmetry("Backwards", actions=np.arange(1), bits={"walls": np.arange(128)[::-1]})
    same = Symmetry("Identity", actions=np.arange(1))
    turning = tables([same, backwards], 2, layout.dtype)
    for which in (0, 1):
        transform(before, raw_bytes(before), np.array([which]), *turning, raw_bytes(after))
        assert after["pawn"][0] == 7
        words = [int(word) & (1 << 64) - 1 for word in after["walls"][0]]
        bits = [bit for bit in range(128) if words[bit >> 6] >> (bit & 63) & 1]
        assert bits == ([0, 40, 69] if which == 0 else [127 - 69, 127 - 40, 127])


def test_two_bits_cannot_go_to_one_place() -> None:
    dtype = np.dtype([("walls", "u1"), ("tag", "u1")])
    with pytest.raises(ValueError, match="walls: a symmetry must send each of its bits to another place"):
        bit_moves(dtype, ["walls"], {"walls": np.zeros(8, int)})


def test_two_entries_cannot_go_to_one_place() -> None:
    with pytest.raises(ValueError, match="pair: a symmetry must send each of its entries to another place"):
        byte_moves(np.dtype([("pair", "u2", (2,))]), {"pair": np.array([1, 1])})


def test_wide_values_cannot_change() -> None:
    with pytest.raises(ValueError, match="pair: only fields of one byte can change values"):
        byte_values(np.dtype([("pair", "u2", (2,))]), {"pair": np.array([1, 0])})


def test_a_swap_of_players_commutes_with_a_move(burrow: Game) -> None:
    position = Position(burrow)
    for action, draw in ((0, 3), (1, 77), (2, 0), (0, 1)):
        moved = burrow.apply(burrow.transform(position.state, 1), action, draw)
        position.push(action, draw)
        for field in ("at", "secret", "posts", "returns", "to_move", "tally"):
            assert (burrow.transform(position.state, 1)[field] == moved[field]).all(), field
