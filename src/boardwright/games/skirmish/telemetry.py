"""Training telemetry of a learner's deployment: acceptance rates, chosen slots, and outcomes.

A unit's damage is the increase of its player's tally in the decisions in which it was active. Its depth is the number
of hexes of its zone in front of its starting hex, towards the other zone; its distance from the centre is half the
distance to the image of its hex under the half-turn. Both are functions of its hex slot, so tables by unit slot and
hex slot hold everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from boardwright.core.errors import BatchError, DeploymentDeadlockError, RuleFault
from boardwright.core.game import Game
from boardwright.core.record import OK, Array
from boardwright.core.telemetry import Charts, Watcher, correlation
from boardwright.games.skirmish import pictures
from boardwright.games.skirmish.config import PLAYERS
from boardwright.games.skirmish.enums import DAMAGE_DEALT, NOWHERE, Phase
from boardwright.games.skirmish.setup import NO_SLOT, Setup, setup

UNSEEN = -1
"""The steps of a deployment that was not observed from its beginning, or is already counted."""

COUNTS = ("accepted", "rejected", "deployments", "deployment_steps", "games", "half_wins")
RUN = ("deadlocks", "passes")
"""Counters: those that `clear` resets, and those of the whole run."""

TABLES = ("placed", "finished", "survived", "damage", "damage_squared")
"""By side, unit slot and hex slot: placements; then units of finished games, and their outcomes."""

Rows = npt.NDArray[np.int64]


class Deployments(Watcher):
    """A watcher of rows of the skirmish. A side is a player's of one variant: `variant * 2 + player`.

    `row` holds the figures since the last `clear`; figures without observations are omitted:

    * `deployment_valid_action_rate`, `deployment_invalid_action_attempt_rate`: the shares of the learner's attempts in
      the deployment phase that were accepted and refused;
    * `deployment_steps_mean`: its placements and passes in each completed deployment;
    * `winrate_with_active_deployment`: of `deployment_games` that ended, a draw as half. Compare it with the trainer's
      evaluation with `deploy=sorted`, `winrate_with_sorted_deployment`;
    * `deployment_depth_survival_correlation`, `deployment_depth_damage_correlation`, and the same with `centre` for
      the distance from it: Pearson's, over all the learner's units of games that ended;

    and of the whole run `deployment_deadlock_count`, deadlock errors whoever passed, and `deployment_pass_count`, the
    learner's own passes.
    """

    def __init__(self, game: Game) -> None:
        made = [setup(config) for config in game.configs]  # type: ignore[arg-type]  # a game's own kind
        self._game, self._units, self._hexes = game, made[0].unit_slots, made[0].slots.shape[1]
        self._pass = self._units * self._hexes
        self._cells = np.concatenate([scenario.slots for scenario in made])
        self._depth, self._across = (np.concatenate(tables) for tables in zip(*map(_places, made)))
        self._names = np.concatenate([_names(scenario) for scenario in made])
        self._counts = dict.fromkeys((*COUNTS, *RUN), 0)
        shape = (len(self._cells), self._units, self._hexes)
        self._tables = {name: np.zeros(shape, np.int64) for name in TABLES}
        self._forget(0)

    def before(self, states: Array, seats: Array, actions: Array) -> None:
        """Save what the step will change, and start rows whose learner has no unit on the board yet."""
        if len(states) != len(self._steps):
            self._forget(len(states))
        self._actions, self._seats = np.array(actions, np.int64), np.array(seats, np.int64)
        self._side = states["variant"].astype(np.int64) * PLAYERS + self._seats
        self._ply, self._active = states["ply"].copy(), states["active"].astype(np.int64)
        self._dealt = _dealt(states, self._seats)
        self._deploys = states["phase"] == Phase.DEPLOYMENT
        rows = np.flatnonzero(self._deploys)
        own = states["cell"][rows].reshape(-1, PLAYERS, self._units)[np.arange(len(rows)), self._seats[rows]]
        begin = rows[(own == NOWHERE).all(axis=1)]
        self._steps[begin], self._slots[begin], self._damage[begin] = 0, NO_SLOT, 0
        passing = rows[self._actions[rows] == self._pass]
        if passing.size:
            # The check must come now: after the error there is no row to inspect.
            passing = passing[self._game.why_not(states[passing], self._actions[passing]) == OK]
        self._passing = passing

    def after(self, states: Array, seats: Array, ended: Array, final: Array, final_seats: Array) -> None:
        """Count placements and damage of the rows, and finish the games that ended."""
        done = ended | (states["ply"] != self._ply)
        self._accept(np.flatnonzero(self._deploys & done))
        now = np.where(ended, _dealt(final, self._seats), _dealt(states, self._seats))
        fought = np.flatnonzero(~self._deploys & done)
        self._attribute(fought, self._active[fought] - self._seats[fought] * self._units, (now - self._dealt)[fought])
        self._complete(np.flatnonzero(ended | (states["phase"] != Phase.DEPLOYMENT)))
        over = np.flatnonzero(ended)
        if over.size:
            self._finish(over, final[over], final_seats[over])

    def refused(self, rows: Array | int) -> None:
        """Count refused attempts of the deployment; `rows` may be their number."""
        if np.ndim(rows) == 0:
            self._counts["rejected"] += int(rows)
        else:
            self._counts["rejected"] += int(self._deploys[np.asarray(rows)].sum())

    def fault(self, error: RuleFault) -> None:
        """Count a deadlock, and the learner's passes that led to it."""
        if isinstance(error, DeploymentDeadlockError):
            self._counts["deadlocks"] += 1
            self._accept(self._passing)
            self._complete(self._passing)

    def row(self) -> dict[str, float]:
        """Return the figures listed in the class docstring."""
        count = self._counts
        figures: dict[str, float] = {}
        tried = count["accepted"] + count["rejected"]
        if tried:
            figures["deployment_valid_action_rate"] = count["accepted"] / tried
            figures["deployment_invalid_action_attempt_rate"] = count["rejected"] / tried
        if count["deployments"]:
            figures["deployment_steps_mean"] = count["deployment_steps"] / count["deployments"]
        figures["deployment_deadlock_count"] = float(count["deadlocks"])
        figures["deployment_pass_count"] = float(count["passes"])
        figures["deployment_games"] = float(count["games"])
        if count["games"]:
            figures["winrate_with_active_deployment"] = count["half_wins"] / (2 * count["games"])
        for place, at in (("depth", self._depth), ("centre", self._across)):
            for outcome, squared in (("survival", "survived"), ("damage", "damage_squared")):
                total = self._tables["survived" if outcome == "survival" else "damage"]
                related = correlation(at[:, None, :], self._tables["finished"], total, self._tables[squared])
                if related is not None:
                    figures[f"deployment_{place}_{outcome}_correlation"] = related
        return figures

    def histograms(self) -> dict[str, Array]:
        """Return the placements by unit slot, and by hex slot."""
        placed = self._tables["placed"]
        return {"deployment_unit_slots": placed.sum(axis=(0, 2)), "deployment_hex_slots": placed.sum(axis=(0, 1))}

    def tables(self) -> dict[str, Array]:
        """Return TABLES [sides, units, hexes]; the cell, depth and distance of hex slots; the names of unit slots.

        `cells` is -1 where a slot has no hex, `units` empty where it has no unit.
        """
        tables: dict[str, Array] = {name: table.copy() for name, table in self._tables.items()}
        return {
            **tables,
            "cells": self._cells.copy(),
            "depth": self._depth.copy(),
            "centre": self._across / 2,
            "units": self._names.copy(),
        }

    def pictures(self, folder: Path, name: str, charts: Charts) -> dict[str, Path]:
        """Draw the map of placements, the slots chosen, and survival and damage by place."""
        return pictures.draw(self._game, self.tables(), folder, name, charts)

    def clear(self) -> None:
        """Reset the figures, except deadlocks and passes, which are of the whole run."""
        self._counts.update(dict.fromkeys(COUNTS, 0))
        for table in self._tables.values():
            table[:] = 0

    def snapshot(self) -> dict[str, Array]:
        """Return counters, tables, and the data of games in progress."""
        return {name: values.copy() for name, values in self._kept().items()}

    def restore(self, saved: Mapping[str, Array]) -> None:
        """Restore a snapshot, with its number of rows."""
        rows = saved["steps"].nbytes // self._steps.itemsize if "steps" in saved else 0
        self._forget(rows)
        kept = self._kept()
        if saved.keys() != kept.keys() or any(saved[name].nbytes != kept[name].nbytes for name in kept):
            raise BatchError("envs_snapshot", rows=rows)
        for name, values in kept.items():
            values[...] = np.ascontiguousarray(saved[name]).reshape(-1).view(np.int64).reshape(values.shape)
        self._counts.update(zip((*COUNTS, *RUN), map(int, kept["counts"])))

    def _kept(self) -> dict[str, Rows]:
        counts = np.array([self._counts[name] for name in (*COUNTS, *RUN)], np.int64)
        return {"counts": counts, **self._tables, "steps": self._steps, "slots": self._slots, "dealt": self._damage}

    def _forget(self, rows: int) -> None:
        """Reset the games of all rows: steps [N], hex slots and damage of the learner's units [N, U]."""
        self._steps = np.full(rows, UNSEEN, np.int64)
        self._slots = np.full((rows, self._units), NO_SLOT, np.int64)
        self._damage = np.zeros((rows, self._units), np.int64)
        self._deploys = np.zeros(rows, np.bool_)
        self._passing = np.zeros(0, np.int64)

    def _accept(self, rows: Rows) -> None:
        """Count the accepted deployment actions of these rows."""
        self._counts["accepted"] += len(rows)
        self._steps[rows] += self._steps[rows] != UNSEEN
        passed = self._actions[rows] == self._pass
        self._counts["passes"] += int(passed.sum())
        rows = rows[~passed]
        unit, hex_slot = np.divmod(self._actions[rows], self._hexes)
        self._slots[rows, unit] = hex_slot
        np.add.at(self._tables["placed"], (self._side[rows], unit, hex_slot), 1)

    def _attribute(self, rows: Rows, units: Rows, damage: Rows) -> None:
        """Add damage to the unit that was active in each row."""
        self._damage[rows, units] += damage

    def _complete(self, rows: Rows) -> None:
        """Count the completed deployments of these rows, once each."""
        rows = rows[self._steps[rows] != UNSEEN]
        self._counts["deployments"] += len(rows)
        self._counts["deployment_steps"] += int(self._steps[rows].sum())
        self._steps[rows] = UNSEEN

    def _finish(self, rows: Rows, final: Array, seats: Array) -> None:
        """Count finished games: the wins, and the outcome of each unit whose placement was observed."""
        index = np.arange(len(rows))
        self._counts["games"] += len(rows)
        self._counts["half_wins"] += int((np.sign(final["returns"][index, seats]) + 1).sum())
        game, unit = np.nonzero(self._slots[rows] != NO_SLOT)
        at = (self._side[rows][game], unit, self._slots[rows][game, unit])
        left = final["hp"].reshape(-1, PLAYERS, self._units)[game, seats[game], unit]
        damage = self._damage[rows][game, unit]
        sums = {"finished": np.ones_like(damage), "survived": left > 0, "damage": damage, "damage_squared": damage**2}
        for name, values in sums.items():
            np.add.at(self._tables[name], at, values)
        self._slots[rows] = NO_SLOT


def _dealt(states: Array, seats: Array) -> Rows:
    dealt: Rows = states["tally"][np.arange(len(states)), seats, DAMAGE_DEALT].astype(np.int64)
    return dealt


def _places(made: Setup) -> tuple[Array, Array]:
    """Return the depth of each hex slot, and twice its distance from the centre, [players, hexes]; 0 without a hex."""
    apart = made.grid.distances().astype(np.int64)
    across = apart[np.arange(len(apart)), made.turned[1]]
    depth = np.stack([_depths(made, player)[slots] for player, slots in enumerate(made.slots)])
    there = made.slots != NO_SLOT
    return np.where(there, depth, 0), np.where(there, across[made.slots], 0)


def _depths(made: Setup, player: int) -> Array:
    """Return the number of hexes of a player's zone between each hex and the zone's front, walls included, [cells].

    Counted inside a column, or inside a row where the zones lie beside each other. A zone that both share has no front.
    """
    places = np.array(made.grid.places, np.int64)
    own, other = (places[made.zones[side] != 0] for side in (player, 1 - player))
    towards = other.mean(axis=0) - own.mean(axis=0)
    along = int(abs(towards[1]) >= abs(towards[0]))
    before = (own[None, :, along] - places[:, None, along]) * np.sign(towards[along]) > 0
    depths: Array = (before & (own[None, :, 1 - along] == places[:, None, 1 - along])).sum(axis=1)
    return depths


def _names(made: Setup) -> Array:
    armies = [[f"{unit.id} {unit.type}" for unit in army] for army in made.units]
    return np.array([army + [""] * (made.unit_slots - len(army)) for army in armies])
