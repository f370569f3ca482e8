"""gzip for the answers that are worth it: a view of a large board is ten times smaller on the wire."""

from __future__ import annotations

import zlib
from collections.abc import MutableMapping
from typing import Any, Final

from starlette.types import Scope, Send

LEAST: Final = 1024
"""Bytes. A smaller answer fits into a packet as it is."""

LEVEL: Final = 1
"""The fastest, because it runs on the event loop."""

GZIP: Final = 31
"""Of zlib's window sizes, the one that writes a gzip header."""

KINDS: Final = (b"application/json", b"text/html", b"text/css", b"text/javascript", b"image/svg+xml")
"""Not `text/event-stream` and not `application/x-ndjson`: a stream must not wait for the compressor."""


class Compressing:
    """Sends an answer, compressed where the client accepts it, its kind allows it and it is large enough."""

    __slots__ = ("_accepted", "_compressor", "_send", "_start")

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send = send
        self._accepted = accepts_gzip(dict(scope["headers"]).get(b"accept-encoding", b""))
        self._start: MutableMapping[str, Any] | None = None
        self._compressor: Any = None

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        """Send a message of the answer. Its head waits for the first part of its body."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if self._start is not None:
            start, self._start = self._start, None
            await self._send(self._begin(start, message))
        if self._compressor is not None:
            body = self._compressor.compress(message.get("body", b""))
            if not message.get("more_body", False):
                body += self._compressor.flush()
            message = {**message, "body": body}
        await self._send(message)

    def _begin(self, start: MutableMapping[str, Any], first: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        headers = [(name.lower(), value) for name, value in start.get("headers", ())]
        known = dict(headers)
        if not known.get(b"content-type", b"").startswith(KINDS):
            return start
        large = first.get("more_body", False) or len(first.get("body", b"")) > LEAST
        # A part of a file has its own length, and the answer to HEAD has no body.
        if self._accepted and large and start["status"] in {200, 201} and b"content-encoding" not in known:
            self._compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
            headers = [_weakened(name, value) for name, value in headers if name != b"content-length"]
            headers.append((b"content-encoding", b"gzip"))
        return {**start, "headers": [*headers, (b"vary", b"Accept-Encoding")]}


def accepts_gzip(header: bytes) -> bool:
    """Whether a client accepts gzip, by its header."""
    for part in header.decode("latin-1").lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            try:
                return float(weight.strip().removeprefix("q=") or 1) > 0
            except ValueError:
                return False
    return False


def _weakened(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header; an ETag as a weak one, because the bytes are others than those of the file."""
    return (name, b"W/" + value) if name == b"etag" and not value.startswith(b"W/") else (name, value)
