"""Runs the application in this process until it is interrupted."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from boardwright.core.errors import ConfigError
from boardwright.core.garbage import collect_rarely
from boardwright.core.words import Word
from boardwright.server import logs, open_files
from boardwright.server.admin import make_admin
from boardwright.server.app import endpoints, has_page, make_app
from boardwright.server.connections import Gate, protocol
from boardwright.server.costs import Costs
from boardwright.server.data_folder import opened
from boardwright.server.edge import Edge
from boardwright.server.quick import Quick
from boardwright.server.settings import ServerSettings


class _Server(uvicorn.Server):
    """Prints its address once it can answer."""

    def __init__(self, config: uvicorn.Config, settings: ServerSettings, edge: Edge, log: logs.Handler) -> None:
        super().__init__(config)
        self._edge = edge
        self._log = log
        self._settings = settings

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End in order with status 0 at the first signal, at once at the next. uvicorn would end by the signal."""
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True
        # Threads that load or compile cannot be interrupted. Nothing is lost: an acknowledged event is on disk.
        watchdog = threading.Timer(self._settings.shutdown_seconds, os._exit, (0,))
        watchdog.daemon = True
        watchdog.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._edge.close()
        await super().shutdown(sockets)
        self._log.tick(last=True)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            self._log.tick()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(logs.of_loop)
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(open_files.BACKLOG)
        if self.started and sockets:
            host, port = sockets[0].getsockname()[:2]
            name = f"[{host}]" if ":" in host else host
            address = f"http://{name}:{port}{self._settings.root_path}/"
            collect_rarely()
            if not has_page():
                print(Word("page_missing"), file=sys.stderr, flush=True)  # noqa: T201
            print(Word("serve_address", {"address": address}), flush=True)  # noqa: T201


def run(data: Path, settings: ServerSettings, database: str | None = None, **options: Any) -> None:
    """Serve the matches of a folder, or of a shared database by its URL. Port 0 takes any free port.

    `options` are those of `make_app`.
    """
    with opened(data, database) as (url, key), ExitStack() as sockets:
        listening = [sockets.enter_context(bound(settings.host, settings.port))]
        if settings.admin_port:
            listening.append(sockets.enter_context(bound(settings.admin_host, settings.admin_port)))
        log = logs.configure(settings)
        app = make_app(url, key, settings, **options)
        gate = Gate(settings, open_files.allowed_connections(settings.connections))
        admin = make_admin(app, gate) if settings.admin_port else None
        edge = Edge(Quick(app), settings, app.state.limits, Costs(endpoints(app)), admin)
        config = uvicorn.Config(
            edge,
            http=protocol(gate),  # type: ignore[arg-type]  # a class, or what makes one of its objects
            ws="none",
            backlog=open_files.ACCEPTED_AT_ONCE,
            h11_max_incomplete_event_size=settings.header_bytes,
            timeout_keep_alive=settings.idle_seconds,
            proxy_headers=False,
            server_header=False,
            log_config=None,
            access_log=False,
            lifespan="on",
            # The last second is for what is closed after the requests.
            timeout_graceful_shutdown=settings.shutdown_seconds - 1,
        )
        _Server(config, settings, edge, log).run(sockets=listening)


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
