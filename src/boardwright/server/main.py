"""Runs the application in this process until it is interrupted."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import uvicorn

from boardwright.core.errors import ConfigError
from boardwright.core.words import Word
from boardwright.server.app import make_app
from boardwright.server.data_folder import opened
from boardwright.server.settings import ServerSettings


class _Server(uvicorn.Server):
    """Prints its address once it can answer."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            name = f"[{host}]" if ":" in host else host
            print(Word("serve_address", {"address": f"http://{name}:{port}/"}), flush=True)  # noqa: T201


def run(data: Path, settings: ServerSettings, database: str | None = None, **options: Any) -> None:
    """Serve the matches of a folder, or of a shared database by its URL. Port 0 takes any free port.

    `options` are those of `make_app`.
    """
    with opened(data, database) as (url, key), _bound(settings) as listening:
        config = uvicorn.Config(
            make_app(url, key, settings, **options),
            log_level="warning",
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=settings.shutdown_seconds,
        )
        try:
            _Server(config).run(sockets=[listening])
        except KeyboardInterrupt:
            return


def _bound(settings: ServerSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        address = f"{settings.host}:{settings.port}"
        raise ConfigError("port_taken", path="port", address=address, error=error.strerror) from None
