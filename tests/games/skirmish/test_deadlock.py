"""Specification 000, sections 7.3 and 10.4: a deployment that cannot be completed raises an error with figures."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from boardwright import Position
from boardwright.core.batch import Batch
from boardwright.core.errors import DeploymentDeadlockError, IllegalAction
from boardwright.core.game import Game
from boardwright.core.record import TERMINAL, Array
from boardwright.envs.vector import Vector
from boardwright.games.skirmish.actions import DeployUnit, PassDeployment
from boardwright.games.skirmish.enums import DEADLOCK, NOWHERE
from saying import told

from .scenarios import MODES, ROW_OF_FIVE, Change, filtered, load, only, overlapping, same_zone, zone_of

TWO_HEXES = {"col_min": 0, "col_max": 1, "row_min": 8, "row_max": 8}


def wall_in(data: dict) -> None:
    """Walls on all but two hexes of player 1's zone."""
    hexes = [(col, row) for col in range(13) for row in (range(7, 10) if col % 2 else range(8, 11))]
    data["board"]["wall_hexes"] += [list(place) for place in hexes[2:]]


@pytest.mark.filterwarnings("ignore:The deployment pools differ")
@pytest.mark.parametrize(("change", "pool"), [(zone_of(1, TWO_HEXES), 2), (wall_in, 2)], ids=["zone", "walls"])
@pytest.mark.parametrize("mode", MODES)
def test_10_4_1_and_2_too_few_hexes_by_zone_or_by_walls_are_an_error_at_load(
    change: Change, pool: int, mode: str
) -> None:
    with pytest.raises(DeploymentDeadlockError) as caught:
        load("small", mode, change)
    error = caught.value
    assert error.params == {
        "player": 1,
        "units": ["1-01", "1-02", "1-03"],
        "pool_1": pool,
        "pool_2": 39,
        "occupied_1": 0,
        "occupied_2": 0,
        "occupied": [],
    }
    told(error.word, "skirmish.deadlock")


def to_dead_end(game: Game, seed: int = 0) -> Array:
    """A state in which only the pass is left."""
    passing = game.actions.encode(PassDeployment())
    for attempt in range(seed, seed + 50):
        rng = np.random.default_rng(attempt)
        state = game.new()
        while state["to_move"][0] != TERMINAL:
            mask = game.legal_mask(state)[0]
            if mask[passing]:
                return state
            game.step(state, [int(rng.choice(np.flatnonzero(mask)))])
    raise AssertionError("no dead end was met")


def by_zone(mode: str) -> Game:
    """A unit that may begin only outside its zone."""
    return load("small", mode, only("1-03", (0, 0), (6, 5)))


def by_walls(mode: str) -> Game:
    """A unit that may begin on two hexes, both of them walls."""

    def change(data: dict) -> None:
        data["board"]["wall_hexes"] += [[6, 9], [6, 10]]

    return load("small", mode, only("1-02", (6, 9), (6, 10)), change)


CAUSES = {"zone": by_zone, "walls": by_walls, "overlapping pools": overlapping, "filters": filtered}


@pytest.fixture(params=CAUSES)
def cause(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.filterwarnings("ignore:The deployment pools differ")
@pytest.mark.parametrize("mode", MODES)
def test_10_4_2_a_dead_end_is_raised_from_one_state_with_its_figures(cause: str, mode: str) -> None:
    game = CAUSES[cause](mode)
    state = to_dead_end(game)
    before = state.tobytes()
    with pytest.raises(DeploymentDeadlockError) as caught:
        game.apply(state, PassDeployment())
    assert state.tobytes() == before
    require_figures(game, state, caught.value)


@pytest.mark.filterwarnings("ignore:The deployment pools differ")
@pytest.mark.parametrize("mode", MODES)
def test_10_4_2_a_dead_end_is_told_from_a_row_of_a_batch_with_the_same_figures(cause: str, mode: str) -> None:
    game = CAUSES[cause](mode)
    before = to_dead_end(game)
    rows = np.concatenate([game.new(), before.copy(), game.new()])
    free = int(np.flatnonzero(game.legal_mask(rows[:1])[0])[0])
    faults = game.step(rows, [free, game.actions.encode(PassDeployment()), free])
    assert faults.tolist() == [0, DEADLOCK, 0]
    assert rows["to_move"].tolist()[1] == TERMINAL
    require_figures(game, before, game.fault(rows[1:2].copy(), DEADLOCK))


def require_figures(game: Game, state: Array, error: Exception) -> None:
    assert isinstance(error, DeploymentDeadlockError)
    details = game.view(state, 0).details
    deployment = details["deployment_state"]
    player = deployment["current_deployer"]
    assert error.params["player"] == player
    assert error.params["units"] == deployment["deployable_units_by_player"][str(player)]
    for text in ("1", "2"):
        pool = {tuple(place) for place in deployment["deployment_pools_by_player"][text]}
        assert error.params[f"pool_{text}"] == len(pool)
        standing = [unit for unit in details["units"] if (unit["col"], unit["row"]) in pool]
        assert error.params[f"occupied_{text}"] == len(standing)
    ordered = sorted(
        f"{unit['id']} ({unit['col']},{unit['row']})" for unit in details["units"] if unit["col"] != NOWHERE
    )
    assert sorted(error.params["occupied"]) == ordered
    told(error.word, "skirmish.deadlock")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.params) == (DeploymentDeadlockError, error.params)


def test_10_4_2_an_environment_raises_it_with_its_row() -> None:
    game = overlapping()
    env = Vector(game, 4, seed=0, opponent="random")
    rng = np.random.default_rng(0)

    def until_it_fails() -> None:
        for _ in range(20):
            env.step([int(rng.choice(np.flatnonzero(row))) for row in env.mask])

    with pytest.raises(DeploymentDeadlockError) as caught:
        until_it_fails()
    assert "row" in caught.value.__notes__[0]
    assert caught.value.params["pool_1"] == caught.value.params["pool_2"] == 5


def test_10_4_3_nothing_hides_the_failure() -> None:
    """No unit is placed, dropped or moved by the pass; the phase does not end, and nobody is declared the winner."""
    game = overlapping()
    state = to_dead_end(game)
    after = state.copy()
    game.step(after, [game.actions.encode(PassDeployment())])
    assert (after["cell"] == state["cell"]).all()
    assert (after["occupant"] == state["occupant"]).all()
    assert after["phase"][0] == state["phase"][0] == 0
    assert after["fault"][0] == DEADLOCK
    assert after["returns"].tolist() == [[0.0, 0.0]]
    assert not game.legal_mask(after).any()
    assert game.view(after, 0).details["deployment_state"]["deployment_complete"] is False
    assert [event.code for event in game.view(after, 0).events] == ["skirmish.event.deadlock"]


def test_10_4_3_a_batch_that_starts_again_by_itself_keeps_the_fault_in_its_final_state() -> None:
    game = overlapping()
    batch = Batch(game, 4, seed=3)
    rng = np.random.default_rng(1)
    met = 0
    for _ in range(15):
        batch.step([int(rng.choice(np.flatnonzero(row))) for row in batch.mask])
        assert (batch.final["fault"][batch.ended] == DEADLOCK).all(), "six units do not fit on five hexes"
        met += int(batch.ended.sum())
    assert met > 4


def test_nobody_hands_over_by_passing() -> None:
    game = load("small", "alternated", same_zone(ROW_OF_FIVE))
    position = Position(game)
    with pytest.raises(IllegalAction):
        position.push(PassDeployment())
    assert position.to_move == 0


def test_seven_hexes_are_enough_for_six_units_that_share_them() -> None:
    wide = {**ROW_OF_FIVE, "col_min": 3, "col_max": 9}
    game = load("small", "alternated", same_zone(wide))
    position = Position(game)
    for col, unit in enumerate(("1-01", "2-01", "1-02", "2-02", "1-03", "2-03"), 3):
        position.push(DeployUnit(unit, col, 5))
    assert position.view().phase == "move"
