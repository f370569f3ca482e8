"""Each rule, in a position made for it."""

from collections import Counter
from itertools import pairwise

import pytest
from hand_made import position

import boardwright
from boardwright.core.record import OK, TERMINAL
from royal_ur.actions import Enter, Move, Pass, Throw
from royal_ur.config import Configuration
from royal_ur.rules import Reason, marked
from royal_ur.view import places

HOME = 15


@pytest.fixture(scope="module")
def game():
    return boardwright.load("royal_ur").as_interpreted()


def legal(game, state):
    return [game.actions.decode(index) for index in game.open_actions(state)]


def why(game, state, action):
    return int(game.why_not(state, [game.actions.encode(action)])[0])


def play(game, state, action, draw=0):
    assert why(game, state, action) == OK
    game.step(state, [game.actions.encode(action)], [draw])
    return state


def events(game, state):
    return [(event.code.rpartition(".")[2], *event.params.values()) for event in game.view(state, 0).events]


def test_four_dice_show_nought_to_four_as_1_4_6_4_1():
    assert Counter(map(marked, range(16))) == {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}


def test_the_first_player_throws_to_open_and_keeps_the_turn(game):
    state = game.new(1)
    assert legal(game, state) == [Throw()]
    assert why(game, state, Enter()) == why(game, state, Pass()) == Reason.NOT_THROWN
    play(game, state, Throw(), 0b0111)
    assert state["to_move"] == 0
    assert legal(game, state) == [Enter()]
    assert why(game, state, Throw()) == Reason.THROWN_ALREADY
    assert events(game, state) == [("threw", 0, 3)]


def test_a_move_throws_for_the_other_player(game):
    state = play(game, position(game, [], [], 3), Enter(), 0b1001)
    assert (state["to_move"], state["thrown"]) == (1, 2)
    assert state["on"][0, 0, [0, 3]].tolist() == [6, 1]


@pytest.mark.parametrize(("square", "thrown"), [(0, 4), (4, 4), (12, 2)])
def test_a_rosette_gives_another_throw(game, square, thrown):
    state = position(game, [square] if square else [], [], thrown)
    play(game, state, Move(square) if square else Enter(), 0b0001)
    assert (state["to_move"], state["thrown"]) == (0, 1)
    assert events(game, state) == [("rosette", 0, square + thrown), ("threw", 0, 1)]


def test_capture_on_the_shared_squares_sends_a_piece_back_to_wait(game):
    state = play(game, position(game, [5], [7], 2), Move(5))
    assert state["on"][0, 1, [0, 7]].tolist() == [7, 0]
    assert state["tally"][0].tolist() == [[1, 0], [0, 0]]
    assert (state["to_move"], events(game, state)) == (1, [("captured", 0, 7), ("threw", 1, 0)])


@pytest.mark.parametrize(("square", "thrown"), [(1, 2), (12, 1)])
def test_pieces_on_squares_of_their_own_do_not_meet(game, square, thrown):
    state = play(game, position(game, [square], [square + thrown], thrown), Move(square))
    assert state["on"][0, :, square + thrown].tolist() == [1, 1]


def test_the_rosette_in_the_middle_is_safe(game):
    state = position(game, [6], [8], 2)
    assert why(game, state, Move(6)) == Reason.SAFE
    assert legal(game, state) == [Enter()]


def test_no_two_pieces_of_a_player_on_a_square_but_at_home(game):
    state = position(game, [1, 3, 14, HOME], [], 2)
    assert why(game, state, Move(1)) == Reason.OWN_PIECE
    play(game, position(game, [14, HOME], [], 1), Move(14))


def test_home_by_the_exact_number_only(game):
    state = position(game, [13], [], 3)
    assert why(game, state, Move(13)) == Reason.TOO_FAR
    state = play(game, position(game, [13], [], 2), Move(13), 0b1111)
    assert state["on"][0, 0, HOME] == 1
    assert events(game, state) == [("home", 0, 1), ("threw", 1, 4)]


def test_a_throw_of_nought_is_passed(game):
    state = position(game, [5], [], 0)
    assert why(game, state, Move(5)) == Reason.THREW_NOTHING
    assert legal(game, state) == [Pass()]
    assert play(game, state, Pass(), 0b1111)["to_move"] == 1


def test_a_throw_that_moves_nothing_is_passed_and_no_other(game):
    stuck = position(game, [14, HOME, HOME, HOME, HOME, HOME, HOME], [], 3)
    assert legal(game, stuck) == [Pass()]
    assert why(game, stuck, Enter()) == Reason.NONE_WAITING
    assert why(game, stuck, Move(3)) == Reason.NO_PIECE
    assert why(game, position(game, [14], [], 3), Pass()) == Reason.CAN_MOVE


@pytest.mark.parametrize("player", [0, 1])
def test_the_last_piece_home_wins_without_a_throw(game, player):
    sides = [[14] + [HOME] * 6, []]
    state = position(game, sides[player], sides[1 - player], 1, to_move=player)
    assert game.chance(state, [14])[0] == 1
    play(game, state, Move(14))
    assert state["to_move"] == TERMINAL
    assert state["returns"][0, player] == 1
    assert events(game, state) == [("home", player, 7)]


def test_a_game_without_end_is_cut_off():
    short = boardwright.Position(boardwright.load("royal_ur", max_plies=10).as_interpreted())
    while short.outcome is None:
        short.push(short.legal_actions[0], draw=0)
    assert (short.outcome.returns, short.outcome.truncated) == ((0.0, 0.0), True)


def test_the_board_has_twenty_squares_and_five_rosettes(game):
    place = places(Configuration(**game.config))
    assert len(set(place.values())) == 20
    assert len({place[player, square] for player in (0, 1) for square in game.config["rosettes"]}) == 5
    for player in (0, 1):  # a path never jumps
        path = [place[player, square] for square in range(1, HOME)]
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(path))


def test_a_pass_before_the_last_piece_is_home_throws_for_the_other_player(game):
    state = position(game, [HOME] * 6 + [3], [], 0)
    assert legal(game, state) == [Pass()]
    assert int(game.chance(state, [game.actions.encode(Pass())])[0]) == 16
