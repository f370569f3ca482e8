"""A small HTTP client for load: the requests of one connection, one after the other, with their seconds."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any, Self
from urllib.parse import urlsplit


class Connection:
    """A kept-alive connection to a server."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self.seconds = 0.0
        """The seconds of the last request."""

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writer is not None:
            self._writer.close()

    async def request(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, bytes]:
        """Send a request, and return the status and the body of its answer."""
        reader, writer = self._open()
        content = b"" if body is None else json.dumps(body).encode()
        began = time.perf_counter()
        writer.write(self._head(method, path, token, len(content)) + content)
        status, headers = await self._answer_head(reader)
        answer = await reader.readexactly(int(headers.get(b"content-length", b"0")))
        self.seconds = time.perf_counter() - began
        return status, answer

    async def lines(self, path: str, body: Any = None) -> asyncio.StreamReader:
        """Begin a stream, by POST if it has a body, and return the reader of its bytes."""
        reader, writer = self._open()
        content = b"" if body is None else json.dumps(body).encode()
        writer.write(self._head("GET" if body is None else "POST", path, None, len(content)) + content)
        status, _ = await self._answer_head(reader)
        if status != 200:
            raise ConnectionError(status)
        return reader

    def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        assert self._reader is not None
        assert self._writer is not None
        return self._reader, self._writer

    def _head(self, method: str, path: str, token: str | None, length: int) -> bytes:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        sized = f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else ""
        return f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n{bearer}{sized}\r\n".encode()

    async def _answer_head(self, reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes]]:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *rest = head.split(b"\r\n")
        pairs = (line.split(b":", 1) for line in rest if b":" in line)
        return int(first.split()[1]), {name.lower(): value.strip() for name, value in pairs}
