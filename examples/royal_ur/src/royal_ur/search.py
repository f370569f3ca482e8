"""What search asks: how good a position is."""

from boardwright.core.record import Record


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """How far the pieces have come, what a throw may cost, and who holds the rosette in the middle."""
    return standing(p, w, s, player) - standing(p, w, s, 1 - player)


def standing(p: Record, w: Record, s: Record, player: int) -> float:
    """What one player's pieces are worth."""
    value = 0.0
    for square in range(1, p.home + 1):
        count = int(s.on[player, square])
        value += w.step * count * square
        if count != 0 and p.entry < square <= p.shared:
            if p.rosette[square]:
                value += w.shelter
            else:
                value -= w.danger * square * risk(p, s, 1 - player, square)
    return value


def risk(p: Record, s: Record, enemy: int, square: int) -> float:
    """The chance that one throw brings a piece of the enemy's to a square."""
    found = 0.0
    for number in range(1, min(p.odds.shape[0] - 1, square) + 1):
        if s.on[enemy, square - number] != 0:
            found += p.odds[number]
    return found
