"""What is told of a learner's deployment: how often its actions were accepted, what it chose, and what came of it.

A unit's damage is what its player's tally grew by in the decisions in which it was the active one. Its depth is how
many hexes of its zone it began behind the front, the side that faces the other zone; its distance from the centre is
half of that to where its hex goes when the board is turned. Both follow from the hex slot that was chosen for it, so
tables by unit slot and hex slot hold all there is to tell.
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
"""The steps of a deployment that was not watched from its beginning, or is told of already."""

COUNTS = ("accepted", "rejected", "deployments", "deployment_steps", "games", "half_wins")
RUN = ("deadlocks", "passes")
"""Plain counters: those that `clear` sets to 0, and those of the whole run."""

TABLES = ("placed", "finished", "survived", "damage", "damage_squared")
"""By side, unit slot and hex slot: placements; then units of finished games, and what became of them."""

Rows = npt.NDArray[np.int64]


class Deployments(Watcher):
    """A watcher of rows of the skirmish. A side is a player's of one variant: `variant * 2 + player`.

    `row` tells, since the last `clear` and where there is something to tell:

    * `deployment_valid_action_rate`, `deployment_invalid_action_attempt_rate`: of all that the learner tried in the
      deployment phase, what was accepted and what was refused;
    * `deployment_steps_mean`: its placements and passes in each deployment that came to its end;
    * `winrate_with_active_deployment`: of `deployment_games` that ended, a draw as half. The trainer's own evaluation
      with `deploy=sorted`, `winrate_with_sorted_deployment`, is what it is compared with;
    * `deployment_depth_survival_correlation`, `deployment_depth_damage_correlation`, and the same with `centre` for
      the distance from it: Pearson's, over all the learner's units of games that ended;

    and of the whole run `deployment_deadlock_count`, errors that left a step whoever passed, and
    `deployment_pass_count`, the learner's own passes.
    """

    def __init__(self, game: Game) -> None:
        made = [setup(config) for config in game.configs]  # type: ignore[arg-type]  # a game's own kind
        self._game, self._units, self._hexes = game, made[0].unit_slots, made[0].slots.shape[1]
        self._pass = self._units * self._hexes
        self._cells = np.concatenate([each.slots for each in made])
        self._depth, self._across = (np.concatenate(found) for found in zip(*map(_places, made)))
        self._names = np.concatenate([_names(each) for each in made])
        self._counts = dict.fromkeys((*COUNTS, *RUN), 0)
        shape = (len(self._cells), self._units, self._hexes)
        self._tables = {name: np.zeros(shape, np.int64) for name in TABLES}
        self._forget(0)

    def before(self, states: Array, seats: Array, actions: Array) -> None:
        """Keep what the step will change, and let rows begin whose learner has nobody on the board yet."""
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
            # Whether they may must be asked now: the error that comes of it leaves no row to look at.
            passing = passing[self._game.why_not(states[passing], self._actions[passing]) == OK]
        self._passing = passing

    def after(self, states: Array, seats: Array, ended: Array, final: Array, final_seats: Array) -> None:
        """Tell placements and damage apart by what the rows did, and close the games that ended."""
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
        """Count attempts of the deployment; a number alone is of such attempts."""
        if np.ndim(rows) == 0:
            self._counts["rejected"] += int(rows)
        else:
            self._counts["rejected"] += int(self._deploys[np.asarray(rows)].sum())

    def fault(self, error: RuleFault) -> None:
        """Count a deadlock, and the passes that led to it where they were the learner's."""
        if isinstance(error, DeploymentDeadlockError):
            self._counts["deadlocks"] += 1
            self._accept(self._passing)
            self._complete(self._passing)

    def row(self) -> dict[str, float]:
        """See the class."""
        count = self._counts
        found: dict[str, float] = {}
        tried = count["accepted"] + count["rejected"]
        if tried:
            found["deployment_valid_action_rate"] = count["accepted"] / tried
            found["deployment_invalid_action_attempt_rate"] = count["rejected"] / tried
        if count["deployments"]:
            found["deployment_steps_mean"] = count["deployment_steps"] / count["deployments"]
        found["deployment_deadlock_count"] = float(count["deadlocks"])
        found["deployment_pass_count"] = float(count["passes"])
        found["deployment_games"] = float(count["games"])
        if count["games"]:
            found["winrate_with_active_deployment"] = count["half_wins"] / (2 * count["games"])
        for place, at in (("depth", self._depth), ("centre", self._across)):
            for outcome, squared in (("survival", "survived"), ("damage", "damage_squared")):
                total = self._tables["survived" if outcome == "survival" else "damage"]
                related = correlation(at[:, None, :], self._tables["finished"], total, self._tables[squared])
                if related is not None:
                    found[f"deployment_{place}_{outcome}_correlation"] = related
        return found

    def histograms(self) -> dict[str, Array]:
        """How often each unit slot was chosen to be placed, and each hex slot to be placed on."""
        placed = self._tables["placed"]
        return {"deployment_unit_slots": placed.sum(axis=(0, 2)), "deployment_hex_slots": placed.sum(axis=(0, 1))}

    def tables(self) -> dict[str, Array]:
        """The counts of TABLES [sides, units, hexes]; the cell, depth and distance of hex slots; names of unit slots.

        `cells` is -1 where a slot has no hex, `units` empty where it has no unit.
        """
        found: dict[str, Array] = {name: table.copy() for name, table in self._tables.items()}
        return {
            **found,
            "cells": self._cells.copy(),
            "depth": self._depth.copy(),
            "centre": self._across / 2,
            "units": self._names.copy(),
        }

    def pictures(self, folder: Path, name: str, charts: Charts) -> dict[str, Path]:
        """Where units are placed, which slots are chosen, and survival and damage by place."""
        return pictures.draw(self._game, self.tables(), folder, name, charts)

    def clear(self) -> None:
        """Deadlocks and passes are of the whole run, and stay."""
        self._counts.update(dict.fromkeys(COUNTS, 0))
        for table in self._tables.values():
            table[:] = 0

    def snapshot(self) -> dict[str, Array]:
        """Counters, tables, and what is known of the games under way."""
        return {name: values.copy() for name, values in self._kept().items()}

    def restore(self, saved: Mapping[str, Array]) -> None:
        """The number of rows is the snapshot's."""
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
        """Know nothing of the games in so many rows: steps [N], hex slots and damage of the learner's units [N, U]."""
        self._steps = np.full(rows, UNSEEN, np.int64)
        self._slots = np.full((rows, self._units), NO_SLOT, np.int64)
        self._damage = np.zeros((rows, self._units), np.int64)
        self._deploys = np.zeros(rows, np.bool_)
        self._passing = np.zeros(0, np.int64)

    def _accept(self, rows: Rows) -> None:
        """The rows carried out what they chose in their deployment."""
        self._counts["accepted"] += len(rows)
        self._steps[rows] += self._steps[rows] != UNSEEN
        passed = self._actions[rows] == self._pass
        self._counts["passes"] += int(passed.sum())
        rows = rows[~passed]
        unit, hex_slot = np.divmod(self._actions[rows], self._hexes)
        self._slots[rows, unit] = hex_slot
        np.add.at(self._tables["placed"], (self._side[rows], unit, hex_slot), 1)

    def _attribute(self, rows: Rows, units: Rows, damage: Rows) -> None:
        """The unit that was active in a row dealt this damage."""
        self._damage[rows, units] += damage

    def _complete(self, rows: Rows) -> None:
        """Deployment is over in these rows; those of which that was told already say nothing."""
        rows = rows[self._steps[rows] != UNSEEN]
        self._counts["deployments"] += len(rows)
        self._counts["deployment_steps"] += int(self._steps[rows].sum())
        self._steps[rows] = UNSEEN

    def _finish(self, rows: Rows, final: Array, seats: Array) -> None:
        """Games that ended: who won, and what became of each unit that was seen to be placed."""
        each = np.arange(len(rows))
        self._counts["games"] += len(rows)
        self._counts["half_wins"] += int((np.sign(final["returns"][each, seats]) + 1).sum())
        game, unit = np.nonzero(self._slots[rows] != NO_SLOT)
        at = (self._side[rows][game], unit, self._slots[rows][game, unit])
        left = final["hp"].reshape(-1, PLAYERS, self._units)[game, seats[game], unit]
        damage = self._damage[rows][game, unit]
        told = {"finished": np.ones_like(damage), "survived": left > 0, "damage": damage, "damage_squared": damage**2}
        for name, values in told.items():
            np.add.at(self._tables[name], at, values)
        self._slots[rows] = NO_SLOT


def _dealt(states: Array, seats: Array) -> Rows:
    found: Rows = states["tally"][np.arange(len(states)), seats, DAMAGE_DEALT].astype(np.int64)
    return found


def _places(made: Setup) -> tuple[Array, Array]:
    """The depth of each hex slot, and twice its distance from the centre, [players, hexes]; 0 where there is no hex."""
    apart = made.grid.distances().astype(np.int64)
    across = apart[np.arange(len(apart)), made.turned[1]]
    depth = np.stack([_depths(made, player)[slots] for player, slots in enumerate(made.slots)])
    there = made.slots != NO_SLOT
    return np.where(there, depth, 0), np.where(there, across[made.slots], 0)


def _depths(made: Setup, player: int) -> Array:
    """How many hexes of a player's zone lie between each hex and the zone's front, walls or not, [cells].

    Counted inside a column, or inside a row where the zones lie beside each other. A zone that both share has no front.
    """
    places = np.array(made.grid.places, np.int64)
    own, other = (places[made.zones[each] != 0] for each in (player, 1 - player))
    towards = other.mean(axis=0) - own.mean(axis=0)
    along = int(abs(towards[1]) >= abs(towards[0]))
    before = (own[None, :, along] - places[:, None, along]) * np.sign(towards[along]) > 0
    found: Array = (before & (own[None, :, 1 - along] == places[:, None, 1 - along])).sum(axis=1)
    return found


def _names(made: Setup) -> Array:
    armies = [[f"{unit.id} {unit.type}" for unit in army] for army in made.units]
    return np.array([army + [""] * (made.unit_slots - len(army)) for army in armies])
