"""Runs the application in this process until it is interrupted."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import uvicorn

from boardwright.core.errors import ConfigError
from boardwright.core.words import Word
from boardwright.server.app import make_app
from boardwright.server.connections import Gate, protocol
from boardwright.server.data_folder import opened
from boardwright.server.edge import Edge
from boardwright.server.settings import ServerSettings


class _Server(uvicorn.Server):
    """Prints its address once it can answer."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            name = f"[{host}]" if ":" in host else host
            print(Word("serve_address", {"address": f"http://{name}:{port}/"}), flush=True)  # noqa: T201


def run(data: Path, settings: ServerSettings, **options: Any) -> None:
    """Serve the matches of a folder. Port 0 takes any free port. `options` are those of `make_app`."""
    with opened(data) as (url, key), bound(settings.host, settings.port) as listening:
        app = make_app(url, key, settings, **options)
        gate = Gate(settings, settings.connections)
        config = uvicorn.Config(
            Edge(app, settings, app.state.limits),
            http=protocol(gate),  # type: ignore[arg-type]  # a class, or what makes one of its objects
            ws="none",
            h11_max_incomplete_event_size=settings.header_bytes,
            timeout_keep_alive=settings.idle_seconds,
            proxy_headers=False,
            log_level="warning",
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=settings.shutdown_seconds,
        )
        try:
            _Server(config).run(sockets=[listening])
        except KeyboardInterrupt:
            return


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named: asyncio sets TCP_NODELAY only where it is, and each answer would wait 40 ms without it.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        raise ConfigError("port_taken", path="port", address=f"{host}:{port}", error=error.strerror) from None
    return listening
