"""The reach of the active unit: its moves in the move phase, and the path to each enemy in the charge phase.

Both are computed once, when a unit becomes active, and stored in the state: check, mask and observation read them.
"""

from __future__ import annotations

from boardwright.core.compiled.contract import emit
from boardwright.core.record import OK, Record
from boardwright.games.skirmish.enums import NOWHERE, Event, Flag, Phase, Reason, Stat

BLOCKED = 255
"""The mark of a hex next to an enemy in `s.reach` during the flood fill."""


def owner(p: Record, unit: int) -> int:
    """Return the owner of a unit."""
    return int(unit >= int(p.unit_slots))


def threatened(p: Record, s: Record, cell: int, player: int) -> bool:
    """Whether a living enemy of a player stands next to a cell."""
    near, occupant, slots = p.near, s.occupant, int(p.unit_slots)
    for side in range(near.shape[1]):
        beside = int(near[cell, side])
        if beside >= 0 and occupant[beside] != 0 and (int(occupant[beside]) > slots) != (player == 1):
            return True
    return False


def engaged(p: Record, s: Record, unit: int) -> bool:
    """Whether a unit stands next to a living enemy."""
    return threatened(p, s, int(s.cell[unit]), owner(p, unit))


def find_moves(p: Record, s: Record, unit: int) -> bool:
    """Write the unit's cost of moving to each cell, 0 if out of reach. Returns whether there is a move.

    A unit that begins engaged withdraws, and does not sprint.
    """
    player = owner(p, unit)
    most = int(p.stats[unit, Stat.MOVE])
    if not engaged(p, s, unit):
        most += int(p.sprint_bonus)
    reached = flood(p, s, int(s.cell[unit]), player, most)
    _mark_threats(p, s, player, BLOCKED, 0)
    return reached > 0


def find_charges(p: Record, s: Record, unit: int) -> bool:
    """Write for each enemy slot the length and the end of the charge path, 0 for none. Returns whether there is one.

    Only the last hex of a path may be next to an enemy. Among the paths to an enemy, the one with the smallest
    (length, col, row) of its end is taken; cells are numbered by (col, row).
    """
    clear_charges(s)
    player, start, most = owner(p, unit), int(s.cell[unit]), int(p.charge_reach)
    slots = int(p.unit_slots)
    first = (1 - player) * slots
    if not _within(p, s, start, first, most + 1):
        return False
    flood(p, s, start, player, most - 1)
    any_path = False
    for slot in range(int(p.army[1 - player])):
        if s.cell[first + slot] != NOWHERE:
            any_path = _find_way(p, s, start, int(s.cell[first + slot]), slot, most) or any_path
    s.reach[:] = 0
    return any_path


def clear_charges(s: Record) -> None:
    """Clear the charge paths of the last active unit."""
    s.lengths[:] = 0
    s.ends[:] = 0


def flood(p: Record, s: Record, start: int, player: int, most: int) -> int:
    """Write the cost of every cell within `most` steps into `s.reach`, BLOCKED beside enemies. Returns their number.

    Steps never enter walls, units and hexes next to an enemy.
    """
    s.reach[:] = 0
    _mark_threats(p, s, player, 0, BLOCKED)
    steps, occupant, reach, queue = p.steps, s.occupant, s.reach, s.queue
    queue[0] = start
    head, tail, cost = 0, 1, 0
    while head < tail:
        at = int(queue[head])
        cost = 0 if head == 0 else int(reach[at])
        head += 1
        if cost == most:
            break
        for side in range(steps.shape[1]):
            beside = int(steps[at, side])
            if beside >= 0 and reach[beside] == 0 and occupant[beside] == 0:
                reach[beside] = cost + 1
                queue[tail] = beside
                tail += 1
    return tail - 1


def check_move(p: Record, s: Record, col: int, row: int) -> int:
    """Check whether the active unit may move to a hex."""
    if s.phase == Phase.DEPLOYMENT:
        return Reason.NOT_BATTLE
    if s.phase != Phase.MOVE:
        return Reason.NOT_MOVE_PHASE
    if col < 0 or col >= p.cols or row < 0 or row >= p.rows:
        return Reason.OFF_BOARD
    cell = int(p.at[col, row])
    if cell < 0:
        return Reason.NO_HEX
    if s.reach[cell] != 0:
        return OK
    if p.wall[cell] != 0:
        return Reason.WALL
    if s.occupant[cell] != 0:
        return Reason.OCCUPIED
    return Reason.NEXT_TO_ENEMY if threatened(p, s, cell, int(s.to_move)) else Reason.OUT_OF_REACH


def beyond_a_move(p: Record, s: Record, unit: int, cell: int) -> bool:
    """Whether the path to a cell in reach is longer than a move."""
    return int(s.reach[cell]) > int(p.stats[unit, Stat.MOVE])


def kind_of_move(p: Record, s: Record, unit: int, cell: int, close: bool) -> int:
    """Return the flag of a move to a cell in reach, by its length and whether the unit starts engaged (`close`)."""
    if close:
        return Flag.WITHDREW
    return Flag.SPRINTED if beyond_a_move(p, s, unit, cell) else Flag.MOVED


def move(p: Record, s: Record, unit: int, cell: int) -> None:
    """Move a unit to a cell in reach."""
    flag = kind_of_move(p, s, unit, cell, engaged(p, s, unit))
    event = Event.WITHDREW if flag == Flag.WITHDREW else Event.SPRINTED if flag == Flag.SPRINTED else Event.MOVED
    s.status[unit] = int(s.status[unit]) | flag
    put(s, unit, cell)
    emit(s, event, unit, int(p.place[cell, 0]), int(p.place[cell, 1]))


def put(s: Record, unit: int, cell: int) -> None:
    """Transfer a unit from its cell to another, or off the board."""
    s.occupant[s.cell[unit]] = 0
    s.cell[unit] = cell
    if cell != NOWHERE:
        s.occupant[cell] = unit + 1


def _find_way(p: Record, s: Record, start: int, goal: int, slot: int, most: int) -> bool:
    near, steps, reach = p.near, p.steps, s.reach
    for side in range(near.shape[1]):
        end = int(steps[goal, side])
        if end < 0 or s.occupant[end] != 0:
            continue
        length = BLOCKED
        for other in range(near.shape[1]):
            beside = int(near[end, other])
            if beside == start:
                length = 1
            elif beside >= 0 and reach[beside] != 0 and int(reach[beside]) < length - 1:
                length = int(reach[beside]) + 1
        best = int(s.lengths[slot]) if s.lengths[slot] != 0 else BLOCKED
        if length <= most and (length < best or (length == best and end < s.ends[slot])):
            s.lengths[slot] = length
            s.ends[slot] = end
    return bool(s.lengths[slot] != 0)


def _within(p: Record, s: Record, start: int, first: int, most: int) -> bool:
    """Whether any of a player's units is near enough for a path search."""
    for unit in range(first, first + int(p.unit_slots)):
        if s.cell[unit] != NOWHERE and p.apart[start, s.cell[unit]] <= most:
            return True
    return False


def _mark_threats(p: Record, s: Record, player: int, was: int, now: int) -> None:
    near, reach, slots = p.near, s.reach, int(p.unit_slots)
    first = (1 - player) * slots
    for unit in range(first, first + slots):
        if s.cell[unit] != NOWHERE:
            for side in range(near.shape[1]):
                beside = int(near[s.cell[unit], side])
                if beside >= 0 and reach[beside] == was:
                    reach[beside] = now
