"""The enums and constants of the rules: phases, stats, flags, reasons, events, planes and columns."""

from __future__ import annotations

from enum import IntEnum

NOWHERE = -1
"""The cell, column and row of a unit that is not on the board."""

DEADLOCK = 1
"""The fault of a deployment that cannot be completed."""

SEQUENTIAL, ALTERNATED = 0, 1
"""Player by player, or turn by turn: `deployment_order_mode`."""

TALLY = ("vp", "damage_dealt", "damage_taken", "value_destroyed", "value_lost", "units_placed")
"""The counters of each player."""

VP, DAMAGE_DEALT, DAMAGE_TAKEN, VALUE_DESTROYED, VALUE_LOST, UNITS_PLACED = range(6)
"""The columns of `tally`."""

WHOLE = 255
"""The full value on an observation plane: present, or a unit with full HP."""

HALF = 128
"""The lesser value on an observation plane: see Plane. One of the bits of WHOLE."""


class Phase(IntEnum):
    """`s.phase`, in the order of a round."""

    DEPLOYMENT = 0
    COMMAND = 1
    MOVE = 2
    SHOOT = 3
    CHARGE = 4
    FIGHT = 5


PHASES = tuple(phase.name.lower() for phase in Phase)


class Stat(IntEnum):
    """The constant stats of a unit: the columns of `p.stats`. Without an RNG its five are 0."""

    HP_MAX = 0
    MOVE = 1
    ARMOUR = 2
    OC = 3
    VALUE = 4
    RANGE = 5
    DICE = 6
    ACC = 7
    POWER = 8
    DMG = 9
    CC_DICE = 10
    CC_ACC = 11
    CC_POWER = 12
    CC_DMG = 13
    TRAITS = 14


class Trait(IntEnum):
    """Bits of the column TRAITS."""

    MOBILE = 1
    STEADY = 2
    SIDEARM = 4
    SWIFT = 8


class Flag(IntEnum):
    """Bits of `s.status`. ACTED marks a unit after its activation in a move, shoot or charge phase, even if it held."""

    MOVED = 1
    SPRINTED = 2
    WITHDREW = 4
    SHOT = 8
    CHARGED = 16
    FOUGHT = 32
    ACTED = 64


FLAGS = len(Flag)

READY = 128
"""A bit of `s.status` that no observation shows: the unit may be chosen now (`activation_choice: chosen`)."""


class Plane(IntEnum):
    """The planes of an observation, scaled to 255; units appear by their share of HP.

    HALF means on CONTROLLER held by the enemy, on REACHABLE by a sprint, on SEEN only from behind cover.
    """

    WALL = 0
    OBJECTIVE = 1
    CONTROLLER = 2
    OWN_ZONE = 3
    ENEMY_ZONE = 4
    OWN_UNITS = 5
    ENEMY_UNITS = 6
    REACHABLE = 7
    SEEN = 8
    ACTIVE = 9


class Column(IntEnum):
    """Columns of an observation's unit table: own units by slot, then the enemy's. The stats follow these columns.

    A unit that is not on the board is at (-1, -1): not placed yet, or removed.
    """

    EXISTS = 0
    PLACED = 1
    ALIVE = 2
    COL = 3
    ROW = 4
    HP_CUR = 5
    SLOT = 6
    ACTIVE = 7
    MOVED = 8
    SPRINTED = 9
    WITHDREW = 10
    SHOT = 11
    CHARGED = 12
    FOUGHT = 13
    ACTED = 14


class Reason(IntEnum):
    """Reasons for refusing an action. The first ten are the conditions of a placement, in the order of checking."""

    NOT_DEPLOYMENT = 1
    NO_SUCH_UNIT = 2
    NOT_YOUR_UNIT = 3
    ALREADY_DEPLOYED = 4
    OFF_BOARD = 5
    NO_HEX = 6
    WALL = 7
    OUTSIDE_ZONE = 8
    OCCUPIED = 9
    UNIT_NOT_ALLOWED = 10
    EMPTY_SLOT = 11
    PLACEMENT_EXISTS = 12
    NOT_DEPLOYED = 13
    CONFIRMED = 14
    NO_UNDEPLOY_LEFT = 15
    UNITS_LEFT = 16
    NO_SUCH_PLAYER = 17
    NOT_BATTLE = 18
    NOT_MOVE_PHASE = 19
    NOT_ATTACK_PHASE = 20
    NEXT_TO_ENEMY = 21
    OUT_OF_REACH = 22
    OWN_UNIT = 23
    UNIT_GONE = 24
    OUT_OF_RANGE = 25
    NO_SIGHT = 26
    ENGAGEMENT = 27
    NO_CHARGE_PATH = 28
    NOT_ADJACENT = 29
    MUST_FIGHT = 30
    ALREADY_ACTIVE = 31
    NOT_READY = 32


class Event(IntEnum):
    """Kinds of event in a step. The beginning of a phase is an event."""

    DEPLOYED = 1
    UNDEPLOYED = 2
    CONFIRMED = 3
    DEADLOCK = 4
    DEPLOYMENT_COMPLETE = 5
    COMMAND_PHASE = 6
    MOVE_PHASE = 7
    SHOOT_PHASE = 8
    CHARGE_PHASE = 9
    FIGHT_PHASE = 10
    HELD = 11
    MOVED = 12
    SPRINTED = 13
    WITHDREW = 14
    SHOOTS = 15
    FIGHTS = 16
    HIT = 17
    MISSED = 18
    PIERCED = 19
    STOPPED = 20
    DAMAGED = 21
    REMOVED = 22
    CHARGES = 23
    CHARGE_DIE = 24
    CHARGED = 25
    CHARGE_FAILED = 26
    CONTROLLED = 27
    ABANDONED = 28
    SCORED = 29
    ANNIHILATED = 30
    WON_BY_POINTS = 31
    WON_BY_VALUE = 32
    DRAWN = 33
    ACTIVATED = 34


EVENTS: dict[IntEnum, tuple[str, ...]] = {
    Event.DEPLOYED: ("unit", "col", "row"),
    Event.UNDEPLOYED: ("unit", "col", "row"),
    Event.CONFIRMED: ("player",),
    Event.DEADLOCK: ("player",),
    Event.DEPLOYMENT_COMPLETE: (),
    Event.COMMAND_PHASE: ("player", "round"),
    Event.MOVE_PHASE: ("player", "round"),
    Event.SHOOT_PHASE: ("player", "round"),
    Event.CHARGE_PHASE: ("player", "round"),
    Event.FIGHT_PHASE: ("player", "round"),
    Event.HELD: ("unit",),
    Event.MOVED: ("unit", "col", "row"),
    Event.SPRINTED: ("unit", "col", "row"),
    Event.WITHDREW: ("unit", "col", "row"),
    Event.SHOOTS: ("unit", "target"),
    Event.FIGHTS: ("unit", "target"),
    Event.HIT: ("die", "rolled", "needed"),
    Event.MISSED: ("die", "rolled", "needed"),
    Event.PIERCED: ("die", "rolled", "needed"),
    Event.STOPPED: ("die", "rolled", "needed"),
    Event.DAMAGED: ("unit", "damage", "hp"),
    Event.REMOVED: ("unit",),
    Event.CHARGES: ("unit", "target", "needed"),
    Event.CHARGE_DIE: ("die", "rolled"),
    Event.CHARGED: ("unit", "col", "row"),
    Event.CHARGE_FAILED: ("unit", "rolled", "needed"),
    Event.CONTROLLED: ("objective", "player"),
    Event.ABANDONED: ("objective",),
    Event.SCORED: ("player", "points", "vp"),
    Event.ANNIHILATED: ("player",),
    Event.WON_BY_POINTS: ("player", "vp", "other"),
    Event.WON_BY_VALUE: ("player", "value", "other"),
    Event.DRAWN: ("vp", "value"),
    Event.ACTIVATED: ("unit",),
}
