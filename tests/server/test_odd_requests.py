"""Odd bytes on the socket: the answer is 2xx, 3xx or 4xx, or the connection is closed, and nothing is logged."""

from __future__ import annotations

import random
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from .harness import API, Server

HOST = b"Host: localhost\r\n"
ODD = [
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET http://evil.example/api/v1/games HTTP/1.1\r\n" + HOST + b"\r\n",
    b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET //evil.example/%2e%2e/ HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /%00 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /%ff%fe HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /api/v1/matches/%00%0a/stream HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /api/v1/games HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET /api/v1/games HTTP/1.1\r\n" + HOST + b"Accept-Language: ;q=nan,fr;q=-1,\xff\r\n\r\n",
    b"GET /api/v1/games HTTP/1.1\r\n" + HOST + b"Authorization: \xff\xfe\r\n\r\n",
    b"GET /api/v1/games HTTP/1.1\r\n" + HOST + b"X-Forwarded-For: \xff, , [::\r\n\r\n",
    b"GET /api/v1/games HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET /api/v1/games HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
    b"GET /api/v1/games HTTP/1.1\r\n" + HOST + b"X: y\r\n" * 400 + b"\r\n",
    b"POST /api/v1/matches HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
    b"POST /api/v1/matches HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /api/v1/matches HTTP/1.1\r\n" + HOST + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n",
    b"POST /api/v1/matches HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/v1/matches HTTP/1.1\r\n" + HOST + b"Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n",
    b"POST /api/v1/matches HTTP/1.1\r\n" + HOST + b"Content-Length: 4\r\n\r\n\xff\xfe\xff\xfe",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n" * 1000,
    b"\x00" * 5000,
]


@pytest.fixture
def quiet(tmp_path: Path) -> Server:
    return Server(tmp_path / "data", "--set", "request_seconds=1", "--set", "idle_seconds=1")


def statuses(server: Server, sent: bytes) -> list[int]:
    host, port = server.address.removeprefix("http://").split(":")
    received = b""
    with socket.create_connection((host, int(port)), timeout=30) as client:
        try:
            client.sendall(sent)
            while data := client.recv(65536):
                received += data
        except ConnectionError:
            pass
    return [int(status) for status in re.findall(rb"^HTTP/1\.1 (\d+) ", received, re.M)]


def test_odd_requests_are_answered_or_cut_off(quiet: Server) -> None:
    generator = random.Random(1)
    whole = b"GET %s/games?at=1 HTTP/1.1\r\nHost: localhost\r\nAccept-Language: fr\r\n\r\n" % API.encode()
    mutants = []
    for _ in range(60):
        mutant = bytearray(whole)
        for _ in range(generator.randint(1, 4)):
            mutant[generator.randrange(len(mutant))] = generator.randrange(256)
        mutants.append(bytes(mutant))
    requests = [*ODD, *mutants]
    with ThreadPoolExecutor(16) as threads:
        for sent, found in zip(requests, threads.map(lambda sent: statuses(quiet, sent), requests)):
            assert all(status < 500 for status in found), (sent[:100], found)
    assert quiet.stop() == 0
    lines = quiet.errors.splitlines()
    # Warnings about the requests, each kind once, and once more with its count.
    assert [
        line for line in lines if not re.search("Invalid HTTP request|upgrade|WebSocket|X-Forwarded-For", line)
    ] == []
    assert len(lines) <= 6


def test_the_page_does_not_serve_other_files(server: Server, tmp_path: Path) -> None:
    for path in (b"/../server.py", b"/..%2f..%2fapp.py", b"/assets/../../app.py", b"/%2e%2e/app.py"):
        request = b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        assert statuses(server, request) == [404], path
