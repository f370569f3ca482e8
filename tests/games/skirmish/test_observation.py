"""Seed 000, section 6: what is observed during deployment, item by item, from the observer's own side."""

from __future__ import annotations

import numpy as np
import pytest

from boardwright.core.game import Game
from boardwright.core.record import Array
from boardwright.games.skirmish.actions import PassDeployment
from boardwright.games.skirmish.planes import planes
from boardwright.games.skirmish.records import PLANES, UNIT_COLUMNS
from boardwright.games.skirmish.terms import HALF, NOWHERE, WHOLE, Phase

from .scenarios import MODES, deploying, filtered, load, overlapping, play, swapped, tables, turned, without

COLUMN = {name: number for number, name in enumerate(UNIT_COLUMNS)}


def plane(seen: Array, name: str) -> Array:
    """A plane of an observation as shares."""
    found: Array = seen["planes"][0, PLANES.index(name)] / WHOLE
    return found


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
            waiting = [(state["cell"][0].reshape(2, -1)[each] == NOWHERE).sum() for each in (player, 1 - player)]
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
    found = planes(game, seen)
    assert found.dtype == np.float32
    assert found.shape == seen["planes"].shape
    assert {0.0, 1.0} <= set(np.unique(found)) <= {0.0, np.float32(HALF / WHOLE), 1.0}
    assert found[0, PLANES.index("own_units")].sum() + found[0, PLANES.index("enemy_units")].sum() == 4


def test_observing_is_the_same_in_every_episode(game: Game) -> None:
    assert game.observe(game.new(3), 1).tobytes() == game.observe(game.new(1), 1).tobytes() * 3
