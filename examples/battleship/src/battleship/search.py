"""Static evaluation for search."""

from battleship.rules import HITS, SHIPS_SUNK
from boardwright.core.record import Record


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """Score hits and sunk ships, which both players know."""
    hits = int(s.tally[player, HITS]) - int(s.tally[1 - player, HITS])
    sunk = int(s.tally[player, SHIPS_SUNK]) - int(s.tally[1 - player, SHIPS_SUNK])
    return float(w.hit * hits + w.sunk * sunk)
