"""Every way to pass the other pawn, by name. A position is both pawns, both stocks, the walls, and who is to move."""

from __future__ import annotations

import pytest

from boardwright.core.record import TERMINAL
from boardwright.games.quoridor.rules import Reason

from . import oracle
from .boards import do, lay, legal, load, steps

CASES = {
    # One in front of the other, in the middle of the board.
    "straight": ("e4 e5 10 10 - 1", "d4 f4 e3 e6"),
    "straight, the second player": ("e5 e6 10 10 - 2", "d6 f6 e7 e4"),
    "straight, backwards": ("e6 e5 10 10 - 1", "d6 f6 e7 e4"),
    "wall behind, its western half": ("e4 e5 10 10 e5h 1", "d4 f4 e3 d5 f5"),
    "wall behind, its eastern half": ("e4 e5 10 10 d5h 1", "d4 f4 e3 d5 f5"),
    "wall behind, the second player": ("e5 e6 10 10 e4h 2", "d6 f6 e7 d5 f5"),
    "wall behind, backwards": ("e6 e5 10 10 e4h 1", "d6 f6 e7 d5 f5"),
    "wall behind the next file only": ("e4 e5 10 10 f5h 1", "d4 f4 e3 e6"),
    "wall behind, western diagonal closed": ("e4 e5 10 10 e5h,d5v 1", "d4 f4 e3 f5"),
    "wall behind, eastern diagonal closed": ("e4 e5 10 10 d5h,e5v 1", "d4 f4 e3 d5"),
    "wall behind, both diagonals closed": ("e4 e5 10 10 d5h,d4v,e5v 1", "f4 e3"),
    "walls beside, none behind": ("e4 e5 10 10 d5v,e5v 1", "d4 f4 e3 e6"),
    "wall between": ("e4 e5 10 10 e4h 1", "d4 f4 e3"),
    "wall between, the second player": ("e4 e5 10 10 d4h 2", "d5 f5 e6"),
    "wall between and wall behind": ("e4 e5 10 10 e4h,e5h 1", "d4 f4 e3"),
    "not next to each other": ("e4 e6 10 10 - 1", "d4 f4 e3 e5"),
    "corner to corner": ("d4 e5 10 10 - 1", "c4 e4 d3 d5"),
    # The edge behind counts as a wall.
    "north edge behind": ("e8 e9 10 10 - 1", "d8 f8 e7 d9 f9"),
    "south edge behind": ("e1 e2 10 10 - 2", "d2 f2 e3 d1 f1"),
    "west edge behind": ("b5 a5 10 10 - 1", "b6 b4 c5 a6 a4"),
    "east edge behind": ("h5 i5 10 10 - 1", "h6 h4 g5 i6 i4"),
    "west edge behind, the second player": ("a5 b5 10 10 - 2", "b6 b4 c5 a6 a4"),
    "east edge behind, the second player": ("i5 h5 10 10 - 2", "h6 h4 g5 i6 i4"),
    "north edge behind, western diagonal closed": ("e8 e9 10 10 d8v 1", "f8 e7 f9"),
    "south edge behind, eastern diagonal closed": ("e1 e2 10 10 e1v 2", "d2 e3 d1"),
    "north edge behind, both diagonals closed": ("e8 e9 10 10 d8v,e8v 1", "e7"),
    "east edge behind, northern diagonal closed": ("h5 i5 10 10 h5h 1", "h4 g5 i4"),
    "west edge behind, both diagonals closed": ("b5 a5 10 10 a5h,a4h 1", "c5"),
    # Sideways.
    "sideways to the east": ("d5 e5 10 10 - 1", "d6 d4 c5 f5"),
    "sideways to the west": ("d5 e5 10 10 - 2", "e6 e4 f5 c5"),
    "sideways, wall behind": ("d5 e5 10 10 e5v 1", "d6 d4 c5 e6 e4"),
    "sideways, wall behind, its northern half": ("d5 e5 10 10 e4v 1", "d6 d4 c5 e6 e4"),
    "sideways, wall behind, northern diagonal closed": ("d5 e5 10 10 e4v,e5h 1", "d6 d4 c5 e4"),
    "sideways, wall behind, southern diagonal closed": ("d5 e5 10 10 e5v,e4h 1", "d6 d4 c5 e6"),
    "sideways, wall behind, both diagonals closed": ("d5 e5 10 10 e5v,d5h,e4h 1", "d4 c5"),
    "sideways, wall between": ("d5 e5 10 10 d5v 1", "d6 d4 c5"),
    "sideways to the west, wall behind": ("d5 e5 10 10 c5v 2", "e6 e4 f5 d6 d4"),
    # In corners one diagonal is off the board.
    "north-west corner": ("a8 a9 10 10 - 1", "b8 a7 b9"),
    "north-east corner": ("i8 i9 10 10 - 1", "h8 i7 h9"),
    "south-west corner": ("a1 a2 10 10 - 2", "b2 a3 b1"),
    "south-east corner": ("i1 i2 10 10 - 2", "h2 i3 h1"),
    "north-west corner, diagonal closed": ("a8 a9 10 10 a8v 1", "a7"),
    # In a corner of the own side, where only the player who came from there can be.
    "first row, out of the corner": ("a1 a2 10 10 - 1", "b1 a3"),
    "ninth row, out of the corner": ("i8 i9 10 10 - 2", "h9 i7"),
}


@pytest.mark.parametrize(("text", "wanted"), CASES.values(), ids=CASES)
def test_where_the_pawn_can_go(text: str, wanted: str) -> None:
    game, state = load(), lay(text)
    assert game.text_key(state).split()[:2] == text.split()[:2]
    assert steps(game, state) == set(wanted.split())
    # What is not listed is refused for one reason, wherever it is.
    cells = [action for action in range(81) if game.actions.to_text(action) not in wanted.split()]
    reasons = {int(game.why_not(state, [action])[0]) for action in cells}
    assert reasons == {int(Reason.OUT_OF_REACH)}


@pytest.mark.parametrize(("text", "wanted"), CASES.values(), ids=CASES)
def test_the_oracle_says_the_same(text: str, wanted: str) -> None:
    assert {oracle.name(square) for square in oracle.pawn_moves(oracle.read(text))} == set(wanted.split())


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_the_edge_of_a_smaller_board_counts_as_a_wall(size: int) -> None:
    game, last = load(size, 3), "abcdefgh"[size - 1]
    before = "abcdefgh"[size - 2]
    state = lay(f"c{size - 1} c{size} 3 3 - 1", game)
    assert steps(game, state) == {f"b{size - 1}", f"d{size - 1}", f"c{size - 2}", f"b{size}", f"d{size}"}
    state = lay(f"{before}3 {last}3 3 3 - 1", game)
    assert {f"{last}4", f"{last}2"} <= steps(game, state)
    assert len(steps(game, state)) == 5


@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [
        ("a8 e5 10 10 - 1", "a9", 0),
        ("e5 i2 10 10 - 2", "i1", 1),
        ("e7 e8 10 10 - 1", "e9", 0),
        ("e2 e3 10 10 - 2", "e1", 1),
        ("e8 e9 10 10 - 1", "d9", 0),
        ("e8 e9 10 10 - 1", "f9", 0),
        ("e1 e2 10 10 - 2", "d1", 1),
        ("e1 e2 10 10 - 2", "f1", 1),
        ("d8 e8 0 0 e8v 1", "e9", 0),
        ("e2 d2 0 0 e1v 2", "e1", 1),
    ],
    ids=[
        "a step",
        "a step of the second player",
        "a straight jump",
        "a straight jump of the second player",
        "a diagonal jump to the west",
        "a diagonal jump to the east",
        "a diagonal jump to the west of the second player",
        "a diagonal jump to the east of the second player",
        "a diagonal out of a sideways jump",
        "a diagonal out of a sideways jump of the second player",
    ],
)
def test_entering_the_goal_row_wins_at_once(text: str, move: str, winner: int) -> None:
    game, state = load(), lay(text)
    after = do(game, state, move)
    assert int(after["to_move"][0]) == TERMINAL
    assert after["returns"][0].tolist() == ([1.0, -1.0] if winner == 0 else [-1.0, 1.0])
    assert (int(after["truncated"][0]), int(after["fault"][0])) == (0, 0)
    assert legal(game, after) == set()
    assert game.text_key(after).split()[-1] == "0"


def test_the_own_first_row_is_no_goal() -> None:
    game = load()
    after = do(game, lay("a2 e8 10 10 - 1"), "a1", "e9")
    assert int(after["to_move"][0]) == 0
    assert after["returns"][0].tolist() == [0.0, 0.0]


@pytest.mark.parametrize("text", ["e4 e5 10 10 - 1", "e4 e5 10 10 e5h 1", "b5 a5 10 10 - 1"])
def test_a_jump_is_never_mandatory(text: str) -> None:
    game, state = load(), lay(text)
    pawn = text[:2]
    plain = [move for move in sorted(steps(game, state)) if apart(pawn, move) == 1]
    assert len(plain) == 3
    for action in (*plain, "a1h", "h8v"):
        assert int(do(game, state, action)["to_move"][0]) == 1


def apart(one: str, other: str) -> int:
    (col, row), (to_col, to_row) = oracle.named(one), oracle.named(other)
    return abs(col - to_col) + abs(row - to_row)


def test_a_jump_out_of_play() -> None:
    game = load()
    state = do(game, game.new(), "e2", "e8", "e3", "e7", "e4", "e6", "e5")
    assert steps(game, state) == {"d6", "f6", "e7", "e4"}
    state = do(game, state, "a1h")
    assert steps(game, state) == {"d5", "f5", "e4", "e7"}
    state = do(game, state, "e6h")
    assert steps(game, state) == {"d6", "f6", "e4"}
    assert game.text_key(do(game, state, "f6")) == "e5 f6 9 9 a1h,e6h 1"
