"""Observations from the observer's own side: in deployment by specification 000, section 6; then in battle."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.skirmish.actions import PassDeployment
from boardwright.games.skirmish.enums import HALF, NOWHERE, WHOLE, Flag, Phase
from boardwright.games.skirmish.layout import PLANES, UNIT_COLUMNS
from boardwright.games.skirmish.planes import planes
from boardwright.games.skirmish.sight import CLEAR, COVER

from .battles import prepared, settings
from .scenarios import (
    MODES,
    act,
    compiled,
    deploying,
    filtered,
    load,
    overlapping,
    play,
    swapped,
    tables,
    turned,
    without,
)

COLUMN = {name: number for number, name in enumerate(UNIT_COLUMNS)}


def plane(seen: Array, name: str) -> Array:
    """A plane of an observation as shares."""
    result: Array = seen["planes"][0, PLANES.index(name)] / WHOLE
    return result


def grid_of(game: Game, values: Array, player: int) -> Array:
    """Numbers by cell as a player sees them, by row and column; 0 where there is no hex."""
    made = tables(game)
    out = np.zeros((made.grid.rows, made.grid.cols), values.dtype)
    for cell, (col, row) in enumerate(made.grid.places):
        out[row, col] = values[made.turned[player][cell]]
    return out


def test_6_1_the_active_deployer(game: Game) -> None:
    state = game.new()
    while deploying(state):
        mover = int(state["to_move"][0])
        for player in range(2):
            seen = game.observe(state, player)
            assert (seen["deploying"][0], seen["seat"][0]) == (mover == player, player)
            assert seen["phase"][0].tolist() == [1, 0, 0, 0, 0, 0]
        game.step(state, [int(np.flatnonzero(game.legal_mask(state)[0])[0])])
    assert game.observe(state, 0)["deploying"][0] == game.observe(state, 1)["deploying"][0] == 0
    assert game.observe(state, 0)["phase"][0, Phase.MOVE] == 1


def test_6_2_the_units_that_are_still_to_be_deployed(game: Game) -> None:
    made = tables(game)
    for seed in range(4):
        state = play(game, seed, 1 + 2 * seed)
        for player in range(2):
            seen = game.observe(state, player)
            for row in range(2 * made.unit_slots):
                unit = row if player == 0 else (row + made.unit_slots) % (2 * made.unit_slots)
                placed = int(state["cell"][0, unit]) != NOWHERE
                assert seen["units"][0, row, COLUMN["placed"]] == placed
                assert seen["units"][0, row, COLUMN["slot"]] == row % made.unit_slots
            waiting = [(state["cell"][0].reshape(2, -1)[item] == NOWHERE).sum() for item in (player, 1 - player)]
            assert seen["units_left"][0].tolist() == waiting


def test_6_3_who_stands_where(game: Game) -> None:
    made = tables(game)
    state = play(game, 2, 5)
    owner = np.where(state["occupant"][0] == 0, 0, 1 + (state["occupant"][0].astype(int) - 1) // made.unit_slots)
    for player in range(2):
        seen = game.observe(state, player)
        assert (plane(seen, "own_units") == grid_of(game, owner == player + 1, player)).all()
        assert (plane(seen, "enemy_units") == grid_of(game, owner == 2 - player, player)).all()


def test_6_3_the_unit_table_gives_places_as_the_observer_sees_them(game: Game) -> None:
    made = tables(game)
    state = play(game, 7)
    for player in range(2):
        seen = game.observe(state, player)["units"][0]
        for row in range(2 * made.unit_slots):
            unit = row if player == 0 else (row + made.unit_slots) % (2 * made.unit_slots)
            col, row_seen = made.grid.places[made.turned[player][state["cell"][0, unit]]]
            assert (seen[row, COLUMN["col"]], seen[row, COLUMN["row"]]) == (col, row_seen)
            assert seen[row, COLUMN["HP_CUR"]] == seen[row, COLUMN["HP_MAX"]] == state["hp"][0, unit]


def test_6_4_the_zone_of_the_active_player_and_what_is_in_it(game: Game) -> None:
    made = tables(game)
    for player in range(2):
        seen = game.observe(game.new(), player)
        assert (plane(seen, "own_zone") == grid_of(game, made.zones[player], player)).all()
        assert (plane(seen, "enemy_zone") == grid_of(game, made.zones[1 - player], player)).all()
        assert (plane(seen, "objective") == grid_of(game, (made.objectives != 0).astype(int), player)).all()
        walls = plane(seen, "wall")
        assert walls.sum() == made.walls.sum() + (made.grid.cols * made.grid.rows - made.grid.cells)


def test_6_5_whether_a_legal_placement_exists(game: Game) -> None:
    state = game.new()
    while deploying(state):
        assert game.observe(state, 0)["can_place"][0] == game.observe(state, 1)["can_place"][0] == 1
        game.step(state, [int(np.flatnonzero(game.legal_mask(state)[0])[0])])
    assert game.observe(state, 0)["can_place"][0] == 0


@pytest.mark.parametrize("make", [overlapping, filtered])
@pytest.mark.parametrize("mode", MODES)
def test_6_5_it_is_false_exactly_where_only_the_pass_is_left(make: object, mode: str) -> None:
    game = make(mode)  # type: ignore[operator]
    passing = game.actions.encode(PassDeployment())
    rng = np.random.default_rng(0)
    met = set()
    for _ in range(15):
        state = game.new()
        while deploying(state):
            mask = game.legal_mask(state)[0]
            assert game.observe(state, 0)["can_place"][0] == (not mask[passing])
            met.add(bool(mask[passing]))
            game.step(state, [int(rng.choice(np.flatnonzero(mask)))])
    assert met == {True, False}


@pytest.mark.parametrize("mode", MODES)
def test_a_state_and_its_half_turn_with_the_players_swapped_look_and_play_alike(board: str, mode: str) -> None:
    game, other = load(board, mode), load(board, mode, swapped)
    for seed in range(6):
        state = play(game, seed, seed)
        across = turned(game, state)
        assert (game.legal_mask(state) == other.legal_mask(across)).all()
        for player in range(2):
            seen, seen_across = game.observe(state, player), other.observe(across, 1 - player)
            differ = [name for name in game.layout.observation if (seen[name] != seen_across[name]).any()]
            assert differ == ["seat"]


def test_a_slot_without_a_unit_is_all_zeros() -> None:
    game = load("small", "sequential", without("2-03"))
    seen = game.observe(game.new(), 0)
    assert not seen["units"][0, 5].any()
    assert seen["units"][0, 4, COLUMN["exists"]] == 1
    assert seen["units_left"][0].tolist() == [3, 2]


def test_stats_are_those_of_the_units_type() -> None:
    game = load("large")
    heavy = dict(zip(UNIT_COLUMNS, game.observe(game.new(), 0)["units"][0, 4].tolist()))
    assert {name: heavy[name] for name in ("HP_MAX", "MOVE", "ARMOUR", "OC", "VALUE", "RANGE", "DICE", "ACC")} == {
        "HP_MAX": 6,
        "MOVE": 4,
        "ARMOUR": 3,
        "OC": 1,
        "VALUE": 20,
        "RANGE": 16,
        "DICE": 2,
        "ACC": 4,
    }
    assert (heavy["POWER"], heavy["DMG"], heavy["CC_DICE"], heavy["TRAITS"]) == (5, 2, 2, 2)
    stalker = dict(zip(UNIT_COLUMNS, game.observe(game.new(), 1)["units"][0, 1].tolist()))
    assert (stalker["RANGE"], stalker["CC_DICE"], stalker["TRAITS"]) == (0, 3, 8)


def test_planes_for_networks_are_shares(game: Game) -> None:
    seen = game.observe(play(game, 1, 4))
    result = planes(game, seen)
    assert result.dtype == np.float32
    assert result.shape == seen["planes"].shape
    assert {0.0, 1.0} <= set(np.unique(result)) <= {0.0, np.float32(HALF / WHOLE), 1.0}
    assert result[0, PLANES.index("own_units")].sum() + result[0, PLANES.index("enemy_units")].sum() == 4


def test_observing_is_the_same_in_every_episode(game: Game) -> None:
    assert game.observe(game.new(3), 1).tobytes() == game.observe(game.new(1), 1).tobytes() * 3


# -- the battle


def places_of(game: Game, seen: Array, name: str, share: float) -> set[tuple[int, int]]:
    """Where a plane shows a share, as the observer sees the board."""
    rows, cols = np.nonzero(np.isclose(plane(seen, name), share))
    return set(zip(cols.tolist(), rows.tolist()))


def seen_by(game: Game, player: int, *places: tuple[int, int]) -> set[tuple[int, int]]:
    """Hexes of the board as a player sees them."""
    made = tables(game)
    return {made.grid.places[made.turned[player][made.grid.at(*place)]] for place in places}


STAND = {"1-01": (6, 9), "1-02": (2, 5), "2-01": (6, 3), "2-03": (10, 4)}


def test_planes_come_in_the_order_that_is_asked_for() -> None:
    assert (
        *("wall", "objective", "controller", "own_zone", "enemy_zone"),
        *("own_units", "enemy_units", "reachable", "seen", "active"),
    ) == PLANES


@pytest.mark.parametrize("player", [0, 1])
def test_the_controller_is_whole_for_oneself_and_half_for_the_enemy(player: int) -> None:
    game = load("small")
    state = prepared(game, STAND, control={1: 1, 3: 2})
    made = tables(game)
    flowers = [np.flatnonzero(made.objectives == number) for number in (1, 3)]
    own, enemy = flowers if player == 0 else flowers[::-1]
    seen = game.observe(state, player)
    assert places_of(game, seen, "controller", 1.0) == seen_by(game, player, *(made.grid.places[c] for c in own))
    result = places_of(game, seen, "controller", HALF / WHOLE)
    assert result == seen_by(game, player, *(made.grid.places[c] for c in enemy))
    assert seen["objectives"][0].tolist() == [1, 1]


@pytest.mark.parametrize("player", [0, 1])
def test_units_show_their_share_of_hp_and_the_active_one(player: int) -> None:
    game = load("small")
    state = prepared(game, STAND, hp={"1-01": 4, "2-01": 2})
    seen = game.observe(state, player)
    shares = plane(seen, "own_units" if player == 0 else "enemy_units")
    (col, row), *_ = seen_by(game, player, (6, 9))
    assert shares[row, col] == pytest.approx(0.5, abs=0.01)
    shares = plane(seen, "enemy_units" if player == 0 else "own_units")
    (col, row), *_ = seen_by(game, player, (6, 3))
    assert shares[row, col] == pytest.approx(0.25, abs=0.01)
    assert places_of(game, seen, "active", 1.0) == seen_by(game, player, (6, 9))
    rows = seen["units"][0, :, COLUMN["active"]]
    assert np.flatnonzero(rows).tolist() == [0 if player == 0 else 3]


@pytest.mark.parametrize("player", [0, 1])
def test_what_can_be_reached_is_whole_by_a_move_and_half_by_a_sprint(player: int) -> None:
    game = load("small")
    made, state = tables(game), prepared(game, STAND)
    reach = state["reach"][0]
    seen = game.observe(state, player)
    near = [made.grid.places[cell] for cell in np.flatnonzero((reach > 0) & (reach <= 5))]
    far = [made.grid.places[cell] for cell in np.flatnonzero(reach > 5)]
    assert places_of(game, seen, "reachable", 1.0) == seen_by(game, player, *near)
    assert places_of(game, seen, "reachable", HALF / WHOLE) == seen_by(game, player, *far)
    shooting = prepared(game, STAND, Phase.SHOOT)
    assert not plane(game.observe(shooting, player), "reachable").any()


@pytest.mark.parametrize("player", [0, 1])
def test_what_the_enemy_sees_is_the_best_sight_of_any_of_them(player: int) -> None:
    game = load("small")
    made, state = tables(game), prepared(game, STAND)
    eyes = [place for unit, place in STAND.items() if int(unit[0]) != player + 1]
    best = game.params["sight"][0][[made.grid.at(*place) for place in eyes]].max(axis=0)
    seen = game.observe(state, player)
    for share, sight in ((1.0, CLEAR), (HALF / WHOLE, COVER)):
        hexes = [made.grid.places[cell] for cell in np.flatnonzero((best == sight) & (made.walls == 0))]
        assert places_of(game, seen, "seen", share) == seen_by(game, player, *hexes)


def test_the_unit_table_tells_who_is_alive_and_what_each_has_done() -> None:
    game = load("small")
    state = prepared(game, STAND, flags={"1-01": Flag.SPRINTED | Flag.CHARGED, "2-03": Flag.SHOT})
    rows = [dict(zip(UNIT_COLUMNS, row.tolist())) for row in game.observe(state, 0)["units"][0]]
    assert [row["alive"] for row in rows] == [1, 1, 0, 1, 0, 1]
    assert [row["placed"] for row in rows] == [1, 1, 0, 1, 0, 1]
    flags = ("moved", "sprinted", "withdrew", "shot", "charged", "fought", "acted")
    assert [rows[0][flag] for flag in flags] == [0, 1, 0, 0, 1, 0, 0]
    assert [rows[5][flag] for flag in flags] == [0, 0, 0, 1, 0, 0, 0]
    assert (rows[2]["col"], rows[2]["row"], rows[2]["HP_CUR"]) == (NOWHERE, NOWHERE, 0)


def test_the_globals_of_a_battle() -> None:
    game = load("small")
    state = prepared(game, STAND, turn=2, in_round=3, vp=(5, 2))
    for player, ahead in ((0, 3), (1, -3)):
        seen = game.observe(state, player)[0]
        assert (seen["battle_round"], seen["my_turn"], seen["vp_difference"]) == (3, player == 1, ahead)
        assert (seen["phase"][Phase.MOVE], seen["deploying"], seen["can_place"]) == (1, 0, 0)
        assert seen["units_left"].tolist() == [0, 0]


@pytest.mark.parametrize("mode", MODES)
def test_a_battle_and_its_half_turn_look_and_play_alike_without_the_opening_rule(mode: str) -> None:
    fair = settings(opening_penalty=0, opening_charge=True)
    game, other = compiled("small", mode, fair), compiled("small", mode, fair, swapped)
    rng = np.random.default_rng(3)
    state, met = game.new(), set()
    while state["to_move"][0] >= 0:
        met.add(int(state["phase"][0]))
        across = turned(game, state)
        assert (game.legal_mask(state) == other.legal_mask(across)).all()
        for player in range(2):
            seen, seen_across = game.observe(state, player), other.observe(across, 1 - player)
            assert [name for name in game.layout.observation if (seen[name] != seen_across[name]).any()] == ["seat"]
        act(game, state, int(rng.choice(np.flatnonzero(game.legal_mask(state)[0]))), int(rng.integers(1 << 62)))
    assert met == {Phase.DEPLOYMENT, Phase.MOVE, Phase.SHOOT, Phase.CHARGE, Phase.FIGHT}
