"""The course of a battle: turns, active units, the ends of phases, turns and the game, and the winner.

One activation is one step. Phases in which no unit can act are skipped inside the step before.
"""

from __future__ import annotations

from boardwright.core.compiled.contract import emit
from boardwright.core.record import OK, TERMINAL, Record
from boardwright.games.skirmish.combat import charge, fight, may_charge, may_shoot, shoot
from boardwright.games.skirmish.deployment import exists
from boardwright.games.skirmish.enums import NOWHERE, READY, VP, Event, Flag, Phase, Reason, Stat
from boardwright.games.skirmish.movement import clear_charges, engaged, find_charges, find_moves, move, owner

CLEARED_BY_COMMAND = Flag.MOVED | Flag.SPRINTED | Flag.WITHDREW | Flag.SHOT | Flag.CHARGED


def begin(p: Record, s: Record) -> None:
    """Start the battle after deployment: player 1's first turn begins with the phase in `s.phase`."""
    s.battle_round = 1
    s.turn = 0
    s.to_move = 0
    if s.phase == Phase.COMMAND:
        _command(p, s)


def check_hold(s: Record) -> int:
    """Holding is legal except in a fight: a unit that can fight must."""
    if s.phase == Phase.DEPLOYMENT:
        return Reason.NOT_BATTLE
    return OK if s.phase != Phase.FIGHT else Reason.MUST_FIGHT


def hold(s: Record) -> None:
    """The active unit does nothing in this phase."""
    emit(s, Event.HELD, int(s.active), 0, 0)


def check_activate(p: Record, s: Record, unit: int) -> int:
    """A player may choose another unit that can act in this phase, each once before a unit acts."""
    if s.phase == Phase.DEPLOYMENT:
        return Reason.NOT_BATTLE
    if not exists(p, unit):
        return Reason.NO_SUCH_UNIT
    if owner(p, unit) != s.to_move:
        return Reason.NOT_YOUR_UNIT
    if s.cell[unit] == NOWHERE:
        return Reason.UNIT_GONE
    if unit == s.active:
        return Reason.ALREADY_ACTIVE
    return OK if int(s.status[unit]) & READY else Reason.NOT_READY


def activate(p: Record, s: Record, unit: int) -> None:
    """Make a unit active instead of the one that the order gives."""
    s.status[unit] = int(s.status[unit]) & ~READY
    _focus(p, s, unit)
    emit(s, Event.ACTIVATED, unit, 0, 0)


def go(p: Record, s: Record, cell: int) -> None:
    """The active unit moves."""
    move(p, s, int(s.active), cell)


def attack(p: Record, s: Record, target: int, draw: int) -> None:
    """The active unit shoots at, charges or fights an enemy."""
    unit = int(s.active)
    if s.phase == Phase.SHOOT:
        shoot(p, s, unit, target, draw)
    elif s.phase == Phase.CHARGE:
        charge(p, s, unit, target, draw)
    else:
        fight(p, s, unit, target, draw)
    if s.cell[target] == NOWHERE and _survivors(p, s, 1 - int(s.to_move)) == 0:
        emit(s, Event.ANNIHILATED, int(s.to_move), 0, 0)
        _end(s, int(s.to_move))


def update_control(p: Record, s: Record) -> None:
    """Update the control of objectives, and emit the changes."""
    for number in range(int(p.objectives)):
        now = holder(p, s, number)
        if now != s.control[number]:
            s.control[number] = now
            if now != 0:
                emit(s, Event.CONTROLLED, number + 1, now - 1, 0)
            else:
                emit(s, Event.ABANDONED, number + 1, 0, 0)


def holder(p: Record, s: Record, number: int) -> int:
    """Return the holder of an objective, 1 or 2: strictly more OC on it. On a tie the last holder if sticky, else 0."""
    lead = 0
    for petal in range(p.flower.shape[1]):
        unit = int(s.occupant[p.flower[number, petal]]) - 1
        if unit >= 0:
            oc = int(p.stats[unit, Stat.OC])
            lead += oc if unit < p.unit_slots else -oc
    if lead != 0:
        return 1 if lead > 0 else 2
    return int(s.control[number]) if p.sticky != 0 else 0


def points_for(p: Record, own: int, other: int) -> int:
    """Return the points of a player who holds `own` objectives against `other`."""
    return own * int(p.vp_per_objective) + (int(p.vp_for_more) if own > other else 0)


def held(p: Record, s: Record, player: int) -> int:
    """Return the number of objectives that a player holds."""
    count = 0
    for number in range(int(p.objectives)):
        count += int(s.control[number] == player + 1)
    return count


def survivors_value(p: Record, s: Record, player: int) -> int:
    """Return the total value of a player's units on the board."""
    value, slots = 0, int(p.unit_slots)
    for unit in range(player * slots, player * slots + slots):
        if s.cell[unit] != NOWHERE:
            value += int(p.stats[unit, Stat.VALUE])
    return value


def acted(p: Record, s: Record) -> None:
    """Mark the active unit as acted after a step, and go on; no unit was active if the battle begins with this step.

    Called in one place, because compiled code inlines all of `go_on` at each call.
    """
    begun = s.active == NOWHERE
    if not begun:
        s.status[s.active] = int(s.status[s.active]) | Flag.ACTED
    go_on(p, s, begun)


def go_on(p: Record, s: Record, begun: bool) -> None:
    """Find the next active unit, through phases and turns if need be; `begun` if this phase has just begun."""
    while not _found(p, s):
        _next_phase(p, s)
        if s.to_move == TERMINAL:
            return
        begun = True
    if p.chosen != 0:
        _mark_ready(p, s)
    if begun:
        # Only a phase in which a unit acts emits an event; a skipped one does not.
        emit(s, Event.COMMAND_PHASE + int(s.phase) - Phase.COMMAND, int(s.turn), int(s.battle_round), 0)


def _found(p: Record, s: Record) -> bool:
    """Activate the lowest unit that may act in this phase, and compute its reach. Returns whether there is one."""
    if s.phase == Phase.COMMAND:
        return False
    if s.phase == Phase.FIGHT:
        return _found_fighter(p, s)
    player, slots = int(s.turn), int(p.unit_slots)
    for unit in range(player * slots, player * slots + slots):
        if s.cell[unit] != NOWHERE and not int(s.status[unit]) & Flag.ACTED and _eligible(p, s, unit):
            s.active = unit
            s.to_move = player
            return True
    return False


def _mark_ready(p: Record, s: Record) -> None:
    """Mark the units that the player to move may choose: those that the order could give before the phase ends."""
    _clear(s, 0, s.cell.shape[0], READY)
    player, slots, first = int(s.to_move), int(p.unit_slots), int(s.active)
    charged = int(s.status[first]) & Flag.CHARGED if s.turn == s.to_move else 0
    for unit in range(player * slots, player * slots + slots):
        if s.cell[unit] == NOWHERE:
            continue
        if s.phase == Phase.FIGHT:
            may = _fighter(p, s, unit, charged)
        else:
            may = not int(s.status[unit]) & Flag.ACTED and _eligible(p, s, unit)
        if may:
            s.status[unit] = int(s.status[unit]) | READY
    _focus(p, s, first)


def _focus(p: Record, s: Record, unit: int) -> None:
    """Activate a unit that may act, and compute its reach."""
    s.active = unit
    if s.phase != Phase.FIGHT:
        _eligible(p, s, unit)


def _eligible(p: Record, s: Record, unit: int) -> bool:
    if s.phase == Phase.MOVE:
        return find_moves(p, s, unit)
    if s.phase == Phase.SHOOT:
        return may_shoot(p, s, unit)
    return may_charge(p, s, unit) and find_charges(p, s, unit)


def _found_fighter(p: Record, s: Record) -> bool:
    """Activate a charger of the player whose turn it is; then the players alternate, as long as both have fighters."""
    last = int(s.to_move)
    if _fights(p, s, int(s.turn), Flag.CHARGED):
        return True
    return _fights(p, s, 1 - last, 0) or _fights(p, s, last, 0)


def _fights(p: Record, s: Record, player: int, wanted: int) -> bool:
    """Activate a player's lowest engaged unit that has not fought and has the `wanted` flags."""
    slots = int(p.unit_slots)
    for unit in range(player * slots, player * slots + slots):
        if s.cell[unit] != NOWHERE and _fighter(p, s, unit, wanted):
            s.active = unit
            s.to_move = player
            return True
    return False


def _fighter(p: Record, s: Record, unit: int, wanted: int) -> bool:
    status = int(s.status[unit])
    return not status & Flag.FOUGHT and status & wanted == wanted and engaged(p, s, unit)


def _next_phase(p: Record, s: Record) -> None:
    """Advance from command to fight, then to the other player, then to the next round or the end."""
    s.reach[:] = 0
    clear_charges(s)
    s.active = NOWHERE
    _clear(s, 0, s.cell.shape[0], Flag.ACTED)
    if s.phase == Phase.FIGHT:
        if s.turn == 1 and s.battle_round == p.rounds:
            _finish(p, s)
            return
        s.battle_round = int(s.battle_round) + int(s.turn)
        s.turn = 1 - int(s.turn)
        s.phase = Phase.COMMAND
        _command(p, s)
    else:
        s.phase = int(s.phase) + 1
        if s.phase == Phase.FIGHT:
            _clear(s, 0, s.cell.shape[0], Flag.FOUGHT)
    s.to_move = s.turn


def _command(p: Record, s: Record) -> None:
    """Run the command phase, without a decision: clear flags, update control, score points."""
    player, slots = int(s.turn), int(p.unit_slots)
    emit(s, Event.COMMAND_PHASE, player, int(s.battle_round), 0)
    _clear(s, player * slots, player * slots + slots, CLEARED_BY_COMMAND)
    update_control(p, s)
    if s.battle_round >= p.score_from_round:
        _score(p, s, player)


def _clear(s: Record, first: int, end: int, flag: int) -> None:
    for unit in range(first, end):
        s.status[unit] = int(s.status[unit]) & ~flag


def _score(p: Record, s: Record, player: int) -> None:
    points = points_for(p, held(p, s, player), held(p, s, 1 - player))
    if points > 0:
        s.vp[player] = int(s.vp[player]) + points
        s.tally[player, VP] += points
        emit(s, Event.SCORED, player, points, int(s.vp[player]))


def _finish(p: Record, s: Record) -> None:
    """End the game after the last fight: both score once more. Points decide, then the value left on the board."""
    update_control(p, s)
    _score(p, s, 0)
    _score(p, s, 1)
    points, values = int(s.vp[0]) - int(s.vp[1]), survivors_value(p, s, 0) - survivors_value(p, s, 1)
    winner = int(points < 0) if points != 0 else int(values < 0)
    if points != 0:
        emit(s, Event.WON_BY_POINTS, winner, int(s.vp[winner]), int(s.vp[1 - winner]))
    elif values != 0:
        value, other = survivors_value(p, s, winner), survivors_value(p, s, 1 - winner)
        emit(s, Event.WON_BY_VALUE, winner, value, other)
    else:
        emit(s, Event.DRAWN, int(s.vp[0]), survivors_value(p, s, 0), 0)
        winner = NOWHERE
    _end(s, winner)


def _end(s: Record, winner: int) -> None:
    if winner != NOWHERE:
        s.returns[winner] = 1.0
        s.returns[1 - winner] = -1.0
    s.active = NOWHERE
    s.to_move = TERMINAL


def _survivors(p: Record, s: Record, player: int) -> int:
    count, slots = 0, int(p.unit_slots)
    for unit in range(player * slots, player * slots + slots):
        count += int(s.cell[unit] != NOWHERE)
    return count
