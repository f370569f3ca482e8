"""Telemetry of deployment, compared with a plain loop over recorded steps that computes each figure."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from boardwright.core.compiled.compiler import INTERPRETED
from boardwright.core.errors import BatchError, DeploymentDeadlockError
from boardwright.core.game import Game
from boardwright.core.record import OK, Array
from boardwright.envs.vector import Vector
from boardwright.games.skirmish.telemetry import Deployments

from .scenarios import MODES, compiled, overlapping, same_zone, tables, without, zone_of

ROWS = 8
STEPS = 300
CENTRE = (6, 5)
TALL = {"row_min": 2, "row_max": 8}
WIDE = {"col_min": 2, "col_max": 6, "row_min": 5, "row_max": 6}


class Seen(NamedTuple):
    """One step of a vector, copied."""

    states: Array
    seats: Array
    actions: Array
    reasons: Array
    after: Array
    ended: Array
    final: Array


class Shifted(Deployments):
    """A planted fault: damage is put down to the next unit."""

    def _attribute(self, rows: Array, units: Array, damage: Array) -> None:
        super()._attribute(rows, (units + 1) % self._units, damage)


class Forgiving(Deployments):
    """A planted fault: refused actions are not counted."""

    def refused(self, rows: Array | int) -> None:
        """Forget them."""


class Counting(Deployments):
    """A planted fault: every refused action counts, whatever the phase."""

    def refused(self, rows: Array | int) -> None:
        super().refused(int(np.asarray(rows).sum()))


def choose(env: Vector, rng: np.random.Generator, wild: float = 0.0) -> Array:
    """A legal action a row; or any at all, as often as `wild` says."""
    actions = np.where(env.mask, rng.random(env.mask.shape), -1.0).argmax(axis=1)
    return np.where(rng.random(env.n) < wild, rng.integers(0, env.mask.shape[1], env.n), actions)


def step(env: Vector, watcher: Deployments, actions: Array) -> Seen:
    """As a trainer does it."""
    states, seats = env.states.copy(), env.seats.copy()
    watcher.before(env.states, env.seats, actions)
    env.step(actions)
    watcher.refused(env.reasons != OK)
    watcher.after(env.states, env.seats, env.ended, env.final, env.final_seats)
    reasons, ended, final = env.reasons.copy(), env.ended.copy(), env.final.copy()
    return Seen(states, seats, actions, reasons, env.states.copy(), ended, final)


def watched(game: Game, watcher: Deployments, wild: float = 0.0, steps: int = STEPS, **choices: Any) -> list[Seen]:
    on_illegal = "penalise" if wild else "raise"
    env = Vector(game, ROWS, seed=3, opponent="random", on_illegal=on_illegal, **choices)
    rng = np.random.default_rng(5)
    return [step(env, watcher, choose(env, rng, wild)) for _ in range(steps)]


class Played(NamedTuple):
    """A learner's game under way, by hand: its placement actions, and damage by unit number."""

    places: dict[int, tuple[int, int]]
    damage: Counter[int]


def by_hand(game: Game, seen: list[Seen]) -> dict[str, Any]:
    """Every figure again, row by row and step by step, from actions as people write them and from lost HP."""
    made = tables(game)
    slots = made.unit_slots
    steps, tried, wins, units = [], Counter[bool](), [], []
    unit_slots, hex_slots = np.zeros(slots, int), np.zeros(made.slots.shape[1], int)
    for row in range(ROWS):
        here = Played({}, Counter())
        for item in seen:
            state, seat, action = item.states[row], int(item.seats[row]), int(item.actions[row])
            accepted = item.reasons[row] == OK
            deploying = state["phase"] == 0
            if deploying:
                tried[bool(accepted)] += 1
            if deploying and accepted:
                placement = game.actions.decode(action, seat)
                here.places[made.number[placement.unit_id]] = placement.col, placement.row
                unit_slots[made.number[placement.unit_id] % slots] += 1
                hex_slots[made.pools[seat].index(made.grid.at(placement.col, placement.row))] += 1
                if len(here.places) == len(made.units[seat]):
                    steps.append(len(here.places))
            then = item.final[row] if item.ended[row] else item.after[row]
            enemies = slice((1 - seat) * slots, (2 - seat) * slots)
            here.damage[int(state["active"])] += int(state["hp"][enemies].sum()) - int(then["hp"][enemies].sum())
            if item.ended[row]:
                wins.append({1.0: 1.0, 0.0: 0.5, -1.0: 0.0}[float(then["returns"][seat])])
                for unit, place in here.places.items():
                    units.append((depth(game, seat, *place), away(*place), then["hp"][unit] > 0, here.damage[unit]))
                assert sum(here.damage.values()) == then["tally"][seat][1], "all of the damage is somebody's"
                here = Played({}, Counter())
    figures = {
        "deployment_valid_action_rate": tried[True] / tried.total(),
        "deployment_invalid_action_attempt_rate": tried[False] / tried.total(),
        "deployment_steps_mean": sum(steps) / len(steps),
        "deployment_deadlock_count": 0.0,
        "deployment_pass_count": 0.0,
        "deployment_games": float(len(wins)),
        "winrate_with_active_deployment": sum(wins) / len(wins),
    }
    related = np.corrcoef(np.array(units, float).T)
    for i, place in enumerate(("depth", "centre")):
        for j, outcome in enumerate(("survival", "damage"), 2):
            figures[f"deployment_{place}_{outcome}_correlation"] = float(related[i, j])
    return {"row": figures, "units": unit_slots, "hexes": hex_slots, "pairs": units}


def depth(game: Game, seat: int, col: int, row: int) -> int:
    """Rows behind the front of a zone three deep along an edge: south for the first player, north for the second."""
    there = [r for r in range(game.configs[0].board.rows) if tables(game).grid.at(col, r) >= 0]  # type: ignore[attr-defined]
    return row - there[-3] if seat == 0 else there[2] - row


def away(col: int, row: int) -> int:
    """Steps to the middle of the small board, by cube coordinates."""
    (x, z), (u, v) = ((c, r - (c - (c & 1)) // 2) for c, r in ((col, row), CENTRE))
    return max(abs(x - u), abs(z - v), abs(x + z - u - v))


def require_same(game: Game, watcher: Deployments, seen: list[Seen]) -> None:
    expected, row, tables_ = by_hand(game, seen), watcher.row(), watcher.tables()
    assert row == pytest.approx(expected["row"])
    assert all(type(value) is float for value in row.values())
    chosen = watcher.histograms()
    assert chosen["deployment_unit_slots"].tolist() == expected["units"].tolist()
    assert chosen["deployment_hex_slots"].tolist() == expected["hexes"].tolist()
    assert tables_["placed"].sum() == expected["units"].sum() == expected["hexes"].sum()
    places = np.broadcast_to(tables_["depth"][:, None, :], tables_["finished"].shape)
    for at in range(3):
        there = places == at
        pairs = [pair for pair in expected["pairs"] if pair[0] == at]
        assert tables_["finished"][there].sum() == len(pairs)
        assert tables_["survived"][there].sum() == sum(pair[2] for pair in pairs)
        assert tables_["damage"][there].sum() == sum(pair[3] for pair in pairs)


@pytest.mark.parametrize("mode", MODES)
def test_every_figure_is_what_a_plain_loop_finds(mode: str) -> None:
    game = compiled("small", mode)
    watcher = Deployments(game)
    seen = watched(game, watcher)
    require_same(game, watcher, seen)
    assert watcher.row()["deployment_games"] > ROWS
    assert watcher.row()["deployment_valid_action_rate"] == 1.0
    assert watcher.row()["deployment_steps_mean"] == 3.0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_refused_action_counts_and_is_no_step(seat: int) -> None:
    game = compiled()
    watcher = Deployments(game)
    seen = watched(game, watcher, wild=0.2, seat=seat)
    require_same(game, watcher, seen)
    row = watcher.row()
    assert 0.05 < row["deployment_invalid_action_attempt_rate"] < 0.3
    assert row["deployment_steps_mean"] == 3.0
    assert not watcher.tables()["placed"][1 - seat].any()


@pytest.mark.skipif(INTERPRETED, reason="minutes as plain Python, and none of it is compiled")
@pytest.mark.parametrize("planted", [Shifted, Forgiving, Counting])
def test_a_planted_fault_is_caught_by_the_comparison(planted: type[Deployments]) -> None:
    game = compiled()
    watcher = planted(game)
    seen = watched(game, watcher, wild=0.2)
    with pytest.raises(AssertionError):
        require_same(game, watcher, seen)


def test_refused_rows_may_come_as_numbers_or_as_a_count() -> None:
    game = compiled()
    states, seats = game.new(4), np.zeros(4, np.int64)
    hold = int(game.params["hold"][0])
    rates = []
    for item in (np.array([True, False, True, False]), np.array([0, 2]), 2):
        watcher = Deployments(game)
        watcher.before(states, seats, np.array([hold, 0, hold, 1]))
        watcher.refused(item)
        after = states.copy()
        game.step(after[1:2], [0])
        game.step(after[3:4], [1])
        watcher.after(after, seats, np.zeros(4, np.bool_), states, seats)
        rates.append(watcher.row()["deployment_invalid_action_attempt_rate"])
        assert watcher.histograms()["deployment_unit_slots"].tolist() == [2, 0, 0]
    assert rates == [0.5] * 3


def test_a_run_that_goes_on_from_a_snapshot_tells_the_same() -> None:
    game = compiled()
    env, watcher, rng = Vector(game, ROWS, seed=1), Deployments(game), np.random.default_rng(2)
    for _ in range(101):
        step(env, watcher, choose(env, rng))
    again = Deployments(game)
    saved = {name: values.copy().view(np.uint8).reshape(-1) for name, values in watcher.snapshot().items()}
    again.restore(saved)
    for _ in range(101):
        actions = choose(env, rng)
        for item in (watcher, again):
            item.before(env.states, env.seats, actions)
        env.step(actions)
        for item in (watcher, again):
            item.after(env.states, env.seats, env.ended, env.final, env.final_seats)
    assert again.row() == watcher.row()
    kept = watcher.snapshot()
    assert {name: values.tobytes() for name, values in again.snapshot().items()} == {
        name: values.tobytes() for name, values in kept.items()
    }
    with pytest.raises(BatchError):
        again.restore({name: values for name, values in kept.items() if name != "placed"})
    with pytest.raises(BatchError):
        again.restore({**kept, "slots": kept["slots"][1:]})


def test_clear_begins_again_and_games_under_way_go_on() -> None:
    game = compiled()
    whole, parts = Deployments(game), Deployments(game)
    env, rng = Vector(game, ROWS, seed=1), np.random.default_rng(2)
    sums: Counter[str] = Counter()
    for number in range(200):
        actions = choose(env, rng)
        for item in (whole, parts):
            item.before(env.states, env.seats, actions)
        env.step(actions)
        for item in (whole, parts):
            item.after(env.states, env.seats, env.ended, env.final, env.final_seats)
        if number % 7 == 6 or number == 199:
            sums.update({name: int(parts.tables()[name].sum()) for name in ("placed", "finished", "damage")})
            parts.clear()
            assert not parts.tables()["placed"].any()
    assert sums == {name: int(whole.tables()[name].sum()) for name in sums}


def test_before_anything_happened_there_is_little_to_tell() -> None:
    watcher = Deployments(compiled())
    assert watcher.row() == {"deployment_deadlock_count": 0, "deployment_pass_count": 0, "deployment_games": 0}
    again = Deployments(compiled())
    again.restore(watcher.snapshot())
    assert again.row() == watcher.row()


def test_the_first_steps_are_told_of_before_any_game_has_ended() -> None:
    watcher = Deployments(compiled())
    seen = watched(compiled(), watcher, steps=4)
    assert not any(item.ended.any() for item in seen)
    row = watcher.row()
    assert (row["deployment_valid_action_rate"], row["deployment_steps_mean"]) == (1.0, 3.0)
    assert "winrate_with_active_deployment" not in row
    assert watcher.histograms()["deployment_unit_slots"].sum() == 3 * ROWS


def test_games_that_were_not_watched_from_their_beginning_do_no_harm() -> None:
    game = compiled()
    env, watcher, rng = Vector(game, ROWS, seed=1), Deployments(game), np.random.default_rng(2)
    for _ in range(2):
        env.step(choose(env, rng))
    for _ in range(200):
        step(env, watcher, choose(env, rng))
    row = watcher.row()
    assert row["deployment_steps_mean"] == 3.0
    assert watcher.tables()["finished"].sum() < 3 * row["deployment_games"]


@pytest.mark.filterwarnings("ignore:The deployment pools differ")
def test_depths_and_distances_are_those_of_the_scenarios_zones() -> None:
    result = Deployments(compiled()).tables()
    assert np.bincount(result["depth"][0]).tolist() == np.bincount(result["depth"][1]).tolist() == [13, 13, 13]
    assert result["centre"].min() == away(6, 8) == 3
    assert result["units"].tolist() == [
        ["1-01 captain", "1-02 rifle", "1-03 scout"],
        ["2-01 alpha", "2-02 stalker", "2-03 spitter"],
    ]
    beside = [zone_of(1, {"col_min": 0, "col_max": 3, **TALL}), zone_of(2, {"col_min": 9, "col_max": 12, **TALL})]
    result = Deployments(compiled("small", "sequential", *beside)).tables()
    assert [np.bincount(row[cells >= 0]).tolist() for row, cells in zip(result["depth"], result["cells"])] == [
        [7] * 4
    ] * 2
    for player, front in enumerate((3, 9)):
        cols = [tables(compiled()).grid.places[cell][0] for cell in result["cells"][player] if cell >= 0]
        assert result["depth"][player][: len(cols)].tolist() == [abs(front - col) for col in cols]
    shared = Deployments(compiled("small", "alternated", same_zone(WIDE), without("2-03"))).tables()
    assert not shared["depth"].any(), "who shares a zone has no front"
    assert (shared["cells"] < 0).sum() == 2 * (39 - 10)
    assert shared["units"][1].tolist() == ["2-01 alpha", "2-02 stalker", ""]


@pytest.mark.parametrize(("seat", "passes"), [(0, 0), (1, 1)], ids=["the opponent passes", "the learner passes"])
def test_a_deadlock_is_counted_before_the_error_leaves(seat: int, passes: int) -> None:
    """Of six units on five hexes it is the last one, player 2's, that finds no place."""
    game = overlapping(run=compiled)
    watcher = Deployments(game)
    env, rng = Vector(game, 1, seed=0, opponent="random", seat=seat), np.random.default_rng(0)

    def until_it_fails() -> None:
        for _ in range(4):
            actions = choose(env, rng)
            watcher.before(env.states, env.seats, actions)
            try:
                env.step(actions)
            except DeploymentDeadlockError as error:
                watcher.fault(error)
                raise
            watcher.after(env.states, env.seats, env.ended, env.final, env.final_seats)

    with pytest.raises(DeploymentDeadlockError):
        until_it_fails()
    # Two placements and the pass are the learner's deployment; the opponent's deadlock leaves it without an end.
    assert watcher.row().get("deployment_steps_mean") == (3.0 if passes else None)
    for _ in range(2):
        row = watcher.row()
        assert (row["deployment_deadlock_count"], row["deployment_pass_count"]) == (1, passes)
        watcher.clear()
    again = Deployments(game)
    again.restore(watcher.snapshot())
    assert again.row() == watcher.row()
