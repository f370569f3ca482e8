"""Draws for moves: from fresh entropy, or those of a puzzle, a board that some reasoning solves from the first move.

The rules know nothing of it: a draw is an argument, and the log keeps it like any other.
"""

from __future__ import annotations

import numpy as np

from boardwright.core.definition import Definition
from boardwright.core.inspection import Inspection
from boardwright.server import credentials
from boardwright.server.matches import LiveMatch


def puzzle_of(definition: Definition, preset: str) -> tuple[str, str] | None:
    """The preset that a variant of puzzles is played with, and their level; None for a plain preset."""
    puzzles = definition.people.puzzles
    return None if puzzles is None else puzzles.presets.get(preset)


def is_puzzle(match: LiveMatch) -> bool:
    """Whether the first move of a match makes a puzzle, which takes longer than a draw."""
    return puzzle_of(match.game.definition, match.heading.preset) is not None


def draw_for(match: LiveMatch, action: int, player: int, inspection: Inspection) -> int | None:
    """A draw for a legal action, None if it needs none."""
    if int(inspection.chances[0]) == 1:
        return None
    variant = puzzle_of(match.game.definition, match.heading.preset)
    if variant is None:
        return int(inspection.draws(np.array([credentials.raw_bits()]))[0])
    puzzles = match.game.definition.people.puzzles
    assert puzzles is not None
    fields = match.game.actions.to_dict(action, player)
    # As plain Python: the boards of these variants take a moment, and the compiler half a minute.
    game = match.game.as_interpreted()
    made = puzzles.make(game, variant[1], (fields["row"], fields["col"]), credentials.raw_bits(), 0)
    ((_, draw),) = made.history
    return draw
