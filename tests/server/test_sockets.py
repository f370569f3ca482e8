"""The sockets of the server: small answers leave at once."""

from __future__ import annotations

import socket
import time

import pytest

from boardwright.server.main import bound

from .harness import Server


def test_an_accepted_connection_sends_small_packets_at_once() -> None:
    with bound("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            # asyncio sets TCP_NODELAY on sockets of this protocol only.
            assert accepted.proto == socket.IPPROTO_TCP


@pytest.mark.slow
def test_a_kept_alive_connection_does_not_wait_for_the_clients_acknowledgement(server: Server) -> None:
    with server.client() as client:
        client.get("/matches/nowhere")
        seconds = []
        for _ in range(20):
            start = time.perf_counter()
            client.get("/matches/nowhere")
            seconds.append(time.perf_counter() - start)
    # Without TCP_NODELAY each takes 40 ms: the body waits until the client has acknowledged the headers. The quickest
    # alone says it, however busy the machine is.
    assert min(seconds) < 0.03
