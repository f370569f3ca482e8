"""The service's settings: the shipped file, and over it a file of one's own, the environment and options."""

from __future__ import annotations

import ipaddress
import re
import types
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field

from boardwright.core import config
from boardwright.core.config import Count
from boardwright.core.errors import ConfigError
from boardwright.server import rates

PREFIX: Final = "BOARDWRIGHT_SERVE_"
"""A variable of the environment with this prefix is a setting."""


def _rates(text: str) -> str:
    rates.parse(text)
    return text


def _origin(text: str) -> str:
    if not re.fullmatch(r"https?://([A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(:[1-9][0-9]{0,4})?", text):
        raise ValueError("https://games.example.org")
    _ = urlsplit(text).port  # raises an error beyond 65535
    return text


def _root(text: str) -> str:
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)*", text):
        raise ValueError("/games")
    return text


def _network(text: str) -> str:
    ipaddress.ip_network(text, strict=False)
    return text


def _folders(given: Any) -> Any:
    return [] if given is None else [given] if isinstance(given, str) else given


Port = Annotated[int, Field(ge=0, le=65535)]
Seconds = Annotated[float, Field(gt=0, strict=False)]
Rates = Annotated[str, AfterValidator(_rates)]
"""One or more rates: `20/minute; 200/hour`."""

Origin = Annotated[str, AfterValidator(_origin)]
RootPath = Annotated[str, AfterValidator(_root)]
Network = Annotated[str, AfterValidator(_network)]
Folders = Annotated[list[str], BeforeValidator(_folders)]
"""Folders: a list, one of them, or none."""


class Offer(config.Settings):
    """An agent that is offered as an opponent.

    `most`: the options that a player may set, with their maxima; `fixed`: options that the service sets.
    """

    most: dict[str, int]
    fixed: dict[str, int | str]


class ServerSettings(config.Settings):
    """The settings of the server; `configs/server.yaml` explains each key."""

    host: str
    port: Port
    public_origin: Origin | None
    root_path: RootPath
    trusted_proxies: list[Network]
    runs: Folders
    public_runs: bool
    runs_listed: Count
    runs_depth: Count
    runs_entries: Count
    runs_seconds: Seconds
    runs_silent_seconds: Seconds
    run_bytes: Count
    run_points: Annotated[int, Field(ge=2)]
    admin_host: str
    admin_port: Port
    data: str | None
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
    analysis_workers: Count
    analysis_jobs: Count
    analysis_seconds: Seconds
    analysis_niceness: Annotated[int, Field(ge=0, le=19)]
    analysis_best: Count
    analysis_outcomes: Count
    analyses_by_address: Count
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
    throttle_seconds: Seconds
    burst_by_address: Count
    work_by_address: Rates
    work_by_token: Rates
    matches_by_address: Rates
    agent_seconds_by_address: Rates
    agent_moves_by_address: Count
    agents: dict[str, Offer]


def read(**changes: Any) -> ServerSettings:
    """Read the shipped settings, with some replaced."""
    return _checked({**config.read(config.SHIPPED, "server"), **changes})


def gather(
    file: Path | None, environment: Mapping[str, str], options: Mapping[str, Any]
) -> tuple[ServerSettings, dict[str, str]]:
    """Read the settings from all sources, later ones over earlier ones. Return also the source of each that was given.

    A key replaces the earlier one as a whole: a file that lists agents offers these and no others.
    """
    data = config.read(config.SHIPPED, "server")
    sources: dict[str, str] = {}
    if file is not None:
        if file.suffix != ".yaml" or not file.is_file():
            raise ConfigError("settings_absent", path=str(file))
        _layer(data, sources, config.read(file.parent, file.stem), f"{file}: {{}}")
    variables = {name.removeprefix(PREFIX): text for name, text in environment.items() if name.startswith(PREFIX)}
    for name, text in variables.items():
        _layer(data, sources, {name.lower(): _value(name, text)}, f"{PREFIX}{name}")
    for name, value in options.items():
        _layer(data, sources, {name: value}, f"--{name.replace('_', '-')}")
    return _checked(data), sources


@lru_cache
def is_loopback(host: str) -> bool:
    """Whether an address or a name is of this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _layer(data: dict[str, Any], sources: dict[str, str], changes: dict[str, Any], place: str) -> None:
    """Replace settings, and judge the new ones by the place that they come from."""
    try:
        config.validate(ServerSettings, {**data, **changes})
    except ConfigError as error:
        raise ConfigError(error.code, **{**error.params, "path": place.format(error.params["path"])}) from None
    data.update(changes)
    sources.update({name: place.format(name) for name in changes})


def _value(name: str, text: str) -> Any:
    """The value of a variable: text as it is where a text is expected, else YAML."""
    field = ServerSettings.model_fields.get(name.lower())
    if field is None:
        return text
    kind = field.annotation
    kinds = get_args(kind) if get_origin(kind) in {Union, types.UnionType} else (kind,)
    if any(part is str or get_origin(part) in {Annotated, Literal} for part in kinds):
        return None if not text and types.NoneType in kinds else text
    try:
        return config.parse(text)
    except ValueError:
        raise ConfigError("config_value", path=f"{PREFIX}{name}", value=repr(text), expected="YAML") from None


def _checked(data: Mapping[str, Any]) -> ServerSettings:
    """Validate settings, also those that hang together."""
    settings = config.validate(ServerSettings, data)
    if settings.admin_port and settings.admin_port == settings.port:
        # The port alone says which listener a request came by.
        raise ConfigError("config_value", path="admin_port", value=settings.admin_port, expected="!= port")
    if settings.public_origin is None and not is_loopback(settings.host):
        raise ConfigError("origin_missing", path="public_origin", host=settings.host)
    return settings
