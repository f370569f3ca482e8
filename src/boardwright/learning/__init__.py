"""Training of agents. Each method is one file, readable from top to bottom."""
