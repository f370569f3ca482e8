"""The numbers of an analysis as colours of cells."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.core.analysis import Overlay
from boardwright.drawing import colours

FAINTEST = 0.1
"""A difference scale reaches this far at least, so that what is nearly equal looks so."""


def faces(overlay: Overlay | None) -> dict[int, str]:
    """The colours of the cells that an overlay has numbers for."""
    if overlay is None:
        return {}
    low, high = span(overlay)
    shares = {cell: (value - low) / ((high - low) or 1.0) for cell, value in overlay.values.items()}
    return {cell: colours.blend(scale(overlay), share) for cell, share in shares.items()}


def span(overlay: Overlay) -> tuple[float, float]:
    """The numbers at both ends of the colours: all shares, as far below 0 as above, or the least and the greatest."""
    if overlay.signed:
        most = max([FAINTEST, *map(abs, overlay.values.values())])
        return -most, most
    if overlay.share or not overlay.values:
        return 0.0, 1.0
    return min(overlay.values.values()), max(overlay.values.values())


def scale(overlay: Overlay) -> Sequence[str]:
    """The colours of an overlay's numbers, from the lowest to the highest."""
    return colours.DIFFERENCE if overlay.signed else colours.HEAT
