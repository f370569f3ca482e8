"""`activation_choice: chosen`: people choose which of their units acts next; policies see nothing of it."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.core.errors import MalformedAction
from boardwright.core.game import Game
from boardwright.core.record import OK
from boardwright.core.words import Word
from boardwright.games.skirmish.enums import READY, Flag, Phase, Reason
from saying import refused, told

from .battles import PINNED, acting, do, over, place_of, prepared, rolls, settings, small, why
from .scenarios import act, compiled, load, play

FREE = {"1-01": (4, 9), "1-02": (6, 9), "1-03": (8, 9), "2-01": (6, 0)}


@pytest.fixture
def game() -> Game:
    return small(settings(activation_choice="chosen"))


def test_a_unit_out_of_order_is_chosen_and_the_order_goes_on_after_it(game: Game) -> None:
    state = prepared(game, FREE)
    first = state["reach"].copy()
    assert do(game, state, "activate_unit 1-03") == [("activated", "1-03")]
    assert acting(game, state) == ("move", "1-03")
    assert state["events"][0, 0].tolist()[1:] == [2, 0, 0], "what an event does not use is 0"
    assert (state["reach"] != first).any()
    assert int(state["to_move"][0]) == 0
    do(game, state, "move 9 6")
    assert place_of(game, state, "1-03") == (9, 6)
    assert acting(game, state) == ("move", "1-01")
    do(game, state, "hold")
    assert acting(game, state) == ("move", "1-02")


def test_each_unit_is_chosen_once_before_a_unit_acts(game: Game) -> None:
    state = prepared(game, FREE)
    for unit in ("1-02", "1-03", "1-01"):
        do(game, state, f"activate_unit {unit}")
    assert [why(game, state, f"activate_unit 1-0{slot}") for slot in (1, 2, 3)] == [
        Reason.ALREADY_ACTIVE,
        Reason.NOT_READY,
        Reason.NOT_READY,
    ]
    do(game, state, "hold")
    assert [why(game, state, f"activate_unit 1-0{slot}") for slot in (1, 2, 3)] == [
        Reason.NOT_READY,
        Reason.ALREADY_ACTIVE,
        OK,
    ]


def test_reasons_against_a_choice(game: Game) -> None:
    state = prepared(game, {"1-01": (4, 9), "1-02": (6, 9), "2-01": (6, 0)})
    reasons = {unit: why(game, state, f"activate_unit {unit}") for unit in ("2-01", "1-03", "9-99")}
    assert reasons == {"2-01": Reason.NOT_YOUR_UNIT, "1-03": Reason.UNIT_GONE, "9-99": Reason.NO_SUCH_UNIT}
    assert why(game, play(game, seed=1, plies=2), "activate_unit 1-01") == Reason.NOT_BATTLE


def test_a_unit_that_cannot_act_in_the_phase_is_not_ready(game: Game) -> None:
    """The last of them is too far away to shoot at anybody."""
    state = prepared(game, {"1-01": (6, 5), "1-02": (6, 6), "1-03": (12, 10), "2-01": (6, 1)}, Phase.SHOOT)
    assert acting(game, state) == ("shoot", "1-01")
    assert (why(game, state, "activate_unit 1-02"), why(game, state, "activate_unit 1-03")) == (OK, Reason.NOT_READY)


def test_charge_paths_are_those_of_the_chosen_unit(game: Game) -> None:
    state = prepared(game, {"1-01": (6, 6), "1-02": (2, 6), "2-01": (6, 1)}, Phase.CHARGE)
    before = state["lengths"].copy()
    do(game, state, "activate_unit 1-02")
    assert (state["lengths"] > before).any()
    do(game, state, "activate_unit 1-01")
    assert (state["lengths"] == before).all()


def test_those_who_charged_fight_first_in_any_order_among_them(game: Game) -> None:
    charged = {"1-02": Flag.CHARGED, "1-03": Flag.CHARGED}
    places = {"1-01": (5, 5), "1-02": (6, 6), "1-03": (7, 5), "2-01": (6, 5), "2-02": (6, 4)}
    state = prepared(game, places, Phase.FIGHT, flags=charged)
    assert acting(game, state) == ("fight", "1-02")
    assert (why(game, state, "activate_unit 1-01"), why(game, state, "activate_unit 1-03")) == (Reason.NOT_READY, OK)
    do(game, state, "activate_unit 1-03")
    do(game, state, "target 2-01", rolls(1, 1, 1, 1))
    assert acting(game, state) == ("fight", "1-02")


def test_a_policy_sees_the_same_game() -> None:
    plain, rng = compiled("small", "sequential", *PINNED), np.random.default_rng(3)
    game = compiled("small", "sequential", *PINNED, settings(activation_choice="chosen"))
    assert game.actions.policy == plain.actions.policy
    assert game.max_plies > plain.max_plies
    one, other = game.new(), plain.new()
    while not over(one):
        assert (game.legal_mask(one) == plain.legal_mask(other)).all()
        assert game.observe(one).tobytes() == plain.observe(other).tobytes()
        action, bits = int(rng.choice(np.flatnonzero(game.legal_mask(one)[0]))), int(rng.integers(1 << 62))
        act(game, one, action, bits)
        act(plain, other, action, bits)
    one["status"] &= ~np.uint8(READY)
    assert one.tobytes() == other.tobytes()


def test_the_fixed_order_knows_no_such_action() -> None:
    game = small()
    with refused(MalformedAction, "unknown_action", found="activate_unit"):
        game.actions.from_text("activate_unit 1-01")
    assert not (play(small(), seed=2)["status"] & READY).any()


def test_the_view_offers_the_others_in_words_on_their_hexes_and_in_the_table(game: Game) -> None:
    view = game.view(prepared(game, FREE), 0)
    offered = {choice.source: choice for choice in view.choices if choice.text.startswith("activate_unit")}
    assert set(offered) == {"1-02", "1-03"}
    label = offered["1-02"].label
    assert label is not None
    rifle = Word("skirmish.unit", {"unit_id": "1-02", "title": "Rifle R2"})
    told(Word(label.code, label.params), "skirmish.action.activate_unit", unit_id=rifle)
    assert view.board.pieces[1].cell in offered["1-02"].cells
    assert view.prompt is not None
    others = Word("skirmish.prompt.others")
    told(Word(view.prompt.code, view.prompt.params), "skirmish.prompt.move", others=others)
    assert [
        action for _, action in game.definition.people.meant(game, prepared(game, FREE), offered["1-02"].cells[0])
    ] == [game.actions.from_text("activate_unit 1-02")]


def test_the_presets_for_it_are_the_boards_with_this_one_key() -> None:
    for board in ("small", "large"):
        changed = load(board, "sequential", settings(activation_choice="chosen")).config
        assert load(f"{board}_chosen").config == changed
