"""The rules by name: why an action is refused, and how a game ends."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from boardwright.core.errors import IllegalAction
from boardwright.core.record import TERMINAL
from boardwright.games.quoridor.actions import Move, Wall
from boardwright.games.quoridor.rules import Reason
from saying import told

from . import oracle
from .boards import board_of, do, lay, legal, load, plain

ROUND = ("e2", "e8", "e1", "e9")
"""Both pawns a step out and back: the position of before, with the same player to move."""


def refused(text: str, action: Any, size: int = 9) -> IllegalAction:
    """The error of an action that is refused in a position, of which no byte changes."""
    game = load(size)
    state = lay(text, game)
    before = state.tobytes()
    with pytest.raises(IllegalAction) as error:
        game.apply(state, action)
    assert state.tobytes() == before
    index = game.actions.encode(action)
    if index is not None:
        assert not game.legal_mask(state)[0, index]
        assert int(game.why_not(state, [index])[0]) == error.value.reason
        with pytest.raises(IllegalAction):
            game.step(state, [index])
        assert state.tobytes() == before
    told(error.value.word, f"quoridor.{Reason(error.value.reason).name.lower()}", **asdict(action))
    return error.value


@pytest.mark.parametrize(
    ("size", "action", "square"),
    [
        (9, Move("j4"), "j4"),
        (9, Move("e10"), "e10"),
        (9, Wall("i1", "h"), "i1"),
        (9, Wall("a9", "v"), "a9"),
        (9, Wall("z99", "v"), "z99"),
        (5, Move("f1"), "f1"),
        (5, Move("c6"), "c6"),
        (5, Wall("e1", "h"), "e1"),
        (5, Wall("a5", "v"), "a5"),
    ],
)
def test_off_board(size: int, action: Any, square: str) -> None:
    start = "e1 e9 10 10 - 1" if size == 9 else "c1 c5 10 10 - 1"
    error = refused(start, action, size)
    assert (error.reason, error.params["square"]) == (Reason.OFF_BOARD, square)


def test_out_of_reach() -> None:
    assert refused("e1 e9 10 10 - 1", Move("e3")).reason == Reason.OUT_OF_REACH


@pytest.mark.parametrize(
    ("text", "square"),
    [
        ("e4 e6 10 10 - 1", "e4"),  # no pass
        ("e4 e5 10 10 - 1", "e5"),  # the other pawn stands there
        ("e4 e5 10 10 - 1", "d5"),  # beside it, where the straight jump is open
        ("e4 e9 10 10 - 1", "d5"),
        ("e4 e9 10 10 e4h 1", "e5"),
        ("e4 e9 10 10 d4h 1", "e5"),
        ("e4 e9 10 10 e4v 1", "f4"),
        ("e4 e9 10 10 d3v 1", "d4"),
        ("i4 e9 10 10 - 1", "a5"),  # numbers go on from row to row, pawns do not
    ],
)
def test_out_of_reach_all_the_same(text: str, square: str) -> None:
    assert refused(text, Move(square)).reason == Reason.OUT_OF_REACH


def test_no_wall_left() -> None:
    assert refused("e1 e9 0 3 - 1", Wall("a1", "h")).reason == Reason.NO_WALL_LEFT
    game = load()
    assert legal(game, lay("e1 e9 0 3 - 1")) == {"d1", "f1", "e2"}
    assert len(legal(game, lay("e1 e9 0 3 - 2"))) == 131


def test_each_player_builds_from_the_own_stock() -> None:
    game = load()
    state = do(game, game.new(), "a1h", "c1h", "a3v", "e8")
    assert state["stock"][0].tolist() == [8, 9]
    state = do(game, lay("e1 e9 1 1 - 1"), "e4h")
    assert state["stock"][0].tolist() == [0, 1]
    assert "a1h" in legal(game, state)
    assert legal(game, do(game, state, "a1h")) == {"d1", "f1", "e2"}


def test_taken() -> None:
    assert refused("e1 e9 10 10 e3h 1", Wall("e3", "h")).reason == Reason.TAKEN
    assert refused("e1 e9 10 10 h8v 2", Wall("h8", "v")).reason == Reason.TAKEN


def test_crosses() -> None:
    assert refused("e1 e9 10 10 e3h 1", Wall("e3", "v")).reason == Reason.CROSSES
    assert refused("e1 e9 10 10 a1v 2", Wall("a1", "h")).reason == Reason.CROSSES


@pytest.mark.parametrize(
    ("wall", "action"),
    [
        ("e3h", Wall("d3", "h")),
        ("e3h", Wall("f3", "h")),
        ("e3v", Wall("e2", "v")),
        ("e3v", Wall("e4", "v")),
        ("e7v", Wall("e8", "v")),  # from the first word of a set to the second
        ("e8v", Wall("e7", "v")),
        ("g8h", Wall("h8", "h")),
        ("b1h", Wall("a1", "h")),
    ],
)
def test_overlaps(wall: str, action: Wall) -> None:
    assert refused(f"e1 e9 10 10 {wall} 1", action).reason == Reason.OVERLAPS


@pytest.mark.parametrize(
    ("wall", "beside"),
    [
        ("e3h", ("c3h", "g3h", "e2h", "e4h", "d3v", "f3v", "e2v", "e4v")),
        ("e3v", ("e1v", "e5v", "d3v", "f3v", "e2h", "e4h", "d3h", "f3h")),
        ("h4h", ("a5h", "f4h")),  # the end of one row and the start of the next
        ("a5h", ("h4h", "c5h")),
    ],
)
def test_walls_that_only_touch_are_fine(wall: str, beside: tuple[str, ...]) -> None:
    assert set(beside) <= legal(load(), lay(f"e1 e9 10 10 {wall} 1"))


BOX = "a3h,c3h,d2v"
"""On a board of five: the way north is by e1 alone, and a wall at d1h closes it."""


def test_closes_own_path() -> None:
    assert refused(f"c1 c5 3 3 {BOX} 1", Wall("d1", "h"), 5).reason == Reason.CLOSES_OWN_PATH
    # The other player's own path, seen from there; the first player is through already.
    assert refused(f"c4 c5 3 3 {BOX} 2", Wall("d1", "h"), 5).reason == Reason.CLOSES_OWN_PATH


def test_closes_other_path() -> None:
    assert refused(f"c4 c5 3 3 {BOX} 1", Wall("d1", "h"), 5).reason == Reason.CLOSES_OTHER_PATH
    assert refused(f"c1 b2 3 3 {BOX} 2", Wall("d1", "h"), 5).reason == Reason.CLOSES_OTHER_PATH


def test_a_wall_that_closes_nothing_any_more_is_fine() -> None:
    # Both are where they want to go: nobody needs the passage.
    game = load(5)
    assert "d1h" in legal(game, lay(f"c4 b2 3 3 {BOX} 1", game))


def test_pawns_do_not_close_a_path() -> None:
    # The only passage north is where the other pawn stands: a path all the same.
    game = load(5)
    state = lay("c1 e3 3 3 a3h,c3h 1", game)
    board = board_of(game, state)
    assert oracle.distance(board.size, board.closed, (2, 0), 4) == 6
    assert "a1h" in legal(game, state)


def test_a_row_of_walls_leaves_one_gap() -> None:
    game = load()
    # From a to h nobody passes north of row 4; i3 and i4 are reached by i2 alone.
    state = do(game, lay("e1 e9 10 10 a4h,c4h,e4h,g4h 1"), "h3v")
    for text, reason in (("h2h", Reason.CLOSES_OWN_PATH), ("h1v", Reason.CLOSES_OTHER_PATH)):
        # By i1 the second player is at the goal all the same.
        assert refused(game.text_key(state), game.actions.from_text(text)).reason == reason
    assert refused(game.text_key(state), Wall("h4", "h")).reason == Reason.OVERLAPS
    assert {"h5v", "h6h", "g1v", "g2h", "h1h"} <= legal(game, state)


def test_no_wall_is_refused_for_its_path_where_the_path_is_longer_only() -> None:
    game = load(5)
    state = lay("c1 c5 3 3 a3h,c3h 1", game)
    assert {"d2v", "d1v", "d1h"} <= legal(game, state)


def test_third_repetition_is_a_draw_exactly_at_the_third() -> None:
    game = load()
    state = game.new()
    for ply, move in enumerate(ROUND * 2, start=1):
        assert int(state["to_move"][0]) == (ply - 1) % 2
        state = do(game, state, move)
        if ply < 8:
            assert int(game.observe(state)["times_seen"][0]) == 1 + (ply >= 4)
    assert int(state["ply"][0]) == 8
    assert int(state["to_move"][0]) == TERMINAL
    assert state["returns"][0].tolist() == [0.0, 0.0]
    assert int(state["truncated"][0]) == 0
    assert int(game.observe(state, 0)["times_seen"][0]) == 3


def test_a_repetition_need_not_come_by_the_same_moves() -> None:
    game = load()
    state = do(game, game.new(), "e2", "e8", "e3", "e9", "e2", "d9", "f2", "e9")
    assert int(state["to_move"][0]) == 0
    state = do(game, state, "e2")  # after plies 1, 5 and 9
    assert int(state["to_move"][0]) == TERMINAL
    assert state["returns"][0].tolist() == [0.0, 0.0]


def test_the_same_squares_with_the_other_player_to_move_are_another_position() -> None:
    game = load()
    state = lay("e4 e5 10 10 - 1")
    # A jump is one move for two steps: five moves of the one and four of the other lead back.
    state = do(game, state, "e6", "d5", "f6", "e5", "f5", "d5", "f4", "e5", "e4")
    assert game.text_key(state) == "e4 e5 10 10 - 2"
    assert int(game.observe(state)["times_seen"][0]) == 1
    state = do(game, state, "e3", "d4", "f3", "e4", "f4", "d4", "f5", "e4", "e5")
    assert game.text_key(state) == "e4 e5 10 10 - 1"
    assert int(game.observe(state)["times_seen"][0]) == 2


def test_a_wall_starts_the_count_again() -> None:
    game = load()
    state = do(game, game.new(), *ROUND, "a1h", "h8h")
    assert int(game.observe(state)["times_seen"][0]) == 1
    state = do(game, state, *ROUND, *ROUND[:3])
    assert int(state["to_move"][0]) == 1
    state = do(game, state, ROUND[3])
    assert int(state["to_move"][0]) == TERMINAL
    assert (int(state["ply"][0]), int(state["truncated"][0])) == (14, 0)


def test_a_single_wall_in_between_keeps_the_draw_away() -> None:
    game = load()
    state = do(game, game.new(), *ROUND, "e2", "e8", "e1", "h8h")
    assert int(state["to_move"][0]) == 0
    assert int(state["since"][0]) == 0


def test_the_last_ply_truncates() -> None:
    game = plain(max_plies=6)
    state = do(game, game.new(), *ROUND, "e2")
    assert int(state["to_move"][0]) == 1
    for last in ("e8", "a1h"):
        after = do(game, state, last)
        assert (int(after["to_move"][0]), int(after["truncated"][0])) == (TERMINAL, 1)
        assert after["returns"][0].tolist() == [0.0, 0.0]


def test_a_win_or_a_third_repetition_on_the_last_ply_is_not_truncated() -> None:
    game = plain(size=5, walls=1, max_plies=7)
    won = do(game, game.new(), "c2", "b5", "c3", "a5", "c4", "a4", "c5")
    assert (int(won["to_move"][0]), int(won["truncated"][0]), won["returns"][0, 0]) == (TERMINAL, 0, 1.0)
    game = plain(max_plies=8)
    drawn = do(game, game.new(), *ROUND, *ROUND)
    assert (int(drawn["to_move"][0]), int(drawn["truncated"][0]), drawn["returns"][0, 0]) == (TERMINAL, 0, 0.0)


def test_an_action_after_the_end_is_refused() -> None:
    game = load()
    over = do(game, lay("a8 e5 10 10 - 1"), "a9")
    with pytest.raises(IllegalAction) as error:
        do(game, over, "e4")
    assert error.value.code == "game_over"
