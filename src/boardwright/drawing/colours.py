"""Every colour and colour scale of pictures and charts, as on the page in its light scheme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

INK, MUTED, CARD, PAPER = "#1f2328", "#5b6068", "#fffefb", "#f5f3ee"
FACE, GROOVE = "#efe9dc", "#cfc7b4"
"""A cell, and the line around it."""

ACCENT, DANGER, LAST = "#1f5673", "#9c2b1f", "#e8bd1f"

OWNERS = ("#1f5673", "#a8431c", "#3d6b35", "#6a3f86")
UNOWNED = "#5b6068"

NUMBERS = ("#1c4fc4", "#20702f", "#c02a1d", "#1c1f7a", "#7c1f14", "#11747a", "#22262b", "#5b6068")
"""The usual colours of the numbers 1 to 8 on open cells."""

FACES: Mapping[str, str] = {
    "zone0": "#d2d4cd",
    "zone1": "#e5d2c1",
    "goal0": "#d8d9d0",
    "goal1": "#e7d7c7",
    "wall": "#6d675b",
    "hidden": "#c3c9d1",
    "flagged": "#c3c9d1",
    "open": "#faf7f0",
    "last": "#e3d9a9",
    "active": "#c5dbe6",
    "line": "#c1ccb7",
    "struck": "#d5493a",
}
"""The colour of a cell by its marks; of several, the last in this table."""

HEX_FACES: Mapping[str, str] = {"zone0": FACES["zone0"], "zone1": FACES["zone1"], "goal": "#d3d7c5", **FACES}
"""The same on hexes, where goals are tinted, too."""

BEST = "#7b2a9b"
"""The best move of an analysis: on no colour scale, and no player's colour."""

HIDDEN_EDGE, GOAL, LAST_RING, LINE_RING = "#98a1ad", "#3d7a4e", "#8a7a1f", "#346043"

GOAL_RINGS = ("#7d98a2", "#c17d5f")
"""The rings of the cells that a player has to reach."""

FADED = 0.65
"""How far the colours of pieces beside a winning line are blended with their cells' colours."""

HEAT = ("#dcf1ec", "#f2b35c", "#a3201c")
"""Shares, from low to high: light to dark, so that the order is visible without colour, too."""

DIFFERENCE = ("#1f5f9e", "#f6f4ef", "#a8480a")
"""Below, equal, above: blue and orange differ for red-green colour-blind readers, too."""

OFTEN = ("#eef6d6", "#8fcf9a", "#2f8f8a", "#1d4e73", "#1b1f3a")
"""Counts, from seldom to often: light to dark as well."""

RESULT = ("#c8553d", "#f4f1ea", "#2f7f79")
"""Lost, even, won: distinct for red-green colour-blind readers, too."""


def owner(player: int | None) -> str:
    """The colour of a player."""
    return UNOWNED if player is None else OWNERS[player % len(OWNERS)]


def blend(scale: Sequence[str], share: float) -> str:
    """The colour at a share from 0 to 1 of a scale of evenly spaced colours."""
    place = min(max(share, 0.0), 1.0) * (len(scale) - 1)
    low = min(int(place), len(scale) - 2)
    pairs = zip(_parts(scale[low]), _parts(scale[low + 1]))
    return "#" + "".join(f"{round(one + (other - one) * (place - low)):02x}" for one, other in pairs)


def is_dark(colour: str) -> bool:
    """Whether text on it must be light, by its relative luminance (WCAG)."""
    weights = (0.2126, 0.7152, 0.0722)
    return sum(weight * float((part / 255) ** 2.2) for weight, part in zip(weights, _parts(colour))) < 0.2


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
