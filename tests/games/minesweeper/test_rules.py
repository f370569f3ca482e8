"""The rules: the specification's tests by name, flags, chords, and the end of a game."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import boardwright
from boardwright.core import dice
from boardwright.core.errors import IllegalAction, MalformedAction
from boardwright.core.game import Game
from boardwright.core.record import OK, TERMINAL, Array
from boardwright.games.minesweeper.actions import Chord, Flag, Reveal
from boardwright.games.minesweeper.cells import FLAGGED, HIDDEN
from boardwright.games.minesweeper.rules import Reason
from saying import refused

from .boards import counted, do, laid, plain, shown

CORNER = """
...*
....
....
"""

WALL = """
..*.
..*.
"""


def around(game: Game, cell: int) -> set[int]:
    return {int(other) for other in game.params["near"][0, cell] if other >= 0}


@pytest.mark.parametrize("neighbourhood", [True, False])
def test_env_initial_click_safe(neighbourhood: bool) -> None:
    game = boardwright.load("minesweeper", guarantee_safe_neighborhood=neighbourhood)
    cells = np.repeat(np.arange(64), 50)
    states = game.new(len(cells))
    draws = np.array([dice.keyed(1, int(number), 0) for number in range(len(cells))])
    game.step(states, cells, draws)
    assert (states["laid"] == 1).all()
    assert (states["mine"].sum(axis=1) == 10).all()
    assert (states["to_move"] == 0).all()
    assert (states["mine"][np.arange(len(cells)), cells] == 0).all()
    beside = np.array([states["mine"][row][list(around(game, cell))].sum() for row, cell in enumerate(cells)])
    assert (beside == 0).all() == neighbourhood
    numbers = states["shown"][np.arange(len(cells)), cells]
    assert (numbers == beside).all()


def test_no_mine_exists_before_the_first_reveal() -> None:
    game = plain()
    state = do(game, game.new(), "flag 0 0", "flag 3 3", "flag 0 0")
    assert not state["mine"].any()
    assert state["laid"][0] == 0
    assert game.chance(state, 5)[0] == 0
    assert game.chance(state, 64 + 5)[0] == 1
    assert game.chance(game.apply(state, 5, 99), 63)[0] == 1


def test_the_same_draw_lays_the_same_mines_and_another_draw_others() -> None:
    game = plain()
    one, again, other = (game.apply(game.new(), 9, draw) for draw in (5, 5, 6))
    assert one.tobytes() == again.tobytes()
    assert (one["mine"] != other["mine"]).any()


def test_too_many_mines_for_a_clear_neighbourhood_clear_the_cell_alone() -> None:
    game = plain(H=3, W=4, mine_count=11)
    for cell in range(12):
        state = game.apply(game.new(), cell, 1 + cell)
        assert state["mine"][0].tolist() == [int(other != cell) for other in range(12)]
        assert state["returns"][0].tolist() == [1.0]
    # In a corner four cells are kept clear and fit; in the middle nine do not.
    fitting = plain(H=3, W=4, mine_count=8)
    assert fitting.apply(fitting.new(), 0, 1)["shown"][0, 0] == 0
    assert {int(fitting.apply(fitting.new(), 5, draw)["shown"][0, 5]) for draw in range(20)} != {0}
    # Mines that just fit fill every cell that is not kept clear, at each edge and in each corner.
    for cell in range(9):
        clear = around(plain(H=3, W=3, mine_count=1), cell) | {cell}
        if len(clear) < 9:
            full = plain(H=3, W=3, mine_count=9 - len(clear))
            mines = full.apply(full.new(), cell, 1 + cell)["mine"][0].tolist()
            assert mines == [int(other not in clear) for other in range(9)]


def test_flood_fill_counts_new_cells() -> None:
    game, state = laid(CORNER)
    state = do(game, state, "reveal 0 2")
    assert counted(game, state)["revealed"] == 1
    state = do(game, state, "reveal 2 0")
    assert shown(game, state) == ["001#", "0011", "0000"]
    # Eleven safe cells, each counted once: the one that was open already is not among the ten new ones.
    assert counted(game, state)["revealed"] == 11
    assert state["safe_left"][0] == 0


def test_flood_fill_stops_at_numbers() -> None:
    game, state = laid("..*..\n..*..\n..*..")
    state = do(game, state, "reveal 0 0")
    assert shown(game, state) == ["02###", "03###", "02###"]
    assert (counted(game, state)["revealed"], int(state["safe_left"][0])) == (6, 6)


def test_flood_fill_of_a_whole_board_needs_no_recursion() -> None:
    game = plain(H=40, W=40, mine_count=1)
    state = game.apply(game.new(), 820, 3)
    assert state["safe_left"][0] == 0
    assert counted(game, state)["won"] == 1


def test_win_loss_detection() -> None:
    game, state = laid(CORNER)
    won = do(game, state, "reveal 2 0")
    assert (won["to_move"][0], won["returns"][0, 0], won["truncated"][0], won["struck"][0]) == (TERMINAL, 1.0, 0, 0)
    assert (counted(game, won)["won"], counted(game, won)["lost"]) == (1, 0)
    lost = do(game, state, "reveal 0 3")
    assert (lost["to_move"][0], lost["returns"][0, 0], lost["struck"][0]) == (TERMINAL, -1.0, 4)
    assert counted(game, lost) == {"revealed": 0, "steps": 1, "won": 0, "lost": 1, "flags_right": 0, "flags_wrong": 0}
    assert shown(game, lost) == ["####", "####", "####"]


def test_action_mask_consistency() -> None:
    game = boardwright.load("minesweeper")
    states = game.new(200)
    rng = np.random.default_rng(0)
    for _ in range(12):
        mask = game.legal_mask(states)
        over = states["to_move"] == TERMINAL
        hidden = (states["shown"] >= HIDDEN) & ~over[:, None]
        assert (mask == np.concatenate([hidden, hidden], axis=1)).all()
        for row in range(0, 200, 40):
            many = np.repeat(states[row : row + 1], 128)
            assert ((game.why_not(many, np.arange(128)) == OK) == mask[row]).all()
        going = np.flatnonzero(~over)
        actions = np.argmax(mask[going] * rng.random((len(going), 128)), axis=1)
        rows = np.ascontiguousarray(states[going])
        game.step(rows, actions, rng.integers(1 << 62, size=len(going)))
        states[going] = rows


def test_without_flags_the_flag_plane_is_masked_and_the_action_space_is_the_same() -> None:
    game = plain(allow_flags=False)
    assert game.actions.policy == 128
    assert game.legal_mask(game.new())[0].tolist() == [True] * 64 + [False] * 64
    with refused(IllegalAction, "minesweeper.flags_off", row=1, col=2) as caught:
        game.apply(game.new(), Flag(1, 2))
    assert caught.value.reason == Reason.FLAGS_OFF


def test_flags_are_set_and_lifted_and_count_down_the_mines() -> None:
    game, state = laid(CORNER)
    state = do(game, state, "flag 0 3", "flag 1 1")
    assert (state["flagged"][0], game.observe(state)["mines_left"][0]) == (2, -1)
    assert (counted(game, state)["flags_right"], counted(game, state)["flags_wrong"]) == (1, 1)
    assert game.observe(state)["cells"][0].tolist() == [[9, 9, 9, 10], [9, 10, 9, 9], [9, 9, 9, 9]]
    state = do(game, state, "flag 0 3")
    assert (state["flagged"][0], game.observe(state)["mines_left"][0]) == (1, 0)
    assert (counted(game, state)["flags_right"], counted(game, state)["flags_wrong"]) == (0, 1)


def test_flags_before_the_mines_are_laid_are_judged_when_they_are() -> None:
    game = plain(H=3, W=4, mine_count=11)
    state = do(game, game.new(), "flag 0 0", "flag 0 1")
    assert (counted(game, state)["flags_right"], counted(game, state)["flags_wrong"]) == (0, 0)
    game = plain(H=4, W=4, mine_count=3, guarantee_safe_neighborhood=False)
    one = do(game, game.new(), "flag 0 0")
    three = do(game, one, "flag 0 1", "flag 0 2")
    for state, draw in product((one, three), range(20)):
        after = game.apply(state, 15, draw)
        if after["to_move"][0] != TERMINAL:
            standing = after["shown"][0] == FLAGGED
            right = int((standing & (after["mine"][0] != 0)).sum())
            assert counted(game, after)["flags_right"] == right
            assert counted(game, after)["flags_wrong"] == int(standing.sum()) - right


def test_a_reveal_clears_the_flag_of_its_cell() -> None:
    game, state = laid(WALL)
    state = do(game, state, "flag 0 1", "reveal 0 1")
    assert shown(game, state) == ["#2##", "####"]
    assert (state["flagged"][0], counted(game, state)["flags_wrong"]) == (0, 0)
    lost = do(game, state, "flag 0 2", "reveal 0 2")
    assert (lost["flagged"][0], lost["shown"][0, 2]) == (0, HIDDEN)


def test_a_flood_clears_the_flags_in_its_way() -> None:
    game, state = laid(WALL)
    state = do(game, state, "flag 0 1", "flag 1 0", "flag 0 2", "reveal 0 0")
    assert shown(game, state) == ["02F#", "02##"]
    assert (state["flagged"][0], counted(game, state)["flags_right"], counted(game, state)["flags_wrong"]) == (1, 1, 0)


def test_a_chord_reveals_the_rest_around_a_number() -> None:
    game, state = laid("*...\n....\n..*.")
    state = do(game, state, "reveal 0 1", "flag 0 0", "chord 0 1")
    # Cell by cell: the 0 at the end of the first row opens what is around it, too.
    assert shown(game, state) == ["F100", "1211", "####"]
    assert (counted(game, state)["steps"], counted(game, state)["revealed"]) == (3, 7)


def test_a_chord_with_a_wrong_flag_loses_and_opens_nothing() -> None:
    game, state = laid("*..\n...\n..*")
    state = do(game, state, "reveal 0 1", "flag 1 1")
    lost = do(game, state, "chord 0 1")
    assert (lost["returns"][0, 0], lost["struck"][0]) == (-1.0, 1)
    assert shown(game, lost) == ["#1#", "#F#", "###"]
    assert counted(game, lost)["revealed"] == 1


def test_a_chord_may_win() -> None:
    game, state = laid("*.\n..")
    won = do(game, state, "reveal 1 1", "flag 0 0", "chord 1 1")
    assert (won["returns"][0, 0], counted(game, won)["won"], counted(game, won)["revealed"]) == (1.0, 1, 3)


@pytest.mark.parametrize(
    ("before", "action", "reason"),
    [
        ((), Chord(0, 1), Reason.NOT_REVEALED),
        (("reveal 0 1",), Chord(0, 1), Reason.FLAGS_DIFFER),
        (("reveal 0 1", "flag 0 0", "flag 1 0"), Chord(0, 1), Reason.FLAGS_DIFFER),
        (("reveal 0 1", "flag 0 0", "chord 0 1"), Chord(0, 1), Reason.NOTHING_TO_CHORD),
        (("reveal 0 1",), Reveal(0, 1), Reason.REVEALED_ALREADY),
        (("reveal 0 1",), Flag(0, 1), Reason.REVEALED_ALREADY),
        ((), Reveal(3, 0), Reason.OFF_BOARD),
        ((), Flag(0, -1), Reason.OFF_BOARD),
        ((), Chord(0, 9), Reason.OFF_BOARD),
    ],
)
def test_a_refused_action_says_why(before: tuple[str, ...], action: Reveal | Flag | Chord, reason: Reason) -> None:
    game, state = laid("*..\n...\n..*")
    state = do(game, state, *before)
    with refused(IllegalAction, f"minesweeper.{reason.name.lower()}", row=action.row, col=action.col) as caught:
        game.apply(state, action)
    assert caught.value.reason == reason


@pytest.mark.parametrize("kind", [Reveal, Flag, Chord])
@pytest.mark.parametrize(("row", "col"), [(-1, 0), (3, 0), (0, -1), (0, 3)])
def test_no_action_is_beyond_an_edge(kind: type[Reveal | Flag | Chord], row: int, col: int) -> None:
    game, state = laid("*..\n...\n..*")
    with refused(IllegalAction, "minesweeper.off_board", row=row, col=col) as caught:
        game.apply(state, kind(row, col))
    assert caught.value.reason == Reason.OFF_BOARD


def test_indices_are_the_specifications() -> None:
    game = plain(H=3, W=5, mine_count=2)
    assert game.actions.decode(7) == Reveal(1, 2)
    assert game.actions.decode(15 + 7) == Flag(1, 2)
    assert game.actions.decode(30 + 7) == Chord(1, 2)
    assert (game.actions.policy, game.actions.count) == (30, 45)
    assert game.actions.to_text(22) == "flag 1 2"
    with pytest.raises(MalformedAction):
        game.actions.from_text("dig 1 2")


def test_a_game_is_cut_off_at_its_limit() -> None:
    game, state = laid(CORNER, max_plies=3)
    state = do(game, state, "flag 0 0", "flag 0 0", "flag 0 0")
    assert (state["to_move"][0], state["truncated"][0], state["returns"][0, 0]) == (TERMINAL, 1, 0.0)
    assert plain().max_plies == 4 * 64
    # Winning with the last action is winning.
    won = do(*laid(CORNER, max_plies=1), "reveal 2 0")
    assert (won["truncated"][0], won["returns"][0, 0]) == (0, 1.0)


def chi_square(counts: Array) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected)


def test_every_layout_is_as_likely_as_another() -> None:
    game = plain(H=2, W=4, mine_count=3, guarantee_safe_neighborhood=False)
    table: dict[bytes, int] = {}
    for number in range(1400):
        layout = game.apply(game.new(), 5, dice.keyed(7, number, 0))["mine"].tobytes()
        table[layout] = table.get(layout, 0) + 1
    counts = np.array(list(table.values()))
    assert counts.size == 35
    assert chi_square(counts) < 65  # 34 degrees of freedom: one in a thousand


def test_a_random_player_clicks_anywhere_first() -> None:
    # With one safe cell the first click wins, and the cell that is open then is where it was.
    game = plain(H=5, W=5, mine_count=24, allow_flags=False)
    batch = boardwright.Batch(game, 1000, seed=4)
    assert batch.play_randomly(1) == 1000
    clicked = (batch.final["shown"] < HIDDEN).sum(axis=0)
    assert clicked.sum() == 1000
    assert chi_square(clicked) < 52  # 24 degrees of freedom: one in a thousand
