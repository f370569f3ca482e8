"""The edge: what happens to a request before the application sees it, and to its answer on the way out.

Plain ASGI: a middleware class of Starlette would cost more than the rest of the edge, and break streams.
"""

from __future__ import annotations

from contextlib import nullcontext

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwright.server import problems
from boardwright.server.limits import Limits, address_of
from boardwright.server.problems import Refusal
from boardwright.server.settings import ServerSettings

API = "/api/v1"


class Edge:
    """An application behind its limits."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, limits: Limits) -> None:
        self._app = app
        self._settings = settings
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._admit(scope, receive, send)
        except Refusal as refusal:
            answer = problems.answer(Request(scope), refusal.word, refusal.status, refusal.retry_after)
            await answer(scope, receive, send)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        client = scope["client"]
        address = address_of(client[0]) if client else ""
        scope["state"]["address"] = address
        self._limits.require_request(address, headers.get(b"authorization"))
        length = headers.get(b"content-length", b"0")
        if len(length) > 18 or int(length) > self._settings.body_bytes:
            raise self._too_large()
        if scope["method"] not in {"GET", "HEAD"}:
            given = await self._read(receive)
            if given is None:
                return
            receive = given
        path = scope["path"]
        if path == f"{API}/matches" and scope["method"] == "POST":
            self._limits.require_match(address)
        streaming = path.startswith(f"{API}/matches/") and path.endswith("/stream")
        with self._limits.stream(address) if streaming else nullcontext():
            await self._app(scope, receive, send)

    async def _read(self, receive: Receive) -> Receive | None:
        """Read a body up to the limit. Return a `receive` that gives it to the application; None if the client left."""
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > self._settings.body_bytes:
                raise self._too_large()
            if not message.get("more_body", False):
                break
        kept: list[Message] = [{"type": "http.request", "body": body}]

        async def given() -> Message:
            return kept.pop() if kept else await receive()

        return given

    def _too_large(self) -> Refusal:
        return Refusal(413, "body_too_large", most=self._settings.body_bytes)
