"""The words of the rules as numbers: phases, reasons, events, and the dead end."""

from __future__ import annotations

from enum import IntEnum

NOWHERE = -1
"""The cell, the column and the row of a unit that is not placed."""

DEADLOCK = 1
"""The fault of a deployment that cannot be completed."""

SEQUENTIAL, ALTERNATED = 0, 1
"""Player by player, or turn by turn: `deployment_order_mode`."""

UNITS_PLACED = 0
"""What is counted in `tally`."""

TALLY = ("units_placed",)

WHOLE = 255
"""A plane of an observation where something is there, or a unit unhurt."""


class Phase(IntEnum):
    """`s.phase`, in the order of a round."""

    DEPLOYMENT = 0
    COMMAND = 1
    MOVE = 2
    SHOOT = 3
    CHARGE = 4
    FIGHT = 5


PHASES = tuple(phase.name.lower() for phase in Phase)


class Reason(IntEnum):
    """Why an action is refused. The first ten are the conditions of a placement, in the order they are looked at."""

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


class Event(IntEnum):
    """What a step tells. A phase that begins is an event, so a step shows every phase that it passed through."""

    DEPLOYED = 1
    UNDEPLOYED = 2
    CONFIRMED = 3
    DEADLOCK = 4
    DEPLOYMENT_COMPLETE = 5
    COMMAND_PHASE = 6
    MOVE_PHASE = 7


EVENTS: dict[IntEnum, tuple[str, ...]] = {
    Event.DEPLOYED: ("unit", "col", "row"),
    Event.UNDEPLOYED: ("unit", "col", "row"),
    Event.CONFIRMED: ("player",),
    Event.DEADLOCK: ("player",),
    Event.DEPLOYMENT_COMPLETE: (),
    Event.COMMAND_PHASE: ("player", "round"),
    Event.MOVE_PHASE: ("player", "round"),
}
