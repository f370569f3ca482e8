"""A configuration as tables: units and hexes by slot, zones by player. Inconsistent configurations are refused."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from boardwright.core.errors import DeploymentDeadlockError
from boardwright.core.grids import Cells, HexGrid
from boardwright.core.record import Array
from boardwright.core.words import Word
from boardwright.games.skirmish import geometry
from boardwright.games.skirmish.config import PLAYERS, Configuration, Unit

NO_SLOT = -1

MOST_FACES = 1 << 31
"""The contract has draws of fewer faces than this."""

MOST_POINTS = (1 << 15) - 1
"""The most points that the record and its events can hold."""


@dataclass(frozen=True)
class Setup:
    """A scenario on its board. Players are 0 and 1 here; unit `player * U + slot` is the player's slot-th by id.

    `slots` holds the cell of each of a player's hex slots: the zone without its walls, in order of (col, row) as that
    player sees the board, then NO_SLOT to the end. It is constant, so an index keeps its meaning all phase long.
    """

    grid: HexGrid
    walls: Array
    zones: Array
    objectives: Array
    only: Array
    slots: Array
    units: tuple[tuple[Unit, ...], ...]
    unit_slots: int

    @cached_property
    def turned(self) -> Cells:
        """The map from each cell to a player's view, its own inverse, [players, cells]."""
        turned: Cells = np.stack([np.arange(self.grid.cells, dtype=np.int16), geometry.half_turn(self.grid)])
        return turned

    @cached_property
    def pools(self) -> tuple[tuple[int, ...], ...]:
        """The cells that each player may deploy on, in slot order."""
        return tuple(tuple(cell for cell in row if cell != NO_SLOT) for row in self.slots.tolist())

    @cached_property
    def number(self) -> dict[str, int]:
        """A unit's number by its id."""
        return {unit.id: self.unit_slots * player + slot for player, slot, unit in self.roster}

    @cached_property
    def roster(self) -> tuple[tuple[int, int, Unit], ...]:
        """Every unit with its player and its slot."""
        return tuple((player, slot, unit) for player, army in enumerate(self.units) for slot, unit in enumerate(army))

    def unit_id(self, number: int) -> str | None:
        """Return a unit's id by its number, None for an empty slot."""
        army, slot = self.units[number // self.unit_slots], number % self.unit_slots
        return army[slot].id if slot < len(army) else None


def setup(config: Configuration) -> Setup:
    """Return the tables of a configuration, cached."""
    return _setup(config.text)


@lru_cache(maxsize=64)
def _setup(text: str) -> Setup:
    config = Configuration.model_validate_json(text)
    _require_battle(config)
    grid = geometry.grid_of(config.board)
    walls = geometry.marked(grid, config.board.wall_hexes, "board.wall_hexes")
    objectives = geometry.flowers(grid, config.scenario.objectives, "scenario.objectives")
    armies = _armies(config)
    zones = _zones(config, grid)
    made = Setup(
        grid=grid,
        walls=walls,
        zones=zones,
        objectives=objectives,
        only=_filters(config, grid, armies),
        slots=_slots(config, grid, zones, walls),
        units=armies,
        unit_slots=config.game.deployment_max_unit_slots,
    )
    for player, (pool, army) in enumerate(zip(made.pools, armies)):
        if len(pool) < len(army):
            raise deadlock(made, player, [unit.id for unit in army], {})
    if len(made.pools[0]) != len(made.pools[1]):
        sizes = {"first": len(made.pools[0]), "second": len(made.pools[1])}
        warnings.warn(str(Word("skirmish.pools_differ", sizes)), stacklevel=2)
    return made


def deadlock(made: Setup, player: int, units: list[str], occupied: dict[int, str]) -> DeploymentDeadlockError:
    """Return the error of a player (0 or 1) with units left and no placement; `occupied` maps cells to unit ids."""
    inside = [sum(cell in occupied for cell in pool) for pool in made.pools]
    return DeploymentDeadlockError(
        "skirmish.deadlock",
        player=player + 1,
        units=units,
        pool_1=len(made.pools[0]),
        pool_2=len(made.pools[1]),
        occupied_1=inside[0],
        occupied_2=inside[1],
        occupied=[f"{unit} ({'{},{}'.format(*made.grid.places[cell])})" for cell, unit in sorted(occupied.items())],
    )


def _armies(config: Configuration) -> tuple[tuple[Unit, ...], ...]:
    seen: set[str] = set()
    for number, unit in enumerate(config.scenario.units):
        path = f"scenario.units.{number}"
        if unit.id in seen:
            raise geometry.wrong(f"{path}.id", unit.id, "!= scenario.units.*.id")
        if int(unit.id[0]) != unit.player:
            raise geometry.wrong(f"{path}.id", unit.id, f"{unit.player}-..")
        if unit.type not in config.types:
            raise geometry.wrong(f"{path}.type", unit.type, ", ".join(config.types))
        seen.add(unit.id)
    armies = []
    most = config.game.deployment_max_unit_slots
    for player in range(1, PLAYERS + 1):
        army = sorted((unit for unit in config.scenario.units if unit.player == player), key=lambda unit: unit.id)
        if not army:
            raise geometry.wrong("scenario.units", [], f"player = {player}")
        if len(army) > most:
            raise geometry.wrong("game.deployment_max_unit_slots", most, f">= {len(army)}")
        armies.append(tuple(army))
    return tuple(armies)


def _require_battle(config: Configuration) -> None:
    battle, path = config.game.battle, "game.battle"
    if battle.needed_most > battle.attack_die:
        raise geometry.wrong(f"{path}.needed_most", battle.needed_most, f"<= {battle.attack_die}")
    if battle.needed_least > battle.needed_most:
        raise geometry.wrong(f"{path}.needed_least", battle.needed_least, f"<= {battle.needed_most}")
    if math.prod(battle.charge_dice) >= MOST_FACES:
        raise geometry.wrong(f"{path}.charge_dice", battle.charge_dice, f"{MOST_FACES - 1} faces")
    points = (battle.rounds + 1) * (len(config.scenario.objectives) * battle.vp_per_objective + battle.vp_for_more)
    if points > MOST_POINTS:
        raise geometry.wrong(f"{path}.vp_per_objective", battle.vp_per_objective, f"{points} VP <= {MOST_POINTS}")


def _zones(config: Configuration, grid: HexGrid) -> Array:
    name = config.scenario.deployment_zone
    if name not in config.deployment:
        raise geometry.wrong("scenario.deployment_zone", name, ", ".join(config.deployment))
    zones, path = config.deployment[name], f"deployment.{name}"
    return np.stack(
        [geometry.zone_cells(grid, zones.p1, f"{path}.p1"), geometry.zone_cells(grid, zones.p2, f"{path}.p2")]
    )


def _slots(config: Configuration, grid: HexGrid, zones: Array, walls: Array) -> Array:
    most = config.game.deployment_max_hex_slots
    slots = np.full((PLAYERS, most), NO_SLOT, np.int16)
    facing = (np.arange(grid.cells), geometry.half_turn(grid))
    for player in range(PLAYERS):
        pool = np.flatnonzero((zones[player] != 0) & (walls == 0))
        if pool.size > most:
            raise geometry.wrong("game.deployment_max_hex_slots", most, f">= {pool.size}")
        # Cells are numbered by (col, row), so sorting by the turned cells gives the order in a player's view.
        slots[player, : pool.size] = pool[np.argsort(facing[player][pool])]
    return slots


def _filters(config: Configuration, grid: HexGrid, armies: tuple[tuple[Unit, ...], ...]) -> Array:
    """Return the mask of cells that each unit's own filter allows, [units, cells]."""
    most = config.game.deployment_max_unit_slots
    only = np.ones((PLAYERS * most, grid.cells), np.uint8)
    place = {unit.id: number for number, unit in enumerate(config.scenario.units)}
    for player, army in enumerate(armies):
        for slot, unit in enumerate(army):
            if unit.allowed_hexes is not None:
                path = f"scenario.units.{place[unit.id]}.allowed_hexes"
                only[player * most + slot] = geometry.marked(grid, unit.allowed_hexes, path)
    return only
