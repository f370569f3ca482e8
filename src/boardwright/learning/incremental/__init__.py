"""Learning a network that alpha-beta updates move by move: scored games, training, and the numbers it plays with."""
