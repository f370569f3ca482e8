"""The lists of specification 001, line by line: minimal tests (T), and the checklist (C). The page's is in web/."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardwright import Position
from boardwright.core.errors import IllegalAction
from boardwright.core.game import Game
from boardwright.games.skirmish.actions import DeployUnit
from boardwright.games.skirmish.deployment import next_deployer
from boardwright.games.skirmish.enums import ALTERNATED, NOWHERE, SEQUENTIAL, Reason
from saying import told

from .scenarios import deploying, load, next_phase, play, tables, without


def deploy_all(game: Game) -> tuple[Position, list[int]]:
    """Every unit in the order of ids, and who placed each: players 1 and 2."""
    position = Position(game)
    deployers = []
    while deploying(position.state):
        state = position.view().details["deployment_state"]
        player = state["current_deployer"]
        deployers.append(player)
        unit = state["deployable_units_by_player"][str(player)][0]
        taken = {(item["col"], item["row"]) for item in position.view().details["units"]}
        free = next(place for place in state["deployment_pools_by_player"][str(player)] if tuple(place) not in taken)
        position.push(DeployUnit(unit, *free))
    return position, deployers


def test_t1_every_unit_is_deployed_in_turns_and_player_1_begins(board: str) -> None:
    game = load(board, "alternated")
    _, deployers = deploy_all(game)
    assert deployers == [1, 2] * len(tables(game).units[0])


@pytest.mark.parametrize("case", ["outside the zone", "wall", "occupied"])
def test_t2_an_invalid_placement_is_an_explicit_error(case: str, board: str) -> None:
    game = load(board, "alternated")
    made = tables(game)
    position = Position(game)
    for player in (0, 1):
        unit = made.units[player][0].id
        position.push(DeployUnit(unit, *made.grid.places[made.pools[player][0]]))
    wall = next(cell for cell in range(made.grid.cells) if made.walls[cell])
    cells = {"outside the zone": made.pools[1][5], "wall": wall, "occupied": made.pools[0][0]}
    reasons = {"outside the zone": Reason.OUTSIDE_ZONE, "wall": Reason.WALL, "occupied": Reason.OCCUPIED}
    before = position.state.tobytes()
    with pytest.raises(IllegalAction) as caught:
        position.push(DeployUnit("1-02", *made.grid.places[cells[case]]))
    assert caught.value.reason == reasons[case]
    col, row = made.grid.places[cells[case]]
    told(caught.value.word, f"skirmish.{reasons[case].name.lower()}", col=col, row=row)
    assert position.state.tobytes() == before


@pytest.mark.parametrize("gone", [("1-02", "1-03"), ("2-02", "2-03"), ("2-03",)], ids=str)
def test_t3_c4_a_player_goes_on_alone_when_the_other_has_nobody_left(gone: tuple[str, ...]) -> None:
    game = load("small", "alternated", without(*gone))
    _, deployers = deploy_all(game)
    counts = [len(army) for army in tables(game).units]
    both = [1, 2] * min(counts)
    alone = 1 if counts[0] > counts[1] else 2
    assert deployers == both + [alone] * (max(counts) - min(counts))


def test_t4_c5_both_rosters_are_shown_at_once_and_empty_by_and_by(game: Game) -> None:
    position = Position(game)
    rosters = position.view().panels[:2]
    assert [len(roster.rows) for roster in rosters] == [len(army) for army in tables(game).units]
    position.push(position.legal_actions[0])
    assert [len(roster.rows) for roster in position.view().panels[:2]] == [
        len(tables(game).units[0]) - 1,
        len(tables(game).units[1]),
    ]


def test_t5_c6_the_tables_are_in_the_order_that_is_asked_for(game: Game) -> None:
    codes = [panel.title.code for panel in game.view(game.new(), 1).panels]
    assert codes == [f"skirmish.panel.{name}" for name in ("roster_1", "roster_2", "status_1", "status_2")]


@pytest.mark.parametrize("phase", ["command", "move"])
def test_t6_the_phase_after_deployment_is_command_or_move(phase: str, board: str) -> None:
    position, _ = deploy_all(load(board, "alternated", next_phase(phase)))
    codes = [event.code.removeprefix("skirmish.event.") for event in position.view().events]
    assert codes[2:] == (["command_phase", "move_phase"] if phase == "command" else ["move_phase"])


def test_c1_every_placed_unit_stands_on_a_hex_that_is_there(game: Game) -> None:
    made = tables(game)
    for seed in range(10):
        cells = play(game, seed)["cell"][0]
        assert (cells[cells != NOWHERE] < made.grid.cells).all()
        for player, slot, _ in made.roster:
            cell = int(cells[player * made.unit_slots + slot])
            assert cell in made.pools[player]
            col, row = made.grid.places[cell]
            assert not (row == made.grid.rows - 1 and col % 2), "no hex there"


def test_c2_no_placement_is_possible_outside_the_pools(board: str) -> None:
    game = load(board, "alternated")
    made = tables(game)
    position = Position(game)
    places = [(col, row) for col in range(-1, made.grid.cols + 1) for row in range(-1, made.grid.rows + 1)]
    for col, row in places:
        if made.grid.at(col, row) not in made.pools[0]:
            with pytest.raises(IllegalAction):
                position.push(DeployUnit("1-01", col, row))
    assert not position.history


@pytest.mark.parametrize(
    ("mode", "deployer", "left", "left_other", "following"),
    [
        (ALTERNATED, 0, 2, 3, 1),
        (ALTERNATED, 1, 2, 2, 0),
        (ALTERNATED, 0, 2, 0, 0),
        (ALTERNATED, 1, 1, 0, 1),
        (ALTERNATED, 0, 0, 1, 1),
        (ALTERNATED, 0, 0, 0, -1),
        (SEQUENTIAL, 0, 2, 3, 0),
        (SEQUENTIAL, 0, 0, 3, 1),
        (SEQUENTIAL, 1, 1, 2, 1),
        (SEQUENTIAL, 1, 0, 2, 0),
        (SEQUENTIAL, 1, 0, 0, -1),
    ],
)
def test_c3_one_function_says_who_is_next(mode: int, deployer: int, left: int, left_other: int, following: int) -> None:
    assert next_deployer(mode, deployer, left, left_other) == following


def test_c7_deployment_is_complete_only_when_every_unit_is_placed(game: Game) -> None:
    position = Position(game)
    while deploying(position.state):
        assert position.view().details["deployment_state"]["deployment_complete"] is False
        position.push(position.legal_actions[0])
    assert position.view().details["deployment_state"]["deployment_complete"] is True


def test_c8_the_next_phase_comes_without_anything_being_done_for_a_player(game: Game) -> None:
    """Placing the last unit moves, hurts and spends nobody: units and their HP are as they were."""
    state = game.new()
    before: Any = None
    while deploying(state):
        before = state.copy()
        game.step(state, [int(np.flatnonzero(game.legal_mask(state)[0])[-1])])
    assert (state["hp"] == before["hp"]).all()
    moved = np.flatnonzero(state["cell"][0] != before["cell"][0])
    assert len(moved) == 1
    assert before["cell"][0, moved[0]] == NOWHERE
    assert state["returns"].tolist() == [[0.0, 0.0]]
