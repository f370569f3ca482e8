"""Specification 000, sections 3.1 and 3.2: the state's contract in the view, and its invariants after any actions."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwright import Position
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.games.skirmish.enums import NOWHERE

from .scenarios import act, compiled, deploying, overlapping, tables, without

GAMES = [
    ("small", "sequential", ()),
    ("small", "alternated", ()),
    ("small", "alternated", (without("2-02", "2-03"),)),
    ("large", "alternated", ()),
]
LARGE = len(GAMES) - 1


def require_invariants(game: Game, state: Array) -> None:
    # What goes into the view as it is; the choices beside it have tests of their own.
    details = game.definition.scene(game, state, 0).details
    deployment: dict[str, Any] = details["deployment_state"]
    deployed = set(deployment["deployed_units"])
    pools = {player: set(map(tuple, pool)) for player, pool in deployment["deployment_pools_by_player"].items()}
    for unit in details["units"]:
        waiting = deployment["deployable_units_by_player"][str(unit["player"])]
        place = (unit["col"], unit["row"])
        assert (unit["id"] in deployed) == (place != (NOWHERE, NOWHERE)), "3.2.1 and 3.2.2"
        assert [unit["id"] in deployed, unit["id"] in waiting].count(True) == (unit["HP_CUR"] > 0), "3.2.3"
        if details["phase"] == "deployment":
            assert place == (NOWHERE, NOWHERE) or place in pools[str(unit["player"])]
    places = [(unit["col"], unit["row"]) for unit in details["units"] if unit["id"] in deployed]
    assert len(set(places)) == len(places)
    everybody = {unit["id"] for unit in details["units"] if unit["HP_CUR"] > 0}
    assert deployment["deployment_complete"] == (deployed == everybody), "3.2.4"
    assert not (deployment["deployment_complete"] and details["phase"] == "deployment"), "3.2.5"
    fighting = details["phase"] != "deployment" and state["to_move"][0] != TERMINAL
    assert (deployment["active_unit_id"] in deployed) == fighting
    if details["phase"] == "deployment" and state["to_move"][0] != TERMINAL:
        assert deployment["deployable_units_by_player"][str(deployment["current_deployer"])]
    else:
        assert deployment["current_deployer"] is None
    require_record(game, state)


def require_record(game: Game, state: Array) -> None:
    # The record keeps occupation beside the units' cells: they must never disagree.
    occupant = np.zeros_like(state["occupant"][0])
    for unit, cell in enumerate(state["cell"][0].tolist()):
        if cell != NOWHERE:
            occupant[cell] = unit + 1
    assert (occupant == state["occupant"][0]).all()


@given(data=st.data(), which=st.sampled_from(range(LARGE)))
@settings(max_examples=12, deadline=None)
def test_3_2_the_invariants_hold_after_any_actions_of_agents_and_people(data: st.DataObject, which: int) -> None:
    require_invariants_after_any_actions(data, which)


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_3_2_the_invariants_hold_on_the_large_board(data: st.DataObject) -> None:
    require_invariants_after_any_actions(data, LARGE)


def require_invariants_after_any_actions(data: st.DataObject, which: int) -> None:
    board, mode, changes = GAMES[which]
    game = compiled(board, mode, *changes)
    state = game.new()
    require_invariants(game, state)
    for _ in range(data.draw(st.integers(0, game.max_plies))):
        legal = game.open_actions(state)
        if not legal.size:
            break
        people = legal[legal >= game.actions.policy]
        pool = people if people.size and data.draw(st.integers(0, 2)) == 0 else legal
        act(game, state, int(pool[data.draw(st.integers(0, len(pool) - 1))]), data.draw(st.integers(0, 1 << 62)))
        require_invariants(game, state)


def test_3_2_the_invariants_hold_at_a_dead_end() -> None:
    game = overlapping()
    rng = np.random.default_rng(0)
    for _ in range(20):
        state = game.new()
        while deploying(state):
            game.step(state, [int(rng.choice(np.flatnonzero(game.legal_mask(state)[0])))])
            require_invariants(game, state)
        assert state["fault"][0] == 1


def test_3_1_every_required_field_is_there(game: Game) -> None:
    details = Position(game).view().details
    assert details["phase"] == "deployment"
    assert set(details["deployment_state"]) >= {
        "current_deployer",
        "deployable_units_by_player",
        "deployed_units",
        "deployment_pools_by_player",
        "deployment_complete",
        "active_unit_id",
        "deployment_order_mode",
    }
    state = details["deployment_state"]
    assert state["deployed_units"] == []
    assert state["deployment_order_mode"] == game.config["game"]["deployment_order_mode"]
    for player in ("1", "2"):
        army = tables(game).units[int(player) - 1]
        assert state["deployable_units_by_player"][player] == sorted(unit.id for unit in army)
        pool = tables(game).pools[int(player) - 1]
        assert len(state["deployment_pools_by_player"][player]) == len(pool)


def test_3_1_the_contract_is_plain_json_with_players_1_and_2(game: Game) -> None:
    details = Position(game).view().details
    assert json.loads(json.dumps(details)) == details
    assert {unit["player"] for unit in details["units"]} == {1, 2}
    assert {(unit["col"], unit["row"]) for unit in details["units"]} == {(-1, -1)}
    wanted = {"id", "player", "type", "name", "col", "row", "HP_CUR", "HP_MAX", "MOVE", "ARMOUR", "OC", "VALUE"}
    assert all(set(unit) == wanted | {"RNG", "CC", "flags"} for unit in details["units"])
