"""Mistakes that a newcomer makes, planted in a toy game; `planted.py` has the machinery that makes them."""

from __future__ import annotations

from plant_kinds import Mistake

MISTAKES = (
    Mistake(
        "a mistyped field, in a helper",
        "own = s.stones[place]",
        "own = s.stonnes[place]",
        "has_pair",
        "kernel_field",
        "stonnes",
    ),
    Mistake(
        "the same, interpreted",
        "own = s.stones[place]",
        "own = s.stonnes[place]",
        "has_pair",
        "kernel_raised",
        "stonnes",
        compiled=False,
    ),
    Mistake(
        "an index out of bounds",
        "    return before or (place + 1 < p.places and s",
        "    return before or (s",
        "has_pair",
        "kernel_raised",
        "out of bounds",
        compiled=False,
    ),
    Mistake(
        "a wrong return type",
        "    return check_put(p, s, action)",
        "    return s.stones",
        "check",
        "kernel_return",
        "int",
    ),
    Mistake(
        "a missing int()",
        "s.left = int(s.left) - 1",
        "s.left = s.left - 3",
        "advance",
        "kernel_wrapped",
        compiled=False,
    ),
)
