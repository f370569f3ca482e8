"""The record layout: tables that the rules read, the state, and the observation."""

from __future__ import annotations

import math

import numpy as np

from boardwright.core.definition import Layout
from boardwright.core.record import Array
from boardwright.games.skirmish import sight
from boardwright.games.skirmish.config import MOST_STAT, PLAYERS, Battle, Configuration, Unit
from boardwright.games.skirmish.enums import (
    ALTERNATED,
    HALF,
    NOWHERE,
    PHASES,
    SEQUENTIAL,
    TALLY,
    WHOLE,
    Column,
    Phase,
    Plane,
    Reason,
    Stat,
    Trait,
)
from boardwright.games.skirmish.geometry import wrong
from boardwright.games.skirmish.setup import NO_SLOT, Setup, setup
from boardwright.games.skirmish.sight import CLEAR, COVER

PLANES = tuple(plane.name.lower() for plane in Plane)
STATS = tuple(stat.name for stat in Stat)
UNIT_COLUMNS = (*(column.name if column == Column.HP_CUR else column.name.lower() for column in Column), *STATS)
"""The names of an observation's planes, stats and unit columns."""


def policy_actions(config: Configuration) -> int:
    """Return the number of policy actions: placements and the pass, moves, attacks, hold."""
    units, hexes = config.game.deployment_max_unit_slots, config.game.deployment_max_hex_slots
    return units * hexes + 1 + setup(config).grid.cells + units + 1


def event_room(config: Configuration) -> int:
    """Return the most events of one step.

    A placement, an attack or a charge; then control of every objective, and for each turn without a decision its
    command phase and its points; then the phase with the next decision, or the points of both players and the result.
    Control changes at most once, since no unit moves in between.
    """
    battle, kinds = config.game.battle, [config.types[unit.type] for unit in config.scenario.units]
    dice = max(weapon.DICE for kind in kinds for weapon in (kind.RNG, kind.CC) if weapon is not None)
    act = max(2, 2 * dice + 3, len(battle.charge_dice) + 2)
    room = act + len(config.scenario.objectives) + 2 * PLAYERS * battle.rounds + 3
    if room > 255:
        raise wrong("game.battle.rounds", battle.rounds, f"{room} events <= 255")
    return room


def layout(config: Configuration) -> Layout:
    """The state holds the cell of each unit, and the occupant of each cell."""
    made = setup(config)
    cells, slots = made.grid.cells, made.unit_slots
    every = PLAYERS * slots
    units = sum(map(len, made.units))
    # A turn: each of its player's units moves, shoots and charges, and all units fight.
    activations = (3 + PLAYERS) * units * config.game.battle.rounds
    # Before each activation every unit of the player may be chosen once.
    choices = slots if config.game.battle.activation_choice == "chosen" else 0
    return Layout(
        params=_params(config, made),
        position={
            "cell": ("i2", (every,)),
            "hp": ("u1", (every,)),
            "occupant": ("u1", (cells,)),
            "undeploys": ("u1", (PLAYERS,)),
            "confirmed": ("u1", (PLAYERS,)),
            "battle_round": "u1",
            "turn": "u1",
            "active": "i1",
            "status": ("u1", (every,)),
            "control": ("u1", (max(len(config.scenario.objectives), 1),)),
            "vp": ("i2", (PLAYERS,)),
            # Derived from the other fields when the active unit changes: see movement.py.
            "reach": ("u1", (cells,)),
            "lengths": ("u1", (slots,)),
            "ends": ("i2", (slots,)),
        },
        trace={"queue": ("i2", (cells,))},
        observation={
            "planes": ("u1", (len(PLANES), config.board.rows, config.board.cols)),
            "units": ("i1", (every, len(UNIT_COLUMNS))),
            "phase": ("u1", (len(PHASES),)),
            "battle_round": "u1",
            "vp_difference": "i2",
            "objectives": ("u1", (PLAYERS,)),
            "seat": "u1",
            "my_turn": "u1",
            "deploying": "u1",
            "units_left": ("u1", (PLAYERS,)),
            "can_place": "u1",
        },
        # Each unit once, once more for every undeploy, the undeploys, two confirmations and a pass; then the battle.
        max_plies=3 * units + 3 + activations * (1 + choices),
        tally=TALLY,
        events=event_room(config),
        unused=_unused(config, made),
        bounds=_bounds(config, made),
    )


def _bounds(config: Configuration, made: Setup) -> dict[str, tuple[int, int]]:
    battle, objectives = config.game.battle, len(config.scenario.objectives)
    # Each command phase of a player scores, and once more at the end.
    points = (battle.rounds + 1) * (objectives * battle.vp_per_objective + battle.vp_for_more)
    flags = dict.fromkeys(("phase", "seat", "my_turn", "deploying", "can_place"), (0, 1))
    return {
        **flags,
        "units": (NOWHERE, MOST_STAT),
        "battle_round": (0, battle.rounds),
        "vp_difference": (-points, points),
        "objectives": (0, objectives),
        "units_left": (0, made.unit_slots),
    }


def _params(config: Configuration, made: Setup) -> dict[str, Array | int]:
    grid, slots = made.grid, made.unit_slots
    places = np.array(grid.places, dtype=np.int16)
    at = np.full((grid.cols, grid.rows), -1, np.int16)
    at[places[:, 0], places[:, 1]] = np.arange(grid.cells)
    # Missing units and slots without a hex fit nowhere.
    fits = np.zeros((PLAYERS * slots, made.slots.shape[1]), np.uint8)
    stats = np.zeros((PLAYERS * slots, len(STATS)), np.int8)
    for player, slot, unit in made.roster:
        row = player * slots + slot
        fits[row] = np.where(made.slots[player] == NO_SLOT, 0, made.only[row][made.slots[player]])
        stats[row] = _stats(config, unit)
    near, apart, seen = sight.tables(grid, made.walls)
    first_move = slots * made.slots.shape[1] + 1
    modes = {"sequential_p1_start": SEQUENTIAL, "alternated_p1_start": ALTERNATED}
    return {
        "cols": grid.cols,
        "rows": grid.rows,
        "unit_slots": slots,
        "hex_slots": made.slots.shape[1],
        "first_move": first_move,
        "first_target": first_move + grid.cells,
        "hold": first_move + grid.cells + slots,
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
        "spots": _spots(made),
        "scenery": _scenery(made),
        "table": _table(made, stats),
        "views": _views(made, seen),
        "near": near,
        "steps": np.where((near < 0) | (made.walls[near] != 0), np.int16(NOWHERE), near),
        "apart": apart,
        "sight": seen,
        **_battle(config.game.battle, made),
    }


def _battle(battle: Battle, made: Setup) -> dict[str, Array | int]:
    number = int(made.objectives.max(initial=0))
    flower = np.zeros((max(number, 1), 7), np.int16)
    for objective in range(number):
        flower[objective] = np.flatnonzero(made.objectives == objective + 1)
    return {
        "rounds": battle.rounds,
        "chosen": int(battle.activation_choice == "chosen"),
        "sprint_bonus": battle.sprint_bonus,
        "charge_reach": battle.charge_reach,
        "charge_dice": np.array(battle.charge_dice, np.uint8),
        "charge_faces": math.prod(battle.charge_dice),
        "attack_die": battle.attack_die,
        "opening_penalty": battle.opening_penalty,
        "opening_charge": int(battle.opening_charge),
        "cover_penalty": battle.cover_penalty,
        "steady_bonus": battle.steady_bonus,
        "pierce_base": battle.pierce_base,
        "needed_least": battle.needed_least,
        "needed_most": battle.needed_most,
        "sticky": int(battle.sticky_control),
        "score_from_round": battle.score_from_round,
        "vp_per_objective": battle.vp_per_objective,
        "vp_for_more": battle.vp_for_more,
        "objectives": number,
        "flower": flower,
    }


def _stats(config: Configuration, unit: Unit) -> list[int]:
    kind = config.types[unit.type]
    shot = [0] * 5 if kind.RNG is None else [kind.RNG.RANGE, kind.RNG.DICE, kind.RNG.ACC, kind.RNG.POWER, kind.RNG.DMG]
    worn = [*([] if kind.RNG is None else kind.RNG.TRAITS), *kind.CC.TRAITS]
    traits = sum(Trait[trait.upper()] for trait in set(worn))
    own = [kind.HP_MAX, kind.MOVE, kind.ARMOUR, kind.OC, kind.VALUE]
    return [*own, *shot, kind.CC.DICE, kind.CC.ACC, kind.CC.POWER, kind.CC.DMG, traits]


def _spots(made: Setup) -> Array:
    """Return the index of each cell in a plane, as each player sees the board, [players, cells]."""
    places = np.array(made.grid.places, dtype=np.int16)
    spot = places[:, 1] * made.grid.cols + places[:, 0]
    return spot[made.turned]


def _scenery(made: Setup) -> Array:
    """Return the constant planes as each player sees them, with a blank one between, [players, planes * area]."""
    grid, spots = made.grid, _spots(made)
    scenery = np.zeros((PLAYERS, Plane.ENEMY_ZONE + 1, grid.rows * grid.cols), np.uint8)
    scenery[:, Plane.WALL] = WHOLE
    for player in range(PLAYERS):
        masks = {
            Plane.WALL: made.walls,
            Plane.OBJECTIVE: made.objectives != 0,
            Plane.OWN_ZONE: made.zones[player],
            Plane.ENEMY_ZONE: made.zones[1 - player],
        }
        for plane, values in masks.items():
            scenery[player, plane, spots[player]] = WHOLE * values.astype(np.uint8)
    return scenery.reshape(PLAYERS, -1)


def _views(made: Setup, seen: Array) -> Array:
    """Return the sight from each cell as a plane, as each player sees it, 0 on walls, [players, cells, area]."""
    views = np.zeros((PLAYERS, made.grid.cells, made.grid.rows * made.grid.cols), np.uint8)
    shares = np.zeros(3, np.uint8)
    shares[COVER], shares[CLEAR] = HALF, WHOLE
    for player, spots in enumerate(_spots(made)):
        views[player][:, spots] = np.where(made.walls != 0, 0, shares[seen])
    return views


def _table(made: Setup, stats: Array) -> Array:
    """Return the unit table before any placement, as each player sees it, [players, units, columns]."""
    slots = made.unit_slots
    table = np.zeros((PLAYERS, PLAYERS * slots, len(UNIT_COLUMNS)), np.int8)
    for player, slot, _ in made.roster:
        for observer in range(PLAYERS):
            row = table[observer, (player != observer) * slots + slot]
            row[[Column.EXISTS, Column.ALIVE, Column.COL, Column.ROW]] = 1, 1, NOWHERE, NOWHERE
            row[Column.SLOT] = slot
            row[len(Column) :] = stats[player * slots + slot]
    return table


def _unused(config: Configuration, made: Setup) -> tuple[Reason, ...]:
    full = all(len(army) == made.unit_slots for army in made.units) and not (made.slots == NO_SLOT).any()
    shoots = any(config.types[unit.type].RNG is not None for _, _, unit in made.roster)
    given = {
        Reason.EMPTY_SLOT: not full,
        Reason.NO_HEX: made.grid.cells < made.grid.cols * made.grid.rows,
        Reason.WALL: bool(made.walls.any()),
        Reason.OUTSIDE_ZONE: not (made.zones | made.walls).all(),
        Reason.UNIT_NOT_ALLOWED: not made.only.all(),
        Reason.OUT_OF_RANGE: shoots,
        Reason.NO_SIGHT: shoots and bool(made.walls.any()),
        Reason.ENGAGEMENT: shoots,
        Reason.ALREADY_ACTIVE: config.game.battle.activation_choice == "chosen",
        Reason.NOT_READY: config.game.battle.activation_choice == "chosen",
    }
    return tuple(reason for reason, may_come in given.items() if not may_come)
