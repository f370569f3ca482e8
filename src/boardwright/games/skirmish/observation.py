"""The observation of a player, from their own side of the board. Nothing is hidden."""

from __future__ import annotations

from boardwright.core.record import TERMINAL, Array, Record
from boardwright.games.skirmish.battle import held
from boardwright.games.skirmish.deployment import placement_exists, units_left
from boardwright.games.skirmish.enums import FLAGS, HALF, NOWHERE, WHOLE, Column, Phase, Plane, Stat
from boardwright.games.skirmish.movement import beyond_a_move


def write(p: Record, s: Record, player: int, o: Record) -> None:
    """Write planes, unit table and scalars. Constant parts are copied from each player's tables."""
    planes = o.planes.reshape(o.planes.size)
    scenery = p.scenery[player]
    for at in range(scenery.shape[0]):
        planes[at] = scenery[at]
    _write_control(p, s, player, planes)
    _write_units(p, s, player, planes, o.units)
    if s.phase == Phase.MOVE:
        _write_reach(p, s, player, planes)
    o.phase[s.phase] = 1
    o.seat = player
    o.battle_round = s.battle_round
    o.my_turn = s.phase != Phase.DEPLOYMENT and s.turn == player
    o.vp_difference = int(s.vp[player]) - int(s.vp[1 - player])
    o.objectives[0] = held(p, s, player)
    o.objectives[1] = held(p, s, 1 - player)
    if s.phase == Phase.DEPLOYMENT:
        o.units_left[0] = units_left(p, s, player)
        o.units_left[1] = units_left(p, s, 1 - player)
        if s.to_move != TERMINAL:
            o.deploying = s.to_move == player
            o.can_place = placement_exists(p, s, int(s.to_move))


def _write_control(p: Record, s: Record, player: int, planes: Array) -> None:
    """Write WHOLE where the player holds an objective, HALF where the enemy does."""
    first = Plane.CONTROLLER * int(p.rows) * int(p.cols)
    for number in range(int(p.objectives)):
        if s.control[number] != 0:
            share = WHOLE if s.control[number] == player + 1 else HALF
            for petal in range(p.flower.shape[1]):
                planes[first + int(p.spots[player, p.flower[number, petal]])] = share


def _write_units(p: Record, s: Record, player: int, planes: Array, units: Array) -> None:
    """Write each unit's row, its share of HP on the board, the sight of enemies, and the active unit."""
    area, slots, every = int(p.rows) * int(p.cols), int(p.unit_slots), s.cell.shape[0]
    table = p.table[player]
    for row in range(every):
        for column in range(table.shape[1]):
            units[row, column] = table[row, column]
        if table[row, Column.EXISTS] == 0:
            continue
        # Own units first, then the other player's.
        unit = row if player == 0 else (row + slots) % every
        units[row, Column.ALIVE] = s.hp[unit] != 0
        units[row, Column.HP_CUR] = s.hp[unit]
        status = int(s.status[unit])
        for flag in range(FLAGS):
            units[row, Column.MOVED + flag] = status >> flag & 1
        if s.cell[unit] == NOWHERE:
            continue
        cell, spot = int(p.turned[player, s.cell[unit]]), int(p.spots[player, s.cell[unit]])
        units[row, Column.PLACED] = 1
        units[row, Column.COL] = p.place[cell, 0]
        units[row, Column.ROW] = p.place[cell, 1]
        plane = Plane.OWN_UNITS if row < slots else Plane.ENEMY_UNITS
        planes[plane * area + spot] = int(s.hp[unit]) * WHOLE // int(p.stats[unit, Stat.HP_MAX])
        if row >= slots:
            _write_seen(planes, Plane.SEEN * area, p.views[player, s.cell[unit]])
        if unit == s.active:
            planes[Plane.ACTIVE * area + spot] = WHOLE
            units[row, Column.ACTIVE] = 1


def _write_seen(planes: Array, first: int, view: Array) -> None:
    # WHOLE has every bit of HALF: bitwise or gives the better sight of the two.
    for at in range(view.shape[0]):
        planes[first + at] |= view[at]


def _write_reach(p: Record, s: Record, player: int, planes: Array) -> None:
    """Write WHOLE where the active unit may move, HALF where it would sprint."""
    first = Plane.REACHABLE * int(p.rows) * int(p.cols)
    reach, spots, unit = s.reach, p.spots[player], int(s.active)
    for cell in range(reach.shape[0]):
        if reach[cell] != 0:
            planes[first + int(spots[cell])] = HALF if beyond_a_move(p, s, unit, cell) else WHOLE
