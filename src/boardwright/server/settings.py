"""The service's settings, from `configs/server.yaml`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from boardwright.core import config

Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, strict=False)]


class Offer(config.Settings):
    """An agent that is offered as an opponent.

    `most`: the options that a player may set, with their maxima; `fixed`: options that the service sets.
    """

    most: dict[str, int]
    fixed: dict[str, int | str]


class ServerSettings(config.Settings):
    """The settings; the file explains each key."""

    host: str
    port: Annotated[int, Field(ge=0, le=65535)]
    matches: Count
    events: Count
    answers_bytes: Count
    abandoned_days: Seconds
    token_days: Seconds
    sweep_seconds: Seconds
    group: Count
    workers: Count
    jobs: Count
    retry_seconds: Count
    thinking_seconds: Seconds
    attempts: Count
    kept_agents: Count
    keepalive_seconds: Seconds
    shutdown_seconds: Count
    agents: dict[str, Offer]


def read(**changes: Any) -> ServerSettings:
    """Read the shipped settings, with some replaced."""
    return config.validate(ServerSettings, {**config.read(config.SHIPPED, "server"), **changes})
