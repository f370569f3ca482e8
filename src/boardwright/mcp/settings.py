"""The limits of the tools, from configs/mcp.yaml."""

from __future__ import annotations

from functools import cache

from boardwright.core import config
from boardwright.core.config import Count


class Limits(config.Settings):
    """The limits; configs/mcp.yaml documents each key."""

    matches: Count
    alternatives: Count
    top: Count


@cache
def limits() -> Limits:
    """The limits of the package."""
    return config.validate(Limits, config.read(config.SHIPPED, "mcp"))
