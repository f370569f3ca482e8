"""Answers on the wire: gzip where it is accepted and worth it, assets that browsers keep."""

from __future__ import annotations

import asyncio
import gzip
import re
from typing import Any

import httpx
import pytest

from boardwright.server.compression import LEAST, Compressing, accepts_gzip

from .harness import API, Server, sit

LARGE = b"[" + b"1," * LEAST + b"1]"
JSON = b"application/json"


def sent(*bodies: bytes, accept: bytes = b"gzip, br", kind: bytes = JSON, status: int = 200) -> list[dict[str, Any]]:
    """The messages of an answer in these parts, as they leave."""
    messages: list[Any] = []

    async def keep(message: Any) -> None:
        messages.append(message)

    async def answer() -> None:
        send = Compressing({"type": "http", "headers": [(b"accept-encoding", accept)]}, keep)
        length = str(sum(map(len, bodies))).encode()
        headers = [(b"content-type", kind), (b"content-length", length), (b"etag", b'"1"')]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        for number, body in enumerate(bodies):
            more = number + 1 < len(bodies)
            await send({"type": "http.response.body", "body": body, "more_body": more})

    asyncio.run(answer())
    return messages


def body_of(messages: list[dict[str, Any]]) -> bytes:
    return b"".join(message["body"] for message in messages[1:])


@pytest.mark.parametrize("bodies", [(LARGE,), (LARGE, LARGE), (b"{", b"}" * 9)])
def test_a_large_answer_is_compressed(bodies: tuple[bytes, ...]) -> None:
    messages = sent(*bodies)
    headers = dict(messages[0]["headers"])
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"vary"] == b"Accept-Encoding"
    assert headers[b"etag"] == b'W/"1"'
    assert b"content-length" not in headers
    assert gzip.decompress(body_of(messages)) == b"".join(bodies)


@pytest.mark.parametrize(
    "given",
    [
        {"bodies": (b"1" * LEAST,)},
        {"accept": b""},
        {"accept": b"br, gzip;q=0"},
        {"kind": b"text/event-stream; charset=utf-8"},
        {"kind": b"application/x-ndjson"},
        {"kind": b"image/png"},
        {"status": 206},
    ],
)
def test_others_stay_as_they_are(given: dict[str, Any]) -> None:
    bodies = given.pop("bodies", (LARGE,))
    messages = sent(*bodies, **given)
    headers = dict(messages[0]["headers"])
    assert b"content-encoding" not in headers
    assert headers[b"content-length"] == str(sum(map(len, bodies))).encode()
    assert body_of(messages) == b"".join(bodies)
    # A cache between must not give one client's form to another.
    assert (b"vary" in headers) == (given.get("kind", JSON) == JSON)


def test_the_header_of_a_client_is_read_with_its_weights() -> None:
    assert all(map(accepts_gzip, (b"gzip", b"br, GZIP ;q=0.1", b"deflate,gzip; q=1.0")))
    assert not any(map(accepts_gzip, (b"", b"br", b"gzip;q=0", b"gzip; q=0.000", b"gzip;q=x", b"xgzip")))


def test_matches_are_compressed_and_streams_are_not(server: Server) -> None:
    with server.client() as client:
        first, _ = sit(client, "tic_tac_toe", "person", "friend")
        answer = first.get()
        assert answer.headers["Content-Encoding"] == "gzip"
        assert int(answer.num_bytes_downloaded) < len(answer.content) / 2
        moved = first.move(0)
        assert (moved.status_code, moved.headers["Content-Encoding"]) == (201, "gzip")
        plain = client.get(f"/matches/{first.match}", headers={**first.headers(), "Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.json() == first.read()
        with client.stream("GET", f"/matches/{first.match}/stream?after=0") as stream:
            assert "Content-Encoding" not in stream.headers
            assert next(stream.iter_lines()) == "id: 1"


def test_assets_are_kept_and_the_rest_is_revalidated(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=60, trust_env=False) as client:
        page = client.get("/")
        assert page.headers["Cache-Control"] == "no-cache"
        assert client.get("/icon.svg").headers["Cache-Control"] == "no-cache"
        assets = re.findall(r'"\./(assets/[^"]+)"', page.text)
        assert assets
        for asset in assets:
            answer = client.get(f"/{asset}")
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert answer.headers["Content-Encoding"] == "gzip"
        assert client.get(f"{API}/none").headers.get("Cache-Control") is None
