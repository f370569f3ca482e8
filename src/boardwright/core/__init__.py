"""The contract every game and agent meets. It knows no game."""
