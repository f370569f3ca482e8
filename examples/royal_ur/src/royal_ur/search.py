"""Static evaluation for search."""

from boardwright.core.record import Record


def evaluate(p: Record, w: Record, s: Record, player: int) -> float:
    """Return progress along the path, minus exposure to capture, plus the central rosette, from a player's side."""
    return standing(p, w, s, player) - standing(p, w, s, 1 - player)


def standing(p: Record, w: Record, s: Record, player: int) -> float:
    """Return the value of one player's pieces."""
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
    """Return the probability that the enemy's next throw reaches a square."""
    probability = 0.0
    for number in range(1, min(p.odds.shape[0] - 1, square) + 1):
        if s.on[enemy, square - number] != 0:
            probability += p.odds[number]
    return probability
