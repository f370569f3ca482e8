"""Heat maps: the numbers of an analysis as colours of cells."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.core.analysis import Overlay
from boardwright.drawing import colours

FAINTEST = 0.1
"""The least range of a difference scale, so that nearly equal numbers look so."""


def faces(overlay: Overlay | None) -> dict[int, str]:
    """The colours of the cells that have a number in an overlay."""
    if overlay is None:
        return {}
    low, high = span(overlay)
    shares = {cell: (value - low) / ((high - low) or 1.0) for cell, value in overlay.values.items()}
    return {cell: colours.blend(scale(overlay), share) for cell, share in shares.items()}


def span(overlay: Overlay) -> tuple[float, float]:
    """The numbers at both ends of the scale: 0 to 1 for shares, symmetric for differences, else least to greatest."""
    if overlay.signed:
        most = max([FAINTEST, *map(abs, overlay.values.values())])
        return -most, most
    if overlay.share or not overlay.values:
        return 0.0, 1.0
    return min(overlay.values.values()), max(overlay.values.values())


def scale(overlay: Overlay) -> Sequence[str]:
    """The colour scale of an overlay, from the lowest to the highest."""
    return colours.DIFFERENCE if overlay.signed else colours.HEAT
