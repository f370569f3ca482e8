"""The contract of games and agents. It depends on no particular game."""
