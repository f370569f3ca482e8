"""Matches, evaluations, tournaments with ratings, ladders and proofs of agents."""

from boardwright.arena.evaluation import evaluate
from boardwright.arena.match import play

__all__ = ["evaluate", "play"]
