"""The rules of Battleship: place your ships in secret, then shoot at each other's in turn.

An action below twice the number of cells places the player's next ship, the others shoot. A cell that was shot at
holds MISS, HIT, or SUNK plus the number of the ship that was sunk there.
"""

from enum import IntEnum

import numpy as np

from boardwright import Private
from boardwright.core.compiled.contract import emit
from boardwright.core.placements import place_pieces
from boardwright.core.record import OK, TERMINAL, Array, Record

PLACING, SHOOTING = 0, 1
UNKNOWN, MISS, HIT, SUNK = 0, 1, 2, 3
HITS, SHIPS_SUNK = 0, 1


class Reason(IntEnum):
    """Reasons for refusing an action. Each has its sentence in words.yaml."""

    PLACE_FIRST = 1
    PLACED_ALREADY = 2
    OFF_BOARD = 3
    SHIPS_OVERLAP = 4
    SHOT_ALREADY = 5


class Event(IntEnum):
    """Kinds of event in a step. Each has its sentence in words.yaml."""

    PLACED = 1
    MISSED = 2
    STRUCK = 3
    SANK = 4


EVENTS: dict[IntEnum, tuple[str, ...]] = {
    Event.PLACED: Private("player", "ship", "cell"),
    Event.MISSED: ("player", "cell"),
    Event.STRUCK: ("player", "cell"),
    Event.SANK: ("player", "ship"),
}


def reset(p: Record, s: Record) -> None:
    """Start with empty boards."""


def check(p: Record, s: Record, action: int) -> int:
    """Check a placement of the player's next ship, or a shot."""
    cells = s.ship.shape[1]
    if action < 2 * cells:
        return place_refusal(p, s, action)
    return shot_refusal(s, action - 2 * cells)


def check_place(p: Record, s: Record, row: int, col: int, down: int) -> int:
    """Check a placement by its fields."""
    if row < 0 or row >= p.rows or col < 0 or col >= p.cols or down < 0 or down > 1:
        return Reason.OFF_BOARD
    return place_refusal(p, s, down * s.ship.shape[1] + row * int(p.cols) + col)


def check_shoot(p: Record, s: Record, row: int, col: int) -> int:
    """Check a shot by its fields."""
    if row < 0 or row >= p.rows or col < 0 or col >= p.cols:
        return Reason.OFF_BOARD
    return shot_refusal(s, row * int(p.cols) + col)


def place_refusal(p: Record, s: Record, spot: int) -> int:
    """Return OK, or the reason why the player's next ship cannot be placed."""
    if s.phase != PLACING:
        return Reason.PLACED_ALREADY
    player = int(s.to_move)
    ship = int(s.placed[player])
    if p.spots[ship, spot, 0] < 0:
        return Reason.OFF_BOARD
    for i in range(p.spots.shape[2]):
        cell = p.spots[ship, spot, i]
        if cell >= 0 and s.ship[player, cell] != 0:
            return Reason.SHIPS_OVERLAP
    return OK


def shot_refusal(s: Record, cell: int) -> int:
    """Return OK, or the reason why a cell cannot be shot at."""
    if s.phase != SHOOTING:
        return Reason.PLACE_FIRST
    return OK if s.shot[1 - int(s.to_move), cell] == UNKNOWN else Reason.SHOT_ALREADY


def advance(p: Record, s: Record, action: int, draw: int) -> None:
    """Place a ship, or shoot. Player 0 places all ships, then player 1; then they shoot in turn."""
    cells, player = s.ship.shape[1], int(s.to_move)
    if action < 2 * cells:
        ship = int(s.placed[player])
        put(p, s, player, ship, action)
        s.placed[player] = ship + 1
        emit(s, Event.PLACED, player, ship, int(p.spots[ship, action, 0]))
        if ship + 1 == p.ships:
            s.to_move = 1 - player
            s.phase = SHOOTING if player == 1 else PLACING
    else:
        shoot(p, s, player, action - 2 * cells)


def put(p: Record, s: Record, player: int, ship: int, spot: int) -> None:
    """Put a ship on its cells."""
    for i in range(p.spots.shape[2]):
        cell = p.spots[ship, spot, i]
        if cell >= 0:
            s.ship[player, cell] = ship + 1


def shoot(p: Record, s: Record, player: int, cell: int) -> None:
    """Shoot at a cell of the other player, who says whether it was a hit, and which ship was sunk."""
    other = 1 - player
    s.to_move = other
    hit = int(s.ship[other, cell])
    if hit == 0:
        s.shot[other, cell] = MISS
        emit(s, Event.MISSED, player, cell, 0)
        return
    s.shot[other, cell] = HIT
    s.tally[player, HITS] += 1
    emit(s, Event.STRUCK, player, cell, 0)
    afloat = 0
    for i in range(s.ship.shape[1]):
        afloat += int(s.ship[other, i] == hit and s.shot[other, i] == UNKNOWN)
    if afloat == 0:
        for i in range(s.ship.shape[1]):
            if s.ship[other, i] == hit:
                s.shot[other, i] = SUNK + hit - 1
        s.tally[player, SHIPS_SUNK] += 1
        emit(s, Event.SANK, player, hit - 1, 0)
        if s.tally[player, SHIPS_SUNK] == p.ships:
            s.returns[player] = 1.0
            s.returns[other] = -1.0
            s.to_move = TERMINAL


def observe(p: Record, s: Record, player: int, o: Record) -> None:
    """Write the player's own ships, and what each player was shown by the other's shots."""
    o.own[:] = s.ship[player]
    o.own_shot[:] = s.shot[player]
    o.other_shot[:] = s.shot[1 - player]
    o.placed[0] = s.placed[player]
    o.placed[1] = s.placed[1 - player]


def resample(p: Record, s: Record, player: int, draw: int) -> bool:
    """Place the other player's ships anew, in any way that fits what was shot at. The end hides nothing."""
    other = 1 - player
    placed = int(s.placed[other])
    if s.to_move == TERMINAL or placed == 0:
        return True
    # Locals: as plain Python, each look at a field of a record costs microseconds.
    spots, shot, ships = p.spots, s.shot[other], s.ship[other]
    cells = shot.shape[0]
    fits = np.zeros((placed, 2 * cells), np.uint8)
    covered = np.zeros(cells, np.uint8)
    sunk = np.zeros(placed, np.uint8)
    for cell in range(cells):
        covered[cell] = shot[cell] == HIT
        if shot[cell] >= SUNK:
            sunk[shot[cell] - SUNK] = 1
        ships[cell] = 0
    for ship in range(placed):
        for spot in range(2 * cells):
            fits[ship, spot] = could_be(spots[ship, spot], shot, SUNK + ship if sunk[ship] else UNKNOWN)
    chosen = np.zeros(placed, np.int64)
    if not place_pieces(spots[:placed], fits, covered, draw, chosen):
        return False
    for ship in range(placed):
        put(p, s, other, ship, chosen[ship])
    return True


def could_be(spot: Array, shot: Array, wreck: int) -> bool:
    """Whether a ship can be at a spot: a sunk one on its `wreck`, another on no miss and not only on hits."""
    unknown = 0
    for i in range(spot.shape[0]):
        cell = spot[i]
        if cell >= 0:
            seen = int(shot[cell])
            if seen != wreck and (seen == MISS or seen >= SUNK or wreck >= SUNK):
                return False
            unknown += int(seen == UNKNOWN)
    return spot[0] >= 0 and (wreck >= SUNK or unknown > 0)
