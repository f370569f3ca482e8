"""The move phase: how far, by which way, what kind of move it is, and what follows from it."""

from __future__ import annotations

import pytest

from boardwright.core.record import OK
from boardwright.games.skirmish.enums import Flag, Phase, Reason

from .battles import acting, do, events, flags_of, place_of, prepared, settings, small, why
from .scenarios import tables

FAR = {"2-01": (0, 0)}
"""An enemy who is in nobody's way."""


def test_a_move_costs_a_step_a_hex_and_its_kind_follows_from_its_cost() -> None:
    game = small()
    for row, kind in ((5, "moved"), (4, "sprinted"), (2, "sprinted")):
        state = prepared(game, {"1-01": (6, 10), **FAR})
        assert do(game, state, f"move 6 {row}")[0] == (kind, "1-01", 6, row)
        assert flags_of(game, state, "1-01") - {"acted"} == {kind}
        assert place_of(game, state, "1-01") == (6, row)
    assert why(game, prepared(game, {"1-01": (6, 10), **FAR}), "move 6 1") == Reason.OUT_OF_REACH


def test_sprint_bonus_is_configured() -> None:
    game = small(settings(sprint_bonus=0))
    state = prepared(game, {"1-01": (6, 10), **FAR})
    assert (why(game, state, "move 6 5"), why(game, state, "move 6 4")) == (OK, Reason.OUT_OF_REACH)


def test_nobody_moves_onto_walls_units_and_hexes_next_to_an_enemy() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 8), "1-02": (6, 9), "2-01": (6, 4)})
    reasons = {text: why(game, state, f"move {text}") for text in ("8 7", "6 9", "6 8", "6 5", "6 6", "-1 3", "1 10")}
    assert reasons == {
        "8 7": Reason.WALL,
        "6 9": Reason.OCCUPIED,
        "6 8": Reason.OCCUPIED,
        "6 5": Reason.NEXT_TO_ENEMY,
        "6 6": OK,
        "-1 3": Reason.OFF_BOARD,
        "1 10": Reason.NO_HEX,
    }


def test_a_way_leads_around_what_stands_in_it() -> None:
    """The corner (0, 10) has two neighbours: with a friend on one the way out is by the other."""
    game = small()
    reach = prepared(game, {"1-01": (0, 10), "1-02": (0, 9), **FAR})["reach"][0]
    made = tables(game)
    assert reach[made.grid.at(1, 9)] == 1
    assert reach[made.grid.at(0, 8)] == 3, "two steps if the friend were not there"


def test_the_hexes_beside_an_enemy_are_no_way_either() -> None:
    game = small()
    state = prepared(game, {"1-01": (0, 10), "1-02": (12, 10), "2-01": (1, 7)})
    made = tables(game)
    assert state["reach"][0][made.grid.at(0, 9)] == 1
    assert state["reach"][0][made.grid.at(0, 8)] == 0


def test_who_begins_engaged_withdraws_no_further_than_its_move() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 9), "2-01": (6, 8)})
    assert state["reach"][0].max() == 5
    assert do(game, state, "move 6 10") != []
    assert flags_of(game, state, "1-01") >= {"withdrew"}


def test_who_withdrew_neither_shoots_nor_charges() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 9), "2-01": (6, 8), "2-02": (0, 0)})
    events = do(game, state, "move 9 9")
    assert events[0] == ("withdrew", "1-01", 9, 9)
    assert acting(game, state) == ("move", "2-01"), "a captain is mobile, but nothing is left to do in this turn"


def test_after_a_sprint_only_mobile_weapons_shoot() -> None:
    game = small()
    for unit, shoots in (("1-01", True), ("1-02", False), ("1-03", True)):
        state = prepared(game, {unit: (6, 8), "2-02": (6, 4)}, Phase.SHOOT, flags={unit: Flag.SPRINTED})
        assert (acting(game, state) == ("shoot", unit)) == shoots
    state = prepared(game, {"1-02": (6, 8), "2-02": (6, 4)}, Phase.SHOOT, flags={"1-02": Flag.MOVED})
    assert acting(game, state) == ("shoot", "1-02")


def test_after_a_sprint_only_the_swift_charge() -> None:
    game = small()
    for unit, charges in (("2-01", True), ("2-02", True), ("2-03", False)):
        state = prepared(game, {unit: (6, 4), "1-01": (6, 8)}, Phase.CHARGE, turn=2, flags={unit: Flag.SPRINTED})
        assert (acting(game, state) == ("charge", unit)) == charges
    state = prepared(game, {"2-03": (6, 4), "1-01": (6, 8)}, Phase.CHARGE, turn=2, flags={"2-03": Flag.MOVED})
    assert acting(game, state) == ("charge", "2-03")


def test_units_act_in_the_order_of_their_ids_and_hold_is_always_legal() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 10), "1-02": (8, 10), "1-03": (10, 10), "2-01": (0, 0)})
    for unit in ("1-01", "1-02", "1-03"):
        assert acting(game, state) == ("move", unit)
        assert do(game, state, "hold")[0] == ("held", unit)
        assert place_of(game, state, unit) is not None
    assert acting(game, state)[0] != "move"


def test_a_phase_ends_when_nobody_eligible_is_left_never_by_a_count() -> None:
    """1-01 is shut in and cannot act at first. Once 1-02 has made way it can, and does, before 1-03."""
    game = small()
    state = prepared(game, {"1-01": (0, 10), "1-02": (0, 9), "1-03": (1, 9), "2-01": (12, 0)})
    assert acting(game, state) == ("move", "1-02")
    do(game, state, "move 0 6")
    assert acting(game, state) == ("move", "1-01")
    do(game, state, "hold")
    assert acting(game, state) == ("move", "1-03")


def test_a_unit_that_stays_shut_in_never_acts() -> None:
    game = small()
    state = prepared(game, {"1-01": (0, 10), "1-02": (0, 9), "1-03": (1, 9), "2-01": (12, 0)})
    do(game, state, "hold")
    assert acting(game, state) == ("move", "1-03")
    do(game, state, "hold")
    assert acting(game, state) == ("move", "2-01")


def test_attacks_are_refused_in_the_move_phase_and_moves_after_it() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 9), "2-01": (6, 4)})
    assert why(game, state, "target 2-01") == Reason.NOT_ATTACK_PHASE
    do(game, state, "hold")
    assert acting(game, state) == ("shoot", "1-01")
    assert why(game, state, "move 6 10") == Reason.NOT_MOVE_PHASE


def test_nothing_of_the_battle_is_done_during_deployment() -> None:
    game = small()
    assert {why(game, game.new(), text) for text in ("move 6 9", "target 2-01", "hold")} == {Reason.NOT_BATTLE}


@pytest.mark.parametrize(("turn", "phase"), [(1, ("command_phase", 2, 2)), (2, ("command_phase", 1, 3))])
def test_the_command_phase_clears_the_flags_of_whose_turn_it_is(turn: int, phase: tuple[str, int, int]) -> None:
    game = small()
    worn = Flag.MOVED | Flag.SHOT | Flag.CHARGED
    own, others = {1: ("1-01", ("2-01", "2-02")), 2: ("2-01", ("1-01", "1-02"))}[turn]
    places = {own: (6, 10) if turn == 1 else (6, 0), **dict(zip(others, ((4, 5), (8, 5))))}
    state = prepared(game, places, Phase.CHARGE, turn=turn, flags=dict.fromkeys(places, worn))
    do(game, state, "hold")
    assert phase in events(game, state)
    assert [flags_of(game, state, unit) for unit in others] == [set(), set()]
    assert flags_of(game, state, own) == {"moved", "shot", "charged"}
