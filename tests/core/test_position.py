"""Position: push, pop, copy, view, and a history that replays to the same bytes."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from boardwright import Position, load
from boardwright.core.errors import BoardwrightError, HistoryError, MalformedAction, RuleFault
from boardwright.core.game import Game
from boardwright.core.position import Step
from boardwright.core.record import Array
from boardwright.core.view import Outcome
from boardwright.games.tic_tac_toe.actions import Mark

from .burrow import rules
from .burrow.actions import Roll

WON = (0, 3, 1, 4, 2)
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)


def played(game: Game, *actions: int) -> Position:
    position = Position(game)
    for action in actions:
        position.push(action)
    return position


def test_an_action_is_pushed_by_index_dataclass_or_text(game: Game) -> None:
    first, second, third = Position(game), Position(game), Position(game)
    first.push(4)
    second.push(Mark(4))
    third.push_text("mark 4")
    assert first.state.tobytes() == second.state.tobytes() == third.state.tobytes()
    assert first.history == second.history == third.history == [Step(4, 0)]


def test_an_index_may_be_a_number_of_numpy(game: Game) -> None:
    position = Position(game)
    position.push(np.int64(4))
    assert type(position.history[0].action) is int


def test_pop_restores_every_byte(game: Game) -> None:
    position = Position(game)
    seen = []
    for action in WON:
        seen.append(position.state.tobytes())
        position.push(action)
    for action in reversed(WON):
        assert position.pop() == Step(action, 0)
        assert position.state.tobytes() == seen.pop()
    assert position.history == []


def test_a_copy_is_independent(game: Game) -> None:
    position = played(game, 4, 0)
    other = position.copy()
    other.push(8)
    other.push(2)
    assert position.history == [Step(4, 0), Step(0, 0)]
    assert len(other.history) == 4
    other.pop()
    other.pop()
    assert other.state.tobytes() == position.state.tobytes()
    position.pop()
    position.pop()
    other.pop()
    assert position.state.tobytes() != other.state.tobytes()


@pytest.mark.parametrize("bad", [4, 9, -1, Mark(12), "4", None], ids=repr)
def test_a_refused_push_leaves_the_bytes_and_the_history(game: Game, bad: object) -> None:
    position = played(game, 4)
    before = position.state.tobytes()
    with pytest.raises(BoardwrightError):
        position.push(bad)
    assert position.state.tobytes() == before
    assert position.history == [Step(4, 0)]
    position.pop()
    assert position.state.tobytes() == game.new().tobytes()


def test_a_dead_end_leaves_the_bytes_and_the_history(burrow: Game) -> None:
    position = Position(burrow)
    position.push(Roll(), 0)
    position.push(2)
    before = position.state.tobytes()
    with pytest.raises(RuleFault):
        position.push(rules.COLLAPSE)
    assert position.state.tobytes() == before
    assert len(position.history) == 2


def test_a_game_goes_on_until_it_has_an_outcome(game: Game) -> None:
    position = Position(game)
    for action in WON:
        assert position.outcome is None
        assert position.to_move == len(position.history) % 2
        position.push(action)
    assert position.to_move is None
    assert position.legal_actions == []
    assert position.outcome == Outcome(returns=(1.0, -1.0), truncated=False)
    assert position.outcome.winner == 0


def test_a_draw_has_no_winner(game: Game) -> None:
    outcome = played(game, *DRAWN).outcome
    assert outcome == Outcome(returns=(0.0, 0.0), truncated=False)
    assert outcome.winner is None


def test_a_game_cut_short_is_truncated(burrow: Game) -> None:
    position = Position(burrow)
    for _ in range(30):
        position.push(rules.HIDE, 1)
    assert position.outcome == Outcome(returns=(0.0, 0.0), truncated=True)


def test_replay_gives_the_same_bytes(game: Game) -> None:
    position = played(game, *WON)
    assert Position.replay(game, position.history).state.tobytes() == position.state.tobytes()


def test_draws_come_from_the_seed_and_stay_in_the_history(burrow: Game) -> None:
    first, second, third = (Position(burrow, seed=seed) for seed in (1, 1, 2))
    for position in (first, second, third):
        for action in (rules.ROLL, rules.HIDE, rules.HIDE, 2):
            position.push(action)
    assert first.history == second.history
    assert first.history != third.history
    assert 0 <= first.history[0].draw < 6
    assert first.history[3] == Step(2, 0)
    # Played again without the seed: the history is enough.
    assert Position.replay(burrow, first.history).state.tobytes() == first.state.tobytes()


def test_a_given_draw_is_used_instead_of_the_seed(burrow: Game) -> None:
    position = Position(burrow, seed=1)
    position.push(Roll(), 5)
    assert position.state["at"][0, 0] == 6


@pytest.mark.parametrize("draw", [6, -1])
def test_a_draw_that_no_die_can_give_is_refused(burrow: Game, draw: int) -> None:
    position = Position(burrow)
    with pytest.raises(BoardwrightError):
        position.push(Roll(), draw)
    assert position.history == []


def test_a_game_in_progress_survives_json(burrow: Game) -> None:
    position = Position(load("burrow", goal=20), seed=7)
    for action in (rules.ROLL, rules.HIDE, 2, rules.ROLL):
        position.push(action)
    again = Position.from_dict(json.loads(json.dumps(position.to_dict())))
    assert again.state.tobytes() == position.state.tobytes()
    assert again.history == position.history
    assert again.seed == 7
    assert again.game is position.game


def test_a_position_survives_pickle_and_goes_on(game: Game) -> None:
    position = played(game, 4, 0)
    again = pickle.loads(pickle.dumps(position))
    assert again.state.tobytes() == position.state.tobytes()
    again.push(8)
    again.pop()
    again.pop()
    assert again.state.tobytes() == played(game, 4).state.tobytes()


def test_a_position_shows_itself_as_text(game: Game) -> None:
    assert str(played(game, 4, 0)) == "O . .\n. X .\n. . ."


def test_by_default_the_view_is_of_the_one_to_move(game: Game) -> None:
    assert played(game, 4).view().player == 1
    assert played(game, *WON).view().player == 0
    assert played(game, 4).view(0).player == 0


def test_people_are_offered_actions_of_their_own(burrow: Game) -> None:
    position = Position(burrow)
    texts = [choice.text for choice in position.view().choices]
    assert texts == ["roll", "hide", "flag 0 0", "flag 0 1", "flag 1 0", "flag 1 1", "resign"]
    assert rules.RESIGN not in position.legal_actions
    position.push_text("resign")
    assert position.outcome is not None
    assert position.outcome.winner == 1


def test_text_of_an_action_and_back(game: Game) -> None:
    position = Position(game)
    for action in position.legal_actions:
        assert position.parse(position.text(action)) == action
    assert position.text(Mark(4)) == position.text(4) == "4"
    with pytest.raises(MalformedAction):
        position.parse("north")


def test_an_action_is_in_the_legal_actions_by_index_and_as_a_dataclass(game: Game) -> None:
    position = Position(game)
    position.push(4)
    assert 0 in position.legal_actions
    assert 4 not in position.legal_actions
    assert Mark(0) in position.legal_actions
    assert Mark(4) not in position.legal_actions
    assert position.is_legal(Mark(0))
    assert not position.is_legal(4)
    assert position.legal_actions == [0, 1, 2, 3, 5, 6, 7, 8]


def test_peek_ply_and_the_end(game: Game) -> None:
    position = Position(game)
    with pytest.raises(HistoryError):
        position.peek()
    for ply, action in enumerate((0, 3, 1, 4, 2), start=1):
        assert not position.is_over
        position.push(action)
        assert (position.ply, position.peek().action) == (ply, action)
    assert position.is_over
    assert (position.pop().action, position.ply) == (2, 4)


def test_repr_says_what_is_going_on(game: Game) -> None:
    position = Position(game)
    position.push(4)
    assert repr(position) == "<Position tic_tac_toe ply=1 to_move=1>"
    for action in (0, 3, 1, 5):
        position.push(action)
    assert repr(position) == "<Position tic_tac_toe ply=5 over>"


def test_a_notebook_shows_the_board(game: Game) -> None:
    from xml.etree import ElementTree

    position = Position(game)
    position.push(4)
    assert ElementTree.fromstring(position._repr_svg_()).tag.endswith("svg")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p)), Position.copy])
def test_a_copy_keeps_everything_and_goes_its_own_way(game: Game, copied: Callable[[Position], Position]) -> None:
    position = Position(game, seed=7)
    position.push(4)
    position.push(0)
    other = copied(position)
    assert other.state.tobytes() == position.state.tobytes()
    assert (other.history, other.seed, other.ply) == (position.history, 7, 2)
    other.push(1)
    other.pop()
    other.pop()
    assert (position.ply, other.ply) == (2, 1)
    assert position.pop() == (0, 0)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_states_keep_their_type(game: Game, copied: Callable[[Array], Array]) -> None:
    states = game.new(3)
    again = copied(states)
    game.step(again, [0, 1, 2])
    assert again.dtype == states.dtype
    assert states["ply"].tolist() == [0, 0, 0]
