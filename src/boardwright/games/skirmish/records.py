"""The records of the game: tables that the rules read, the state, and what a player sees."""

from __future__ import annotations

import numpy as np

from boardwright.core.definition import Layout
from boardwright.core.record import Array
from boardwright.games.skirmish import sight
from boardwright.games.skirmish.config import PLAYERS, Configuration, Unit
from boardwright.games.skirmish.scenario import NO_SLOT, Setup, setup
from boardwright.games.skirmish.terms import ALTERNATED, PHASES, SEQUENTIAL, TALLY, WHOLE, Phase, Reason

PLANES = ("wall", "objective", "own_zone", "enemy_zone", "own_units", "enemy_units")
"""The planes of an observation, in shares of 255. The first four never change; units show what HP they have left."""

TRAITS = ("mobile", "steady", "sidearm", "swift")
"""Bits of the column TRAITS, the first the lowest."""

STATS = (
    ("HP_MAX", "MOVE", "ARMOUR", "OC", "VALUE")
    + ("RANGE", "DICE", "ACC", "POWER", "DMG")
    + ("CC_DICE", "CC_ACC", "CC_POWER", "CC_DMG", "TRAITS")
)
"""What never changes about a unit. Without an RNG its five columns are 0."""

UNIT_COLUMNS = ("exists", "placed", "col", "row", "HP_CUR", "slot", *STATS)
"""The unit table of an observation: own units by slot, then the enemy's. Columns and rows are the observer's."""

EVENTS = 6
"""A step tells of a placement, of the end of deployment and of the phases that begin."""


def policy_actions(config: Configuration) -> int:
    """How many actions a policy has: every unit slot on every hex slot, and the pass."""
    return config.game.deployment_max_unit_slots * config.game.deployment_max_hex_slots + 1


def layout(config: Configuration) -> Layout:
    """One signed number a unit for its cell, and one a cell for who stands there."""
    made = setup(config)
    cells, slots = made.grid.cells, made.unit_slots
    every = PLAYERS * slots
    units = sum(map(len, made.units))
    return Layout(
        params=_params(config, made),
        position={
            "cell": ("i2", (every,)),
            "hp": ("u1", (every,)),
            "occupant": ("u1", (cells,)),
            "undeploys": ("u1", (PLAYERS,)),
            "confirmed": ("u1", (PLAYERS,)),
        },
        observation={
            "planes": ("u1", (len(PLANES), config.board.rows, config.board.cols)),
            "units": ("i1", (every, len(UNIT_COLUMNS))),
            "phase": ("u1", (len(PHASES),)),
            "seat": "u1",
            "deploying": "u1",
            "units_left": ("u1", (PLAYERS,)),
            "can_place": "u1",
        },
        # Each unit once, once more for every undeploy, the undeploys, two confirmations and a pass.
        max_plies=3 * units + 3,
        tally=TALLY,
        events=EVENTS,
        unused=_unused(made),
    )


def _params(config: Configuration, made: Setup) -> dict[str, Array | int]:
    grid, slots = made.grid, made.unit_slots
    places = np.array(grid.places, dtype=np.int16)
    at = np.full((grid.cols, grid.rows), -1, np.int16)
    at[places[:, 0], places[:, 1]] = np.arange(grid.cells)
    # A unit that does not exist, and a slot without a hex, fit nowhere.
    fits = np.zeros((PLAYERS * slots, made.slots.shape[1]), np.uint8)
    stats = np.zeros((PLAYERS * slots, len(STATS)), np.int8)
    for player, slot, unit in made.roster:
        row = player * slots + slot
        fits[row] = np.where(made.slots[player] == NO_SLOT, 0, made.only[row][made.slots[player]])
        stats[row] = _stats(config, unit)
    near, apart, seen = sight.tables(grid, made.walls)
    modes = {"sequential_p1_start": SEQUENTIAL, "alternated_p1_start": ALTERNATED}
    return {
        "cols": grid.cols,
        "rows": grid.rows,
        "unit_slots": slots,
        "hex_slots": made.slots.shape[1],
        "policy": policy_actions(config),
        "order_mode": modes[config.game.deployment_order_mode],
        "next_phase": int(Phase[config.game.post_deployment_start_phase.upper()]),
        "army": np.array([len(army) for army in made.units], np.uint8),
        "stats": stats,
        "at": at,
        "place": places,
        "wall": made.walls,
        "zone": made.zones,
        "objective": made.objectives,
        "only": made.only,
        "hexes": made.slots,
        "fits": fits,
        "turned": made.turned,
        "spot": (places[:, 1] * grid.cols + places[:, 0]).astype(np.int16),
        "scenery": _scenery(made),
        "near": near,
        "apart": apart,
        "sight": seen,
    }


def _stats(config: Configuration, unit: Unit) -> list[int]:
    kind = config.types[unit.type]
    shot = [0] * 5 if kind.RNG is None else [kind.RNG.RANGE, kind.RNG.DICE, kind.RNG.ACC, kind.RNG.POWER, kind.RNG.DMG]
    worn = [*([] if kind.RNG is None else kind.RNG.TRAITS), *kind.CC.TRAITS]
    traits = sum(1 << TRAITS.index(trait) for trait in set(worn))
    own = [kind.HP_MAX, kind.MOVE, kind.ARMOUR, kind.OC, kind.VALUE]
    return [*own, *shot, kind.CC.DICE, kind.CC.ACC, kind.CC.POWER, kind.CC.DMG, traits]


def _scenery(made: Setup) -> Array:
    """The planes that never change, as each player sees them, [players, planes * rows * cols]."""
    grid = made.grid
    found = np.zeros((PLAYERS, 4, grid.rows, grid.cols), np.uint8)
    found[:, 0] = WHOLE
    cols, rows = np.array(grid.places).T
    for player in range(PLAYERS):
        seen = made.turned[player]
        shown = (made.walls, made.objectives != 0, made.zones[player], made.zones[1 - player])
        for plane, values in enumerate(shown):
            found[player, plane, rows, cols] = WHOLE * values[seen].astype(np.uint8)
    return found.reshape(PLAYERS, -1)


def _unused(made: Setup) -> tuple[Reason, ...]:
    # While the game ends with its deployment, nobody can act in another phase.
    never = [Reason.NOT_DEPLOYMENT]
    full = all(len(army) == made.unit_slots for army in made.units) and not (made.slots == NO_SLOT).any()
    given = {
        Reason.EMPTY_SLOT: not full,
        Reason.NO_HEX: made.grid.cells < made.grid.cols * made.grid.rows,
        Reason.WALL: bool(made.walls.any()),
        Reason.OUTSIDE_ZONE: not (made.zones | made.walls).all(),
        Reason.UNIT_NOT_ALLOWED: not made.only.all(),
    }
    return (*never, *(reason for reason, may_come in given.items() if not may_come))
