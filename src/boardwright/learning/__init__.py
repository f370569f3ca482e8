"""How agents learn. Each method is one file, readable from top to bottom."""
