"""Puzzles: positions with a question, made from games and proved by a search that leaves no legal action out."""
