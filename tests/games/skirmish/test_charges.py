"""Charges and fights: ways, dice, who fights when."""

from __future__ import annotations

import pytest

from boardwright.core.record import OK
from boardwright.games.skirmish.enums import Flag, Phase, Reason

from .battles import (
    acting,
    charge_roll,
    do,
    flags_of,
    place_of,
    prepared,
    rolls,
    settings,
    small,
    why,
)

LONG = {"1-01": (6, 9), "2-02": (6, 4)}
"""Four steps to the hex before the enemy."""

MISS = rolls(1, 1, 1, 1)


def test_a_charge_has_36_draws_and_succeeds_at_its_length_or_more() -> None:
    game = small()
    state = prepared(game, LONG, Phase.CHARGE)
    index = game.index(state, game.actions.from_text("target 2-02"))
    assert int(game.chance(state, [index])[0]) == 36
    for faces, succeeds in (((1, 2), False), ((2, 2), True), ((6, 6), True)):
        after = state.copy()
        events = do(game, after, "target 2-02", charge_roll(*faces))
        assert events[:3] == [
            ("charges", "1-01", "2-02", 4),
            ("charge_die", 1, faces[0]),
            ("charge_die", 2, faces[1]),
        ]
        if succeeds:
            assert events[3] == ("charged", "1-01", 6, 5)
            assert (place_of(game, after, "1-01"), "charged" in flags_of(game, after, "1-01")) == ((6, 5), True)
        else:
            assert events[3] == ("charge_failed", "1-01", 3, 4)
            assert (place_of(game, after, "1-01"), flags_of(game, after, "1-01") & {"charged"}) == ((6, 9), set())


def test_each_of_the_36_draws_is_another_pair_of_dice() -> None:
    game = small()
    state = prepared(game, LONG, Phase.CHARGE)
    pairs = set()
    for draw in range(36):
        events = do(game, state.copy(), "target 2-02", draw)
        pairs.add((events[1][2], events[2][2]))
    assert pairs == {(first, second) for first in range(1, 7) for second in range(1, 7)}


def test_the_end_hex_is_the_smallest_by_length_then_column_then_row() -> None:
    game = small()
    ties = {(4, 8): (5, 7), (8, 8): (7, 7), (6, 10): (6, 9)}
    for start, end in ties.items():
        state = prepared(game, {"1-01": start, "2-02": (6, 8)}, Phase.CHARGE)
        assert do(game, state, "target 2-02", charge_roll(6, 6))[3] == ("charged", "1-01", *end)
    state = prepared(game, {"2-02": (4, 8), "1-01": (6, 8)}, Phase.CHARGE, turn=2)
    assert do(game, state, "target 1-01", charge_roll(6, 6))[3] == ("charged", "2-02", 5, 7), "absolute for both"


def test_only_the_last_hex_of_a_charge_may_be_next_to_an_enemy() -> None:
    """2-01 stands beside the straight way to 2-02, so that way is closed and the charge takes a longer one."""
    game = small()
    free = prepared(game, {"1-01": (0, 9), "2-02": (0, 4)}, Phase.CHARGE)
    assert int(free["lengths"][0, 1]) == 4
    barred = prepared(game, {"1-01": (0, 9), "2-02": (0, 4), "2-01": (1, 6)}, Phase.CHARGE)
    assert int(barred["lengths"][0, 0]) < 4
    assert int(barred["lengths"][0, 1]) > 4 or int(barred["lengths"][0, 1]) == 0


def test_an_enemy_without_a_way_is_refused() -> None:
    game = small(settings(charge_reach=3))
    state = prepared(game, {"1-01": (6, 9), "2-02": (6, 4), "2-01": (6, 6)}, Phase.CHARGE)
    assert (why(game, state, "target 2-02"), why(game, state, "target 2-01")) == (Reason.NO_CHARGE_PATH, OK)


def test_without_an_enemy_in_reach_nobody_is_asked() -> None:
    game = small(settings(charge_reach=3))
    assert acting(game, prepared(game, LONG, Phase.CHARGE)) == ("move", "2-02")


def test_who_is_engaged_or_withdrew_does_not_charge() -> None:
    game = small()
    state = prepared(game, {"1-01": (6, 9), "2-01": (6, 8), "2-02": (6, 4)}, Phase.CHARGE)
    assert acting(game, state)[0] == "fight"
    state = prepared(game, LONG, Phase.CHARGE, flags={"1-01": Flag.WITHDREW})
    assert acting(game, state) == ("move", "2-02")


def test_player_1_does_not_charge_in_the_opening_unless_the_rule_is_off() -> None:
    assert acting(small(), prepared(small(), LONG, Phase.CHARGE, in_round=1)) == ("move", "2-02")
    off = small(settings(opening_charge=True))
    assert acting(off, prepared(off, LONG, Phase.CHARGE, in_round=1)) == ("charge", "1-01")
    second = {"2-02": (6, 4), "1-01": (6, 9)}
    assert acting(small(), prepared(small(), second, Phase.CHARGE, turn=2, in_round=1)) == ("charge", "2-02")


# -- fights

PAIRS = {
    "1-01": (2, 8),
    "2-01": (2, 7),
    "1-02": (6, 9),
    "2-02": (6, 8),
    "1-03": (10, 9),
    "2-03": (10, 8),
}
BESIDE = {"1-01": "2-01", "1-02": "2-02", "1-03": "2-03", "2-01": "1-01", "2-02": "1-02", "2-03": "1-03"}


def fought(game_flags: dict[str, int], turn: int, places: dict[str, tuple[int, int]] | None = None) -> list[str]:
    """Who fights in which order, when every die misses."""
    game = small()
    places = PAIRS if places is None else places
    state = prepared(game, places, Phase.FIGHT, turn=turn, flags=game_flags)
    order = []
    while (now := acting(game, state))[0] == "fight":
        assert why(game, state, "hold") == Reason.MUST_FIGHT
        order.append(str(now[1]))
        legal = game.legal_mask(state)[0]
        game.step(state, [int(legal.argmax())], [MISS])
    return order


def test_chargers_fight_first_then_players_take_turns_and_the_other_begins() -> None:
    assert fought({"1-03": Flag.CHARGED}, 1) == ["1-03", "2-01", "1-01", "2-02", "1-02", "2-03"]
    assert fought({"2-02": Flag.CHARGED, "2-03": Flag.CHARGED}, 2) == ["2-02", "2-03", "1-01", "2-01", "1-02", "1-03"]


def test_without_chargers_the_other_player_begins() -> None:
    assert fought({}, 1) == ["2-01", "1-01", "2-02", "1-02", "2-03", "1-03"]


def test_only_chargers_of_this_turn_go_first() -> None:
    assert fought({"2-03": Flag.CHARGED}, 1) == ["2-01", "1-01", "2-02", "1-02", "2-03", "1-03"]


def test_a_player_with_nobody_to_fight_is_skipped() -> None:
    crowd = {"1-01": (6, 8), "1-02": (7, 7), "1-03": (5, 7), "2-01": (6, 7)}
    assert fought({}, 1, crowd) == ["2-01", "1-01", "1-02", "1-03"]
    assert fought({}, 2, crowd) == ["1-01", "2-01", "1-02", "1-03"]


def test_everybody_fights_once_a_phase_and_again_in_the_next() -> None:
    game = small()
    places = {"1-01": (2, 8), "2-01": (2, 7)}
    state = prepared(game, places, Phase.FIGHT, turn=1)
    seen = []
    for _ in range(12):
        seen.append((int(state["turn"][0]) + 1, *acting(game, state)))
        legal = game.legal_mask(state)[0]
        game.step(state, [int(legal[:-1].argmax()) if not legal[-1] else legal.size - 1], [MISS])
    assert [entry for entry in seen if entry[1] == "fight"][:4] == [
        (1, "fight", "2-01"),
        (1, "fight", "1-01"),
        (2, "fight", "1-01"),
        (2, "fight", "2-01"),
    ]


def test_a_fight_is_with_an_adjacent_enemy_and_cannot_be_declined() -> None:
    game = small()
    state = prepared(game, PAIRS, Phase.FIGHT, turn=1)
    assert acting(game, state) == ("fight", "2-01")
    collected = [why(game, state, text) for text in ("target 1-01", "target 1-02", "hold", "move 0 0")]
    assert collected == [OK, Reason.NOT_ADJACENT, Reason.MUST_FIGHT, Reason.NOT_MOVE_PHASE]


def test_who_is_removed_does_not_fight_back() -> None:
    game = small()
    state = prepared(game, PAIRS, Phase.FIGHT, turn=1, hp={"1-01": 1})
    assert ("removed", "1-01") in do(game, state, "target 1-01", rolls(6, 6, 6, 6))
    assert acting(game, state) == ("fight", "1-02")


@pytest.mark.parametrize("player", [1, 2])
def test_in_a_fight_the_one_to_move_need_not_be_whose_turn_it_is(player: int) -> None:
    state = prepared(small(), PAIRS, Phase.FIGHT, turn=player)
    assert (int(state["turn"][0]) + 1, int(state["to_move"][0]) + 1) == (player, 3 - player)
