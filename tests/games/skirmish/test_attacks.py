"""Shooting and fighting: legal targets, the needs of dice, and the effects of damage."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.core.record import OK
from boardwright.games.skirmish.enums import (
    DAMAGE_DEALT,
    DAMAGE_TAKEN,
    VALUE_DESTROYED,
    VALUE_LOST,
    Flag,
    Phase,
    Reason,
)
from boardwright.games.skirmish.sight import CLEAR, COVER

from .battles import (
    Places,
    acting,
    do,
    events,
    flags_of,
    hp_of,
    over,
    place_of,
    prepared,
    rolls,
    settings,
    small,
    stats,
    weapon,
    why,
)
from .scenarios import Change, tables

OPEN = {"1-02": (6, 8), "2-02": (6, 5)}
"""A rifle and a stalker with nothing between them."""


def needed(
    places: dict[str, tuple[int, int]], *changes: Change, turn: int = 1, in_round: int = 2, flags: int = 0
) -> int:
    """The need of the first die of the shooter, the unit named first, to hit the other."""
    game = small(*changes)
    shooter, target = places
    state = prepared(game, places, Phase.SHOOT, turn=turn, in_round=in_round, flags={shooter: flags})
    return int(do(game, state, f"target {target}", rolls(1, 1))[1][3])


def behind_cover() -> Places:
    """Two hexes of which one has cover from the other, within reach of a rifle."""
    game = small()
    made = tables(game)
    sight, apart = game.params["sight"][0], game.params["apart"][0]
    free = np.outer(made.walls == 0, made.walls == 0)
    first, second = np.argwhere((sight == COVER) & (apart < 9) & (apart > 2) & free)[0]
    return {"1-02": made.grid.places[first], "2-02": made.grid.places[second]}


def test_an_enemy_must_be_within_range() -> None:
    game = small()
    places = {"1-03": (0, 10), "2-02": (0, 2), "2-01": (0, 1)}
    state = prepared(game, places, Phase.SHOOT)
    assert (why(game, state, "target 2-02"), why(game, state, "target 2-01")) == (OK, Reason.OUT_OF_RANGE)


def test_an_enemy_must_be_in_sight() -> None:
    game = small()
    made, sight, apart = tables(game), game.params["sight"][0], game.params["apart"][0]
    free = np.outer(made.walls == 0, made.walls == 0)
    first, second = np.argwhere((sight == 0) & (apart < 9) & free)[0]
    clear = int(np.flatnonzero((sight[first] == CLEAR) & (apart[first] == 3) & (made.walls == 0))[0])
    places = {"1-02": made.grid.places[first], "2-02": made.grid.places[second], "2-01": made.grid.places[clear]}
    state = prepared(game, places, Phase.SHOOT)
    assert (why(game, state, "target 2-02"), why(game, state, "target 2-01")) == (Reason.NO_SIGHT, OK)


def test_units_never_block_sight() -> None:
    game = small()
    state = prepared(game, {"1-02": (6, 9), "1-01": (6, 8), "2-01": (6, 5), "2-02": (6, 3)}, Phase.SHOOT)
    do(game, state, "hold")
    assert (acting(game, state), why(game, state, "target 2-02")) == (("shoot", "1-02"), OK)


def test_an_enemy_engaged_with_a_friend_is_no_target() -> None:
    game = small()
    state = prepared(game, {"1-02": (6, 9), "1-01": (6, 6), "2-02": (6, 5), "2-03": (3, 6)}, Phase.SHOOT)
    assert acting(game, state) == ("shoot", "1-02"), "the captain is engaged and has no sidearm"
    assert (why(game, state, "target 2-02"), why(game, state, "target 2-03")) == (Reason.ENGAGEMENT, OK)


def test_an_enemy_of_player_2_engaged_with_a_friend_is_no_target_either() -> None:
    game = small()
    places = {"2-01": (6, 1), "2-02": (6, 4), "1-02": (6, 5), "1-03": (8, 3)}
    state = prepared(game, places, Phase.SHOOT, turn=2)
    assert acting(game, state) == ("shoot", "2-01")
    assert (why(game, state, "target 1-02"), why(game, state, "target 1-03")) == (Reason.ENGAGEMENT, OK)


def test_a_sidearm_shoots_while_engaged_and_only_at_engaged_enemies() -> None:
    game = small()
    state = prepared(game, {"1-03": (6, 6), "2-02": (6, 5), "2-03": (8, 4)}, Phase.SHOOT)
    assert acting(game, state) == ("shoot", "1-03")
    assert (why(game, state, "target 2-02"), why(game, state, "target 2-03")) == (OK, Reason.ENGAGEMENT)


def test_an_engaged_enemy_of_a_friend_will_do_for_a_sidearm() -> None:
    """Engaged is whoever stands next to a living enemy, whichever."""
    game = small()
    places = {"1-03": (6, 6), "2-02": (6, 5), "1-01": (9, 4), "2-03": (8, 4)}
    state = prepared(game, places, Phase.SHOOT)
    assert (acting(game, state), why(game, state, "target 2-03")) == (("shoot", "1-03"), OK)


def test_who_has_no_weapon_that_shoots_is_not_asked() -> None:
    game = small()
    state = prepared(game, {"2-02": (6, 5), "1-02": (6, 8)}, Phase.SHOOT, turn=2)
    assert acting(game, state)[0] == "charge"


def test_targets_are_enemies_that_are_there() -> None:
    game = small()
    state = prepared(game, OPEN, Phase.SHOOT)
    reasons = {unit: why(game, state, f"target {unit}") for unit in ("1-02", "2-01", "9-99", "2-02")}
    assert reasons == {
        "1-02": Reason.OWN_UNIT,
        "2-01": Reason.UNIT_GONE,
        "9-99": Reason.NO_SUCH_UNIT,
        "2-02": OK,
    }


# -- what a die needs


def test_steady_helps_who_did_not_move() -> None:
    assert needed(OPEN) == 2
    assert needed(OPEN, flags=Flag.MOVED) == 3
    assert needed({"1-01": (6, 8), "2-02": (6, 5)}) == 3, "the captain's weapon is not steady"
    assert needed(OPEN, settings(steady_bonus=0)) == 3


def test_cover_makes_it_harder_by_one() -> None:
    assert needed(behind_cover()) == 3
    assert needed(behind_cover(), flags=Flag.MOVED) == 4
    assert needed(behind_cover(), settings(cover_penalty=2), flags=Flag.MOVED) == 5


def test_the_opening_rule_is_for_player_1_in_round_1() -> None:
    assert needed(OPEN, flags=Flag.MOVED, in_round=1) == 3
    assert needed(OPEN, settings(opening_penalty=1), flags=Flag.MOVED, in_round=1) == 4
    other, penalty = {"2-03": (6, 5), "1-02": (6, 8)}, settings(opening_penalty=1)
    assert needed(other, penalty, turn=2, in_round=1) == needed(other, penalty, turn=2, in_round=2) == 4


def test_what_is_needed_stays_between_two_and_six() -> None:
    assert needed(OPEN, weapon("rifle", "RNG", ACC=2)) == 2, "steady would make it 1"
    assert needed(behind_cover(), weapon("rifle", "RNG", ACC=6, TRAITS=[])) == 6, "cover would make it 7"


@pytest.mark.parametrize(("armour", "power", "pierces"), [(1, 3, 2), (3, 3, 4), (3, 2, 5), (9, 2, 6), (0, 9, 2)])
def test_piercing_needs_four_and_armour_less_power_between_two_and_six(armour: int, power: int, pierces: int) -> None:
    game = small(stats("stalker", ARMOUR=armour), weapon("rifle", "RNG", POWER=power))
    state = prepared(game, OPEN, Phase.SHOOT)
    events = do(game, state, "target 2-02", rolls(6, 6, 1))
    assert events[2] == ("pierced", 1, 6, pierces)


# -- dice and damage


def test_every_die_is_told_with_what_it_needed() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 8), "2-01": (6, 5), "2-02": (0, 0)}, Phase.SHOOT)
    assert int(game.chance(state, [game.index(state, game.actions.from_text("target 2-01"))])[0]) == 0
    events = do(game, state, "target 2-01", rolls(3, 4, 2, 6, 3))
    assert events[:7] == [
        ("shoots", "1-01", "2-01"),
        ("hit", 1, 3, 3),
        ("pierced", 1, 4, 4),
        ("missed", 2, 2, 3),
        ("hit", 3, 6, 3),
        ("stopped", 3, 3, 4),
        ("damaged", "2-01", 1, 7),
    ]
    assert flags_of(game, state, "1-01") >= {"shot"}


def test_damage_comes_after_all_dice_and_removes_at_once() -> None:
    game = small()
    places = {"1-01": (6, 8), "2-02": (6, 5), "2-01": (0, 0)}
    state = prepared(game, places, Phase.SHOOT, hp={"2-02": 1})
    events = do(game, state, "target 2-02", rolls(6, 6, 6, 6, 6))
    assert [code for code, *_ in events[:6]] == ["shoots", "hit", "pierced", "hit", "pierced", "hit"]
    assert ("removed", "2-02") in events
    assert ("damaged", "2-02", events[[code for code, *_ in events].index("damaged")][2], 0) in events
    assert (hp_of(game, state, "2-02"), place_of(game, state, "2-02")) == (0, None)
    assert state["occupant"][0, tables(game).grid.at(6, 5)] == 0


def test_a_weapon_deals_its_damage_for_each_pierce() -> None:
    game = small(weapon("rifle", "RNG", DMG=2))
    state = prepared(game, OPEN, Phase.SHOOT)
    assert ("damaged", "2-02", 4, 1) in do(game, state, "target 2-02", rolls(6, 6, 6, 6))


def test_tallies_count_the_hp_that_were_there_and_the_value() -> None:
    game = small()
    places = {"1-01": (6, 8), "2-02": (6, 5), "2-01": (0, 0)}
    state = prepared(game, places, Phase.SHOOT, hp={"2-02": 1})
    do(game, state, "target 2-02", rolls(6, 6, 6, 6))
    tally = state["tally"][0]
    assert tally[0, [DAMAGE_DEALT, DAMAGE_TAKEN, VALUE_DESTROYED, VALUE_LOST]].tolist() == [1, 0, 13, 0]
    assert tally[1, [DAMAGE_DEALT, DAMAGE_TAKEN, VALUE_DESTROYED, VALUE_LOST]].tolist() == [0, 1, 0, 13]


def test_who_loses_the_only_target_is_not_asked_any_more() -> None:
    """The captain removes the one enemy whom the rifle could have shot at: the phase passes by itself."""
    game = small()
    places = {"1-01": (6, 8), "1-02": (6, 10), "2-02": (6, 5), "2-01": (0, 0)}
    state = prepared(game, places, Phase.SHOOT, hp={"2-02": 1}, flags={"1-01": Flag.SPRINTED, "1-02": Flag.MOVED})
    game_range = int(game.params["apart"][0][tables(game).grid.at(6, 10), tables(game).grid.at(0, 0)])
    assert game_range > 12, "2-01 is out of the rifle's range"
    do(game, state, "target 2-02", rolls(6, 6))
    assert acting(game, state)[0] != "shoot"


def test_without_units_a_side_has_lost_at_once() -> None:
    game = small()
    state = prepared(game, OPEN, Phase.SHOOT, hp={"2-02": 1}, vp=(0, 9))
    events = do(game, state, "target 2-02", rolls(6, 6))
    assert events[-1] == ("annihilated", 1)
    assert over(state)
    assert state["returns"][0].tolist() == [1.0, -1.0]
    assert not game.legal_mask(state).any()


def test_a_side_may_be_annihilated_in_a_fight_of_the_others_turn() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 8), "2-02": (6, 7)}, Phase.FIGHT, turn=1, hp={"1-01": 1})
    assert acting(game, state) == ("fight", "2-02")
    assert do(game, state, "target 1-01", rolls(6, 6))[-1] == ("annihilated", 2)
    assert state["returns"][0].tolist() == [-1.0, 1.0]


def test_fights_use_the_close_weapon_without_cover_steady_or_opening() -> None:
    game = small()
    state = prepared(game, {"1-02": (6, 8), "2-02": (6, 7)}, Phase.FIGHT, turn=2, in_round=1)
    events = do(game, state, "target 2-02", rolls(4, 2, 4, 3))
    assert events[:5] == [
        ("fights", "1-02", "2-02"),
        ("hit", 1, 4, 4),
        ("stopped", 1, 2, 3),
        ("hit", 2, 4, 4),
        ("pierced", 2, 3, 3),
    ]


def test_the_die_of_attacks_is_configured() -> None:
    game = small(settings(attack_die=20))
    state = prepared(game, OPEN, Phase.SHOOT)
    faces = set()
    for draw in range(60):
        after = state.copy()
        do(game, after, "target 2-02", draw)
        faces |= {event[2] for event in events(game, after) if event[0] in {"hit", "missed"}}
    assert max(faces) > 12
    assert min(faces) >= 1
