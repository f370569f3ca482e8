"""The shipped games: one folder a game, the same file names in each."""
