"""The service's settings, from `configs/server.yaml`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

import limits
from pydantic import AfterValidator, Field, model_validator

from boardwright.core import config

Port = Annotated[int, Field(ge=0, le=65535)]
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, strict=False)]


def _rates(text: str) -> str:
    limits.parse_many(text)
    return text


Rates = Annotated[str, AfterValidator(_rates)]
"""One or more rates: `20/minute; 200/hour`."""

Rate = Annotated[Rates, Field(pattern="^[^;]*$")]


class Offer(config.Settings):
    """An agent that is offered as an opponent.

    `most`: the options that a player may set, with their maxima; `fixed`: options that the service sets.
    """

    most: dict[str, int]
    fixed: dict[str, int | str]


class ServerSettings(config.Settings):
    """The settings; the file explains each key."""

    host: str
    port: Port
    admin_host: str
    admin_port: Port
    matches: Count
    group: Count
    workers: Count
    jobs: Count
    retry_seconds: Count
    thinking_seconds: Seconds
    attempts: Count
    kept_agents: Count
    keepalive_seconds: Seconds
    shutdown_seconds: Annotated[int, Field(ge=2)]
    log_format: Literal["plain", "json"]
    log_level: Literal["debug", "info", "warning", "error"]
    body_bytes: Count
    header_bytes: Annotated[int, Field(ge=1024)]
    request_seconds: Seconds
    answer_seconds: Seconds
    idle_seconds: Count
    connections: Count
    connections_by_address: Count
    streams: Count
    streams_by_address: Count
    requests_by_address: Rates
    requests_by_token: Rates
    matches_by_address: Rates
    agent_seconds_by_address: Rate
    agents: dict[str, Offer]

    @model_validator(mode="after")
    def _ports_differ(self) -> Self:
        # The port alone says which listener a request came by.
        if self.admin_port and self.admin_port == self.port:
            raise ValueError("admin_port != port")
        return self


def read(**changes: Any) -> ServerSettings:
    """Read the shipped settings, with some replaced."""
    return config.validate(ServerSettings, {**config.read(config.SHIPPED, "server"), **changes})
