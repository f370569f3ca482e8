"""Answers on the wire: gzip where it is accepted and worth it, assets that browsers keep."""

from __future__ import annotations

import re

import httpx

from .harness import API, Server, sit


def test_matches_are_compressed_and_streams_are_not(server: Server) -> None:
    with server.client() as client:
        first, _ = sit(client, "quoridor", "person", "friend")
        answer = first.get()
        assert answer.headers["Content-Encoding"] == "gzip"
        assert int(answer.num_bytes_downloaded) < len(answer.content) / 2
        moved = first.move(first.read()["view"]["choices"][0]["action"])
        assert (moved.status_code, moved.headers["Content-Encoding"]) == (201, "gzip")
        plain = client.get(f"/matches/{first.match}", headers={**first.headers(), "Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.json() == first.get().json()
        for refused in ("gzip;q=0", "br, gzip; q=0.000"):
            plain = client.get(f"/matches/{first.match}", headers={**first.headers(), "Accept-Encoding": refused})
            assert "Content-Encoding" not in plain.headers
        with client.stream("GET", f"/matches/{first.match}/stream?after=0") as stream:
            assert "Content-Encoding" not in stream.headers
            assert next(stream.iter_lines()) == "id: 1"
        with client.stream("GET", f"/matches/{first.match}/follow", headers=first.headers()) as lines:
            assert "Content-Encoding" not in lines.headers
            assert next(lines.iter_lines()).startswith("{")
        small = client.get("/games/pig/guide")
        assert "Content-Encoding" not in small.headers


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
