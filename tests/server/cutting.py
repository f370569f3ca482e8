"""A proxy between a client and a server that cuts connections, also between a request and its answer."""

from __future__ import annotations

import contextlib
import itertools
import socket
import threading
from types import TracebackType


class CuttingProxy:
    """Passes bytes on. From the answers' piece number `first` on, it cuts the connection at every `every`th of them.

    The server has then acted on the request, and the client does not know it.
    """

    def __init__(self, server: str, *, first: int, every: int) -> None:
        host, port = server.removeprefix("http://").split(":")
        self._server = (host, int(port))
        self._first, self._every = first, every
        self._pieces = itertools.count(1)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.cut: list[bytes] = []
        """The beginnings of the latest request on each connection that was cut."""

    def __enter__(self) -> CuttingProxy:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A thread that waits in `accept` is not woken by `close` alone.
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(self._server)
                last = [b""]
                for target in (self._requests, self._answers):
                    threading.Thread(target=target, args=(client, server, last), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket, last: list[bytes]) -> None:
        with contextlib.suppress(OSError), server:
            while piece := client.recv(65536):
                if piece.startswith((b"GET ", b"POST ")):
                    last[0] = piece.split(b" HTTP/")[0]
                server.sendall(piece)

    def _answers(self, client: socket.socket, server: socket.socket, last: list[bytes]) -> None:
        with contextlib.suppress(OSError), client:
            while piece := server.recv(65536):
                number = next(self._pieces)
                if number >= self._first and number % self._every == 0:
                    self.cut.append(last[0])
                    client.shutdown(socket.SHUT_RDWR)
                    return
                client.sendall(piece)
