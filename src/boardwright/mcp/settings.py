"""The limits of the tools, from configs/mcp.yaml."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from pydantic import Field

from boardwright.core import config

Count = Annotated[int, Field(ge=1)]


class Limits(config.Settings):
    """The limits; configs/mcp.yaml documents each key."""

    matches: Count
    alternatives: Count
    top: Count


@cache
def limits() -> Limits:
    """The limits of the package."""
    return config.validate(Limits, config.read(config.SHIPPED, "mcp"))
