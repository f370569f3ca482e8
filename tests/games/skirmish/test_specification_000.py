"""The test plan of specification 000, section by section: 10.1 engine, 10.2 decoder and mask, 10.3 environment.

10.4, against dead ends, is in test_deadlock.py; the contract of the state, 3.1 and 3.2, in test_contract.py; the
observation, 6, in test_observation.py; the definition of done, 11, is ticked off at the end of this file.
"""

from __future__ import annotations

import numpy as np
import pytest

from boardwright import Position
from boardwright.core.errors import IllegalAction
from boardwright.core.game import Game
from boardwright.core.record import OK
from boardwright.envs.vector import Vector
from boardwright.games.skirmish.actions import DeployUnit, PassDeployment
from boardwright.games.skirmish.enums import NOWHERE, UNITS_PLACED, Phase, Reason

from .scenarios import MODES, config, deploying, filtered, load, next_phase, overlapping, play, tables

OFF, NO_HEX = (-1, -1), {"small": (1, 10), "large": (1, 20)}


def place(game: Game, unit_id: str, at: int = 0) -> DeployUnit:
    """A placement of a unit on the at-th hex of its pool, in order of (col, row) on the board."""
    made = tables(game)
    pool = sorted(made.pools[int(unit_id[0]) - 1])
    return DeployUnit(unit_id, *made.grid.places[pool[at]])


def refused(game: Game, position: Position, action: object) -> IllegalAction:
    before = position.state.tobytes()
    with pytest.raises(IllegalAction) as caught:
        position.push(action)
    assert position.state.tobytes() == before
    return caught.value


def all_of(game: Game, player: int) -> list[DeployUnit]:
    return [place(game, unit.id, at) for at, unit in enumerate(tables(game).units[player - 1])]


# -- 10.1 engine


def test_10_1_1_pools_are_each_players_zone_without_walls(game: Game) -> None:
    made = tables(game)
    for player in range(2):
        assert set(made.pools[player]) == {
            cell for cell in range(made.grid.cells) if made.zones[player, cell] and not made.walls[cell]
        }
    places = [made.grid.places[cell] for cell in made.pools[0]]
    assert all(row >= game.config["board"]["rows"] // 2 for _, row in places), "player 1 is in the south"
    assert not set(made.pools[0]) & set(made.pools[1])


def test_10_1_2_a_valid_placement_is_accepted(game: Game) -> None:
    position = Position(game)
    position.push(place(game, "1-02", 3))
    unit = position.view().details["units"][1]
    assert (unit["id"], unit["col"], unit["row"]) == ("1-02", place(game, "1-02", 3).col, place(game, "1-02", 3).row)


def test_4_3_a_placement_has_all_its_effects_at_once(game: Game) -> None:
    position = Position(game)
    before = position.view().details["deployment_state"]
    action = place(game, "1-01", 5)
    position.push(action)
    after = position.view().details["deployment_state"]
    unit, cell = tables(game).number["1-01"], tables(game).grid.at(action.col, action.row)
    assert position.state["cell"][0, unit] == cell, "1: the position is written"
    assert after["deployed_units"] == [*before["deployed_units"], "1-01"], "2: deployed_units"
    waiting = before["deployable_units_by_player"]["1"]
    assert after["deployable_units_by_player"]["1"] == [item for item in waiting if item != "1-01"], "3: the list"
    assert position.state["occupant"][0, cell] == unit + 1, "4: occupation"
    assert position.state["tally"][0, :, UNITS_PLACED].tolist() == [1, 0]
    assert after["current_deployer"] == (1 if "sequential" in after["deployment_order_mode"] else 2), "5: who is next"
    assert [event.code for event in position.view().events] == ["skirmish.event.deployed"]


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ("outside the zone", Reason.OUTSIDE_ZONE),
        ("wall", Reason.WALL),
        ("occupied", Reason.OCCUPIED),
        ("off the board", Reason.OFF_BOARD),
        ("no hex", Reason.NO_HEX),
        ("placed already", Reason.ALREADY_DEPLOYED),
        ("the other player's", Reason.NOT_YOUR_UNIT),
        ("nobody's", Reason.NO_SUCH_UNIT),
    ],
)
def test_10_1_3_an_invalid_placement_is_refused_with_its_reason(case: str, reason: Reason, board: str) -> None:
    game = load(board, "sequential")
    made = tables(game)
    position = Position(game)
    position.push(place(game, "1-01", 0))
    wall = next(made.grid.places[cell] for cell in range(made.grid.cells) if made.walls[cell])
    cases = {
        "outside the zone": DeployUnit("1-02", *made.grid.places[made.pools[1][0]]),
        "wall": DeployUnit("1-02", *wall),
        "occupied": DeployUnit("1-02", place(game, "1-01", 0).col, place(game, "1-01", 0).row),
        "off the board": DeployUnit("1-02", *OFF),
        "no hex": DeployUnit("1-02", *NO_HEX[board]),
        "placed already": place(game, "1-01", 1),
        "the other player's": place(game, "2-01", 0),
        "nobody's": DeployUnit("3-01", 0, 0),
    }
    error = refused(game, position, cases[case])
    assert (error.reason, error.code) == (reason, f"skirmish.{reason.name.lower()}")
    assert error.params == {"unit_id": cases[case].unit_id, "col": cases[case].col, "row": cases[case].row}
    assert position.to_move == 0, "nobody takes over"


def test_4_2_1_no_placement_outside_deployment(game: Game) -> None:
    state = play(game, 3)
    assert state["phase"][0] == Phase.MOVE
    first, policy = game.actions.encode(PassDeployment()) + 1, game.actions.policy
    every = np.array([*range(first), *range(policy, game.actions.count)])
    assert set(game.why_not(np.repeat(state, every.size), every)) == {Reason.NOT_DEPLOYMENT}
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, DeployUnit("1-01", *OFF))
    assert caught.value.reason == Reason.NOT_DEPLOYMENT, "first of all, whatever else is wrong"
    assert not game.legal_mask(state)[0, :first].any()


def test_4_2_8_a_units_own_filter_is_kept_to() -> None:
    game = filtered()
    position = Position(game)
    assert refused(game, position, DeployUnit("1-02", 6, 10)).reason == Reason.UNIT_NOT_ALLOWED
    position.push(DeployUnit("1-02", 6, 9))
    position.push(DeployUnit("1-01", 6, 10))


def test_10_1_4_the_next_player_comes_when_the_first_has_placed_everything(board: str) -> None:
    """Section 3.3: player by player."""
    game = load(board, "sequential")
    position = Position(game)
    movers = []
    for action in all_of(game, 1) + all_of(game, 2):
        movers.append(position.to_move)
        position.push(action)
    units = len(tables(game).units[0])
    assert movers == [0] * units + [1] * units


def test_10_1_5_the_phase_ends_with_the_last_unit_and_not_before(game: Game) -> None:
    position = Position(game)
    while deploying(position.state):
        assert position.view().phase == "deployment"
        assert not position.view().details["deployment_state"]["deployment_complete"]
        position.push(position.legal_actions[0])
    assert position.view().details["deployment_state"]["deployment_complete"]
    assert (position.state["cell"][0] != NOWHERE).sum() == len(tables(game).roster)


# -- 10.2 decoder and mask


def test_10_2_1_an_index_is_the_same_unit_slot_and_hex_slot_all_phase_long(game: Game) -> None:
    made = tables(game)
    hexes = game.config["game"]["deployment_max_hex_slots"]
    position = Position(game)
    while deploying(position.state):
        player = int(position.state["to_move"][0])
        ids = sorted(unit.id for unit in made.units[player])
        for action in position.legal_actions:
            placement = game.actions.decode(action, player)
            unit_slot, hex_slot = divmod(action, hexes)
            assert placement.unit_id == ids[unit_slot], "units in lexicographic order of their ids"
            assert made.grid.at(placement.col, placement.row) == made.slots[player, hex_slot]
            assert game.actions.encode(placement, player) == action
        position.push(position.legal_actions[len(position.legal_actions) // 2])


def test_10_2_1_hex_slots_are_in_order_of_col_and_row_as_the_acting_player_sees_them(game: Game) -> None:
    made = tables(game)
    for player in range(2):
        seen = [made.grid.places[made.turned[player][cell]] for cell in made.pools[player]]
        assert seen == sorted(seen)


def test_10_2_2_the_mask_is_true_exactly_for_what_apply_accepts(game: Game) -> None:
    for seed, plies in enumerate((0, 1, 3, 5)):
        state = play(game, seed, plies)
        mask = game.legal_mask(state)[0]
        few = np.random.default_rng(seed).permutation(mask.size)[:150]
        for action in few.tolist():
            before = state.tobytes()
            try:
                game.apply(state, action)
                accepted = True
            except IllegalAction:
                accepted = False
            assert accepted == mask[action]
            assert state.tobytes() == before


def test_5_2_the_dimension_is_that_of_the_two_required_keys(game: Game) -> None:
    keys = game.config["game"]
    assert game.actions.encode(PassDeployment()) == keys["deployment_max_unit_slots"] * keys["deployment_max_hex_slots"]
    state = play(game, 1)
    assert game.legal_mask(state).shape == game.legal_mask(game.new()).shape == (1, game.actions.policy)


def test_5_2_the_large_board_has_901_actions_of_deployment_and_1421_in_all() -> None:
    assert load("large").actions.encode(PassDeployment()) == 6 * 150
    assert load("large").actions.policy == 6 * 150 + 1 + 513 + 6 + 1 == 1421


def test_10_2_3_the_pass_is_legal_only_where_no_placement_is(game: Game) -> None:
    position = Position(game)
    passing = game.actions.encode(PassDeployment())
    while deploying(position.state):
        mask = game.legal_mask(position.state)[0]
        assert not mask[passing]
        assert refused(game, position, PassDeployment()).reason == Reason.PLACEMENT_EXISTS
        position.push(position.legal_actions[-1])


@pytest.mark.parametrize("tight", [overlapping, filtered])
@pytest.mark.parametrize("mode", ["sequential", "alternated"])
def test_10_2_3_the_pass_is_the_only_action_at_a_dead_end(tight: object, mode: str) -> None:
    game = tight(mode)  # type: ignore[operator]
    passing = game.actions.encode(PassDeployment())
    for seed in range(40):
        rng = np.random.default_rng(seed)
        state = game.new()
        while deploying(state):
            mask = game.legal_mask(state)[0]
            assert mask[passing] == (not mask[:passing].any())
            if mask[passing]:
                break
            game.step(state, [int(rng.choice(np.flatnonzero(mask)))])
        if game.legal_mask(state)[0][passing]:
            return
    raise AssertionError("no dead end was met")


def test_a_slot_that_holds_nothing_is_refused_as_such() -> None:
    game = load("large")
    state = game.new()
    assert game.why_not(state, [148])[0] == game.why_not(state, [149])[0] == Reason.EMPTY_SLOT
    assert game.why_not(state, [147])[0] == OK
    assert game.actions.encode(game.actions.decode(148, 0), 0) is None


# -- 10.3 environment


@pytest.mark.parametrize("mode", MODES)
def test_10_3_1_an_environment_starts_in_deployment(mode: str) -> None:
    env = Vector(load("small", mode), 3, seed=1, opponent="random", seat=0)
    assert (env.observations["phase"][:, Phase.DEPLOYMENT] == 1).all()
    assert (env.states["cell"][:, :3] == NOWHERE).all()


def test_10_3_1_reset_starts_in_deployment(game: Game) -> None:
    view = game.view(game.new(), 0)
    assert (view.phase, view.details["phase"]) == ("deployment", "deployment")
    assert view.details["deployment_type"] == "active"
    assert view.details["deployment_state"]["current_deployer"] == 1


@pytest.mark.parametrize("phase", ["command", "move"])
def test_10_3_2_the_whole_sequence_leads_to_the_configured_phase(board: str, phase: str) -> None:
    game = load(board, "sequential", next_phase(phase))
    position = Position(game)
    for action in all_of(game, 1) + all_of(game, 2):
        position.push(action)
    codes = [event.code.removeprefix("skirmish.event.") for event in position.view().events]
    passed = ["command_phase"] if phase == "command" else []
    assert codes == ["deployed", "deployment_complete", *passed, "move_phase"]
    assert position.view().phase == "move", "command has no decision, and passes inside the step"
    assert position.view().events[-1].params == {"player": 1, "round": 1}


def test_10_3_2_the_phase_after_deployment_has_no_default() -> None:
    assert "post_deployment_start_phase" in config()["game"]


@pytest.mark.parametrize("mode", MODES)
def test_10_3_3_no_empty_mask_reaches_a_learner(mode: str) -> None:
    """On the large board too: see the proofs."""
    env = Vector(load("small", mode), 2, seed=5, opponent="random")
    rng = np.random.default_rng(0)
    for _ in range(12):
        assert env.mask.any(axis=1).all()
        env.step([int(rng.choice(np.flatnonzero(row))) for row in env.mask])


def test_2_2_one_placement_a_step(game: Game) -> None:
    state = game.new()
    for _ in range(len(tables(game).roster)):
        before = (state["cell"][0] != NOWHERE).sum()
        game.step(state, [int(np.flatnonzero(game.legal_mask(state)[0])[0])])
        assert (state["cell"][0] != NOWHERE).sum() == before + 1


DONE = {
    "deployment_state kept to and its invariants tested": ("test_contract", "test_3_2_"),
    "mapping of actions and mask deterministic and stable": ("test_specification_000", "test_10_2_1_"),
    "never an empty mask": ("test_proofs", "test_a_short_proof"),
    "transitions deterministic and tested": ("test_specification_000", "test_10_3_2_"),
    "dead end found and raised": ("test_deadlock", "test_10_4_1_"),
    "no fallback": ("test_deadlock", "test_10_4_3_"),
}


@pytest.mark.parametrize("item", DONE)
def test_11_every_item_of_the_definition_of_done_has_its_test(item: str) -> None:
    """Metrics in training logs, the last item, belong to learning."""
    from pathlib import Path

    module, name = DONE[item]
    assert f"def {name}" in Path(__file__).with_name(f"{module}.py").read_text(encoding="utf-8")
