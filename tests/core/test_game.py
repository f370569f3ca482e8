"""Game: functions of rows of states, without side effects on other rows."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from boardwright import load
from boardwright.core import dice, registry
from boardwright.core.compiled import loops
from boardwright.core.definition import People
from boardwright.core.errors import (
    BoardwrightError,
    ConfigError,
    IllegalAction,
    KernelError,
    MalformedAction,
)
from boardwright.core.game import Game
from boardwright.core.record import GAME_OVER, NO_SUCH_ACTION, OK, TERMINAL, Array
from boardwright.games.tic_tac_toe import DEFINITION
from boardwright.games.tic_tac_toe.rules import Reason

from .burrow import rules
from .burrow.actions import Flag
from .states import played

ROLL, HIDE, COLLAPSE, RESIGN = rules.ROLL, rules.HIDE, rules.COLLAPSE, rules.RESIGN


def test_why_not_tells_every_refusal_from_a_legal_action(game: Game) -> None:
    won = played(game, *((action, 0) for action in (0, 3, 1, 4, 2)))
    states = np.concatenate([game.new(3), played(game, (4, 0)), won])
    wanted = [OK, NO_SUCH_ACTION, NO_SUCH_ACTION, Reason.TAKEN, GAME_OVER]
    assert game.why_not(states, [0, -1, 9, 4, 5]).tolist() == wanted


def test_the_mask_is_empty_once_the_game_is_over(game: Game) -> None:
    won = played(game, *((action, 0) for action in (0, 3, 1, 4, 2)))
    assert not game.legal_mask(won).any()
    assert won["to_move"][0] == TERMINAL
    assert won["returns"][0].tolist() == [1.0, -1.0]


def test_legal_is_given_a_mask_of_zeros(toy: Callable[[str], Game]) -> None:
    # The `legal` of this toy writes no False, and the memory that the loop gets is full of True.
    game = toy("pairs")
    states = game.new(2)
    game.step(states[:1], 0)
    out = np.ones((2, game.actions.policy), np.bool_)
    game.run(loops.masks, game.params, states, out)
    assert out.tolist() == [[False, True, True, True, True, True], [True] * 6]


def test_one_illegal_row_and_no_row_changes(game: Game) -> None:
    states = game.new(3)
    game.step(states, [0, 1, 2])
    before = states.tobytes()
    with pytest.raises(IllegalAction):
        game.step(states, [5, 1, 5])
    assert states.tobytes() == before


def test_apply_leaves_its_argument_alone(game: Game) -> None:
    state = game.new()
    after = game.apply(state, 4)
    assert state.tobytes() == game.new().tobytes()
    assert after["ply"][0] == 1


def test_one_value_holds_for_every_row(game: Game) -> None:
    states = game.new(3)
    game.step(states, 4)
    assert (states["cells"][:, 4] != 0).all()


def test_a_player_sees_own_marks_first(game: Game) -> None:
    states = played(game, (4, 0), (0, 0))
    mine, theirs = game.observe(states, 0)["planes"][0]
    assert np.flatnonzero(mine).tolist() == [4]
    assert np.flatnonzero(theirs).tolist() == [0]
    assert game.observe(states, 1)["planes"][0].tolist() == [theirs.tolist(), mine.tolist()]
    assert game.observe(states).tobytes() == game.observe(states, 0).tobytes()


def test_a_finished_game_is_seen_by_player_zero(game: Game) -> None:
    won = played(game, *((action, 0) for action in (0, 3, 1, 4, 2)))
    assert game.observe(won).tobytes() == game.observe(won, 0).tobytes()


def test_equal_positions_have_equal_keys_whatever_led_there(game: Game, reachable: Array) -> None:
    here = played(game, (0, 0), (4, 0), (8, 0))
    there = played(game, (8, 0), (4, 0), (0, 0))
    assert game.key(here) == game.key(there)
    assert len(set(game.key(reachable).tolist())) == len(reachable)


def test_the_key_knows_no_ply_and_no_trace(burrow: Game) -> None:
    here, there = played(burrow, (HIDE, 5)), played(burrow, (HIDE, 5))
    there["ply"], there["last"], there["tally"], there["event_count"] = 9, 3, 7, 1
    assert burrow.key(here) == burrow.key(there)
    there["phase"] = 1
    assert burrow.key(here) != burrow.key(there)


def test_chance_actor_and_order_are_the_rules_own(burrow: Game) -> None:
    states = burrow.new(4)
    actions = [ROLL, HIDE, 2, RESIGN]
    assert burrow.chance(states, actions).tolist() == [6, 0, 1, 1]
    assert burrow.actor(states, actions).tolist() == [0, 0, 0, 0]
    assert burrow.order(states, actions).tolist() == [10, 0, 0, 0]


def test_draws_are_made_of_raw_bits_as_each_action_needs_them(burrow: Game, game: Game) -> None:
    states, actions = burrow.new(4), [ROLL, HIDE, 2, RESIGN]
    bits = [dice.plain_keyed(7, number, 0) for number in range(4)]
    assert burrow.draws(states, actions, bits).tolist() == [dice.below(bits[0], 6), bits[1], 0, 0]
    assert burrow.keyed_draws(states, actions, 7, range(4)).tolist() == burrow.draws(states, actions, bits).tolist()
    assert game.draws(game.new(3), [0, 1, 2], bits[:3]).tolist() == [0, 0, 0]


def test_a_step_that_needs_a_draw_is_not_made_without(burrow: Game) -> None:
    states = burrow.new(2)
    with pytest.raises(MalformedAction) as caught:
        burrow.step(states, [2, ROLL])
    assert (caught.value.code, caught.value.params) == ("draw_missing", {"action": ROLL})
    assert states.tobytes() == burrow.new(2).tobytes()


def test_what_a_game_does_not_write_has_its_default(game: Game) -> None:
    states = played(game, (4, 0))
    assert not game.has_chance
    assert game.chance(states, 0).tolist() == [1]
    assert game.actor(states, 0).tolist() == [1]
    assert game.order(states, 0).tolist() == [0]
    assert game.candidates(states)[0].tolist() == [0, 1, 2, 3, 5, 6, 7, 8]
    assert game.evaluate(states, 0).tolist() == [0.0]
    assert game.resample(states, 0, 1).tobytes() == states.tobytes()


def test_candidates_and_evaluation_are_the_rules_own(burrow: Game) -> None:
    states = played(burrow, (ROLL, 3), (ROLL, 0))
    assert burrow.candidates(states)[0].tolist() == [ROLL]
    assert burrow.evaluate(states, 0).tolist() == [0.5 * 3]
    heavier = burrow.weights()
    heavier["lead"] = 2.0
    assert burrow.evaluate(states, 1, heavier).tolist() == [-6.0]


def test_a_suggestion_is_the_rules_own_by_the_weights_and_the_draw(burrow: Game) -> None:
    states = np.repeat(burrow.new(), 4)
    assert burrow.suggest(states, np.arange(4)).tolist() == [ROLL] * 4
    careless = burrow.weights()
    careless["lead"] = 0.0
    assert burrow.suggest(states, np.arange(4), careless).tolist() == [ROLL, HIDE, ROLL, HIDE]


def test_without_one_every_legal_action_is_suggested_as_often_as_another(game: Game) -> None:
    states = np.repeat(played(game, (4, 0), (0, 0)), 7000)
    draws = np.random.default_rng(1).integers(0, 1 << 63, len(states))
    actions = game.suggest(states, draws)
    counts = np.bincount(actions, minlength=9)
    assert counts[[0, 4]].tolist() == [0, 0]
    assert np.all(abs(counts[[1, 2, 3, 5, 6, 7, 8]] - 1000) < 150)
    assert np.array_equal(actions[:50], game.as_interpreted().suggest(states[:50], draws[:50]))


def test_nothing_is_suggested_once_a_game_is_over(game: Game) -> None:
    won = played(game, *((action, 0) for action in (0, 3, 1, 4, 2)))
    assert game.suggest(won, 1).tolist() == [-1]


def test_a_finished_game_has_no_candidates(game: Game) -> None:
    won = played(game, *((action, 0) for action in (0, 3, 1, 4, 2)))
    assert game.candidates(won)[0].size == 0


def test_only_what_the_player_cannot_see_is_redrawn(burrow: Game) -> None:
    states = np.repeat(played(burrow, (HIDE, 5), (HIDE, 6)), 50)
    redrawn = burrow.resample(states, 0, np.arange(50) << 56)
    assert len(set(redrawn["secret"][:, 1].tolist())) > 1
    assert burrow.observe(redrawn, 0).tobytes() == burrow.observe(states, 0).tobytes()
    redrawn["secret"] = states["secret"]
    assert redrawn.tobytes() == states.tobytes()


def test_events_tell_of_the_last_step_only(burrow: Game) -> None:
    states = played(burrow, (ROLL, 3))
    assert [(event.code, event.params) for event in burrow.events(states, None)] == [
        ("burrow.event.rolled", {"player": 0, "steps": 4})
    ]
    burrow.step(states, burrow.index(states, Flag(1, 0)))
    assert [(event.code, event.params) for event in burrow.events(states, None)] == [
        ("burrow.event.flagged", {"player": 1, "row": 1, "col": 0})
    ]
    burrow.step(states, HIDE, 5)
    assert burrow.events(states, None) == ()


def test_a_batch_step_returns_faults_and_apply_raises_them(burrow: Game) -> None:
    states = np.repeat(played(burrow, (ROLL, 0), (ROLL, 0)), 2)
    assert burrow.step(states, [COLLAPSE, 2]).tolist() == [rules.Fault.COLLAPSED, 0]
    assert states["to_move"].tolist() == [TERMINAL, 1]


def test_a_limit_cuts_a_game_short(burrow: Game) -> None:
    states = played(burrow, *[(HIDE, 1)] * 30)
    assert (states["to_move"][0], states["truncated"][0]) == (TERMINAL, 1)
    assert states["returns"][0].tolist() == [0.0, 0.0]


def test_interpreted_plays_to_the_same_bytes(compiled_burrow: Game) -> None:
    plain = compiled_burrow.as_interpreted()
    assert plain.interpreted
    assert pickle.loads(pickle.dumps(plain)).interpreted
    steps = ((ROLL, 3), (HIDE, 12345678901234), (3, 0), (ROLL, 5))
    assert played(plain, *steps).tobytes() == played(compiled_burrow, *steps).tobytes()


def test_the_digest_changes_with_the_version_and_with_every_parameter(game: Game, burrow: Game) -> None:
    longer = load("burrow", "long")
    newer = Game(replace(burrow.definition, version=4), [burrow.config])
    assert len({game.digest, burrow.digest, longer.digest, newer.digest}) == 4
    assert Game(DEFINITION, [game.config]).digest == game.digest


def test_a_game_says_what_it_is(game: Game) -> None:
    assert repr(game) == "<Game tic_tac_toe version 1 {'size': 3, 'in_a_row': 3}>"
    assert (game.players, game.max_plies, game.version) == (2, 9, 1)


def test_variants_of_one_shape_share_a_batch(burrow: Game) -> None:
    mixed = registry.mix(load("burrow", goal=2), load("burrow", goal=6))
    states = np.concatenate([mixed.new(variant=0), mixed.new(variant=1)])
    mixed.step(states, ROLL, 3)
    assert states["at"][:, 0].tolist() == [2, 4]
    assert states["to_move"].tolist() == [TERMINAL, 1]
    assert mixed.params_of(mixed.new(variant=1)).goal == 6


def test_boards_of_another_size_do_not_share_a_batch(game: Game) -> None:
    with pytest.raises(ConfigError) as caught:
        registry.mix(game, load("tic_tac_toe", size=4))
    assert caught.value.code == "variants_differ"


def test_the_shapes_of_a_game_without_parameters_are_compared_too(game: Game) -> None:
    bare = replace(DEFINITION, layout=lambda config: replace(DEFINITION.layout(config), params={}))
    with pytest.raises(ConfigError):
        Game(bare, [game.config, {"size": 4, "in_a_row": 3}])


def test_a_larger_board_with_longer_lines_is_another_game() -> None:
    larger = load("tic_tac_toe", size=4, in_a_row=4)
    states = played(larger, *((action, 0) for action in (0, 4, 1, 5, 2, 6)))
    assert states["to_move"][0] == 0
    larger.step(states, 3)
    assert states["returns"][0].tolist() == [1.0, -1.0]


@pytest.mark.parametrize("players", [2, -2, 99])
def test_a_player_who_does_not_exist_sees_nothing(burrow: Game, players: int) -> None:
    # The game runs as plain Python here: compiled code would read out of bounds.
    with pytest.raises(BoardwrightError) as caught:
        burrow.as_interpreted().observe(burrow.new(), players)
    assert not isinstance(caught.value, KernelError), "that is not the rules' mistake"


def test_states_that_are_not_states_are_refused_by_every_method(game: Game) -> None:
    for method in (game.observe, game.candidates, game.key, game.canonical, game.legal_mask):
        with pytest.raises(BoardwrightError):
            method(5)  # type: ignore[arg-type]


def test_weights_of_another_game_are_refused(game: Game, burrow: Game) -> None:
    with pytest.raises(BoardwrightError):
        burrow.evaluate(burrow.new(), 0, game.weights())


def test_events_are_told_in_the_words_that_the_game_has_for_its_numbers(burrow: Game) -> None:
    import dataclasses

    def called(own: Game, state: Array, name: str, value: int) -> str:
        return f"{name} {value}!"

    own = Game(dataclasses.replace(burrow.definition, people=People(event_value=called)), [burrow.config])
    state = own.new()
    own.step(state, [own.index(state, Flag(0, 1))], [0])
    plain = burrow.events(state, None)[0].params
    assert plain
    assert own.events(state, None)[0].params == {name: f"{name} {value}!" for name, value in plain.items()}


def test_a_line_is_said_move_by_move(game: Game) -> None:
    assert game.line(game.new(), (4, 0, 8)) == ["4", "0", "8"]
    assert game.line(game.new(), ()) == []
