"""Agents against games and against each other: matches, evaluations, tournaments with ratings, proofs."""

from boardwright.arena.evaluation import evaluate
from boardwright.arena.match import play

__all__ = ["evaluate", "play"]
