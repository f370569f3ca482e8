"""The edge: what happens to a request before the application sees it, and to its answer on the way out.

Plain ASGI: a middleware class of Starlette would cost more than the rest of the edge, and break streams.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardwright.core.words import Word
from boardwright.server import costs, logs, metrics, problems
from boardwright.server.costs import Costs
from boardwright.server.fair_queue import FairQueue
from boardwright.server.limits import PAYER, Limits, address_of
from boardwright.server.problems import Refusal
from boardwright.server.proxies import Proxies
from boardwright.server.settings import ServerSettings, is_loopback

logger = logging.getLogger(__name__)

API: Final = "/api/v1"
CREATING: Final = (f"{API}/matches", f"{API}/records")
STREAMS: Final = ("/stream", "/follow")
GONE: Final = 499
"""The status in the log where the client left before it was answered."""

COMPRESSED_FROM: Final = 1024
"""Bytes. A smaller answer fits into a packet as it is."""

COMPRESSION: Final = 5
"""It runs on the event loop: half a millisecond for the heaviest answer, a fifth of its bytes fewer than by level 1."""

LONGEST: Final = 200
"""Of a path or a name from a request, in the log and in answers."""


READING: Final = {"GET", "HEAD"}
"""The methods that change nothing."""

LOCAL: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?")
"""The names of this machine that no other site can have."""

SECURITY: Final = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""On every answer. There is nothing about other origins: none may read an answer."""


class Answer:
    """Sends an answer, and keeps its status, its size and its kind. `refused`: the application did not see it."""

    __slots__ = ("_send", "complete", "refused", "size", "status", "stream")

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0
        self.size = 0
        self.complete = False
        self.refused = False
        self.stream = False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        """Send a message of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), *SECURITY]}
        else:
            self.size += len(message.get("body", b""))
            self.complete = not message.get("more_body", False)
        await self._send(message)


class Edge:
    """An application behind its limits, with a line in the log for each request.

    `admin` is the application of the admin listener, whose requests have no limits.
    """

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, limits: Limits, prices: Costs, admin: ASGIApp | None = None
    ) -> None:
        self._app = app
        # Streams go around it: a line must not wait for the compressor.
        self._compressing = GZipMiddleware(app, minimum_size=COMPRESSED_FROM, compresslevel=COMPRESSION)
        self._admin = admin
        self._settings = settings
        self._limits = limits
        self._costs = prices
        self._proxies = Proxies(settings.trusted_proxies)
        self._queue = FairQueue(settings.burst_by_address)
        self._names = _names(settings.public_origin)
        self._closing = asyncio.Event()

    def close(self) -> None:
        """End all streams."""
        self._closing.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        answer = Answer(send)
        try:
            if self._admin is not None and scope["server"][1] == self._settings.admin_port:
                self._require_local(scope)
                await self._admin(scope, receive, answer)
            else:
                await self._admit(scope, receive, answer)
        except Refusal as refusal:
            answer.refused = True
            if refusal.code == "too_many_requests":
                # A connection has one request at a time: a flood is as slow as its answers.
                await self._pause(self._settings.throttle_seconds)
                await self._queue.turn(scope["state"]["address"])
            metrics.REFUSALS.labels(refusal.code).inc()
            refused = problems.answer(Request(scope), refusal.word, refusal.status, refusal.retry_after)
            await refused(scope, receive, answer)
        except Exception as error:
            logger.error("%s %s failed", scope["method"], _path(scope), exc_info=error)
            if not answer.status:
                await problems.answer(Request(scope), Word("server_fault"), 500)(scope, receive, answer)
        finally:
            self._done(scope, answer, time.perf_counter() - start)

    async def _admit(self, scope: Scope, receive: Receive, answer: Answer) -> None:
        headers = dict(scope["headers"])
        client = self._proxies.client(scope, headers)
        scope["client"] = (client, 0)
        address = address_of(client)
        scope.setdefault("state", {})["address"] = address
        PAYER.set(address)
        token = headers.get(b"authorization")
        self._limits.require_work(address, token, costs.REQUEST)
        self._require_host(scope, headers.get(b"host", b""))
        if scope["method"] not in READING:
            _require_own_site(headers)
        # The parser limits what it holds, not what comes in one piece.
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._settings.header_bytes:
            raise Refusal(431, "headers_too_large", most=self._settings.header_bytes)
        length = headers.get(b"content-length", b"0")
        if len(length) > 18 or int(length) > self._settings.body_bytes:
            raise self._too_large()
        path = self._enter_root(scope)
        if path is None:
            await Response(status_code=308, headers={"Location": f"{scope['path']}/"})(scope, receive, answer)
            return
        if cost := self._costs.of(scope["method"], path):
            self._limits.require_work(address, token, cost)
        if scope["method"] not in READING:
            given = await self._read(receive)
            if given is None:
                return
            receive = given
        if scope["method"] == "POST" and (path in CREATING or path.endswith("/rematch")):
            self._limits.require_match(address)
        if path == f"{API}/stream" or (path.endswith(STREAMS) and path.startswith(f"{API}/matches/")):
            with self._limits.stream(address):
                await self._stream(scope, receive, answer)
        else:
            await self._queue.turn(address)
            serve = self._compressing if _takes_gzip(headers) else self._app
            await serve(scope, receive, answer)

    async def _pause(self, seconds: float) -> None:
        """Wait, but not for longer than the server runs."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

    def _require_host(self, scope: Scope, host: bytes) -> None:
        """Refuse a request to another name than ours. Another site may let its name point to this machine."""
        name = host.decode("latin-1").lower()
        if name not in self._names and not (is_loopback(scope["server"][0]) and LOCAL.fullmatch(name)):
            raise Refusal(400, "host_unknown", host=name[:LONGEST])

    def _require_local(self, scope: Scope) -> None:
        """Refuse a request to the admin listener of this machine by another name. Elsewhere any name will do."""
        name = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
        if is_loopback(scope["server"][0]) and not LOCAL.fullmatch(name):
            raise Refusal(400, "host_unknown", host=name[:LONGEST])

    def _enter_root(self, scope: Scope) -> str | None:
        """Return the path below the root path; None for the root path itself, without its slash."""
        root, path = self._settings.root_path, str(scope["path"])
        if not root:
            return path
        if path == root:
            return None
        if not path.startswith(f"{root}/"):
            raise Refusal(404, "no_such_page", path=path)
        scope["root_path"] = root
        return path.removeprefix(root)

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

    async def _stream(self, scope: Scope, receive: Receive, answer: Answer) -> None:
        """Serve a stream that ends in order when the server does."""

        async def receive_until_closing() -> Message:
            news = asyncio.ensure_future(receive())
            closing = asyncio.ensure_future(self._closing.wait())
            try:
                await asyncio.wait((news, closing), return_when=asyncio.FIRST_COMPLETED)
                return news.result() if news.done() else {"type": "http.disconnect"}
            finally:
                news.cancel()
                closing.cancel()

        answer.stream = True
        await self._app(scope, receive_until_closing, answer)
        if answer.status and not answer.complete:
            await answer({"type": "http.response.body", "body": b""})

    def _too_large(self) -> Refusal:
        return Refusal(413, "body_too_large", most=self._settings.body_bytes)

    def _done(self, scope: Scope, answer: Answer, seconds: float) -> None:
        status = answer.status or GONE
        metrics.count(scope, status, seconds, refused=answer.refused, stream=answer.stream)
        if not logs.access.isEnabledFor(logging.INFO):
            return
        fields = {
            "method": scope["method"],
            "path": _path(scope),
            "status": status,
            "ms": round(seconds * 1000, 2),
            "bytes": answer.size,
            "address": scope["client"][0] if scope["client"] else "",
        }
        logs.access.info("%s %s %s %s ms %s bytes %s", *fields.values(), extra={"fields": fields})


def _path(scope: Scope) -> str:
    """The path as it was sent, in signs that cannot break a line, and without its query."""
    return str(scope["raw_path"].decode("latin-1")[:LONGEST])


def _takes_gzip(headers: dict[bytes, bytes]) -> bool:
    """Whether a client takes gzip. Starlette looks for the word alone, and `gzip;q=0` refuses it."""
    for part in headers.get(b"accept-encoding", b"").lower().split(b","):
        name, _, weight = part.replace(b" ", b"").partition(b";q=")
        if name == b"gzip":
            return not re.fullmatch(rb"0(\.0*)?", weight)
    return False


def _require_own_site(headers: dict[bytes, bytes]) -> None:
    """Refuse what the page of another site sends. Browsers tell, and no page can write these headers."""
    site, origin = headers.get(b"sec-fetch-site"), headers.get(b"origin")
    if site is not None:
        foreign = site not in {b"same-origin", b"none"}
    else:  # an older browser
        foreign = origin is not None and origin.partition(b"://")[2].lower() != headers.get(b"host", b"").lower()
    if foreign:
        raise Refusal(403, "other_site")


def _names(origin: str | None) -> frozenset[str]:
    """The names of an origin: browsers leave out the usual port."""
    if origin is None:
        return frozenset()
    parts = urlsplit(origin.lower())
    usual = {"https": 443, "http": 80}[parts.scheme]
    host = parts.netloc if parts.port is None else parts.netloc.rpartition(":")[0]
    port = usual if parts.port is None else parts.port
    return frozenset({f"{host}:{port}", *([host] if port == usual else [])})
