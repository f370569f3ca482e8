"""A server on the network: names, proxies, a path of its own, and the headers that browsers obey."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from boardwright.server import costs
from boardwright.server.edge import LOCAL, _names
from boardwright.server.proxies import Proxies

from .harness import API, Server, refusal, sit

CHANGES = {
    "public_origin": "https://Games.example.org:8443",
    "root_path": "/board/games",
    "trusted_proxies": "[127.0.0.1]",
    "work_by_address": "2000/day",
    "log_level": "info",
}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changes = [word for name, value in CHANGES.items() for word in ("--set", f"{name}={value}")]
    server = Server(tmp_path_factory.mktemp("public") / "data", *changes)
    assert server.address.endswith("/board/games")
    yield server
    assert server.stop() == 0


def ask(server: Server, path: str, address: str = "192.0.2.1", **headers: str) -> httpx.Response:
    base = server.address.removesuffix("/board/games")
    given = {"X-Forwarded-For": address, **headers}
    return httpx.get(base + path, headers=given, timeout=60, trust_env=False)


def test_a_server_answers_to_its_names_only(public: Server) -> None:
    path = f"/board/games{API}/games"
    for name in ("games.example.org:8443", "localhost", "localhost:1", "127.0.0.1:8642", "[::1]"):
        assert ask(public, path, Host=name).status_code == 200, name
    for name in ("games.example.org", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", ""):
        assert refusal(ask(public, path, Host=name)) == (400, "host_unknown"), name
    assert not LOCAL.fullmatch("localhost:http")


def test_a_server_on_this_machine_answers_to_no_other_name(server: Server) -> None:
    for name, status in (("localhost:1", 200), ("rebound.evil.example", 400)):
        answer = httpx.get(f"{server.address}{API}/games", headers={"Host": name}, timeout=60, trust_env=False)
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 400),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"}, 400),
        ({"Sec-Fetch-Site": "none"}, 400),
        ({"Origin": "http://localhost:1"}, 400),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://localhost:2"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_the_page_of_another_site_changes_nothing(server: Server, headers: dict[str, str], status: int) -> None:
    given = {"Host": "localhost:1", "Content-Type": "text/plain", **headers}
    answer = httpx.post(f"{server.address}{API}/records", content=b"{}", headers=given, timeout=60, trust_env=False)
    assert (answer.status_code, answer.json()["code"] == "other_site") == (status, status == 403)
    read = httpx.get(f"{server.address}{API}/games", headers=given, timeout=60, trust_env=False)
    assert read.status_code == 200


def test_everything_is_under_the_path(public: Server) -> None:
    page = ask(public, "/board/games/")
    assert page.status_code == 200
    assert "Boardwright" in page.text
    for asset in re.findall(r'(?:src|href)="([^"]+)"', page.text):
        assert asset.startswith("./"), asset
        assert ask(public, f"/board/games/{asset[2:]}").status_code == 200
    bare = ask(public, "/board/games")
    assert (bare.status_code, bare.headers["Location"]) == (308, "/board/games/")
    for path in ("/", f"{API}/games", "/board/gamesx/", "/board/"):
        assert refusal(ask(public, path, "192.0.2.2")) == (404, "no_such_page"), path
    with public.client(headers={"X-Forwarded-For": "192.0.2.3"}) as client:
        first, second = sit(client, "tic_tac_toe", "person", "friend")
        first.plays(0)
        assert second.read()["seq"] == 1
        with client.stream("GET", f"/matches/{first.match}/stream") as stream:
            assert stream.status_code == 200


def test_clients_behind_a_proxy_are_told_apart(public: Server) -> None:
    path = f"/board/games{API}/matches/none"
    matches = {"matches": [{"id": f"m{number}", "token": None} for number in range(50)]}
    fit = int(2000 / (costs.REQUEST + costs.COSTS["list_summaries"] + 50 * costs.LISTED))
    with public.client(headers={"X-Forwarded-For": "192.0.2.9"}) as client:
        codes = [client.post("/summaries", json=matches).status_code for _ in range(fit + 1)]
    assert codes == [200] * fit + [429]
    for _ in range(20):  # what was left after the last list
        codes.append(ask(public, path, "192.0.2.9").status_code)
    assert codes[-1] == 429
    # What the client itself wrote stands before what the proxy wrote.
    assert ask(public, path, "192.0.2.10, 192.0.2.9").status_code == 429
    assert ask(public, path, "192.0.2.9, 192.0.2.10").status_code == 404
    assert f"GET {path} 404 " in public.errors
    assert " bytes 192.0.2.9\n" in public.errors


def test_headers_of_everybody_else_are_not_believed(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with server.client(headers={"X-Forwarded-For": "192.0.2.1"}) as client:
        assert client.get("/games").status_code == 200
    assert "X-Forwarded-For of 127.0.0.1 is ignored, because it is not in trusted_proxies" in server.errors
    proxies = Proxies(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"])

    def client_of(peer: str, *forwarded: str) -> str:
        headers = [(b"x-forwarded-for", text.encode()) for text in forwarded]
        scope: dict[str, Any] = {"client": (peer, 1), "headers": headers}
        return proxies.client(scope, dict(headers))

    assert client_of("192.0.2.1", "198.51.100.1") == "192.0.2.1"
    assert client_of("127.0.0.1") == "127.0.0.1"
    assert client_of("127.0.0.1", "198.51.100.1") == "198.51.100.1"
    assert client_of("::ffff:127.0.0.1", "198.51.100.1") == "198.51.100.1"
    assert client_of("10.1.1.1", "1.1.1.1, 198.51.100.1:555, 10.2.2.2", "127.0.0.1") == "198.51.100.1"
    assert client_of("10.1.1.1", "[2001:db9::1]:443") == "2001:db9::1"
    assert client_of("10.1.1.1", "2001:db8::1") == "2001:db8::1", "nobody but proxies"
    assert client_of("10.1.1.1", "1.1.1.1, unknown") == "unknown"
    # A gateway of a container has such an address: without a warning a whole site would share one client's limits.
    caplog.clear()
    for peer in ("172.18.0.1", "172.18.0.1", "::ffff:192.168.1.1", "fd00::1", "8.8.8.8"):
        assert client_of(peer, "198.51.100.1") == peer
    assert [record.args for record in caplog.records] == [("172.18.0.1",), ("::ffff:192.168.1.1",), ("fd00::1",)]


@pytest.mark.parametrize("path", ["/", f"{API}/games", f"{API}/matches/none", "/nothing"])
def test_every_answer_has_the_headers_that_browsers_obey(server: Server, path: str) -> None:
    answer = httpx.get(server.address + path, headers={"Origin": "https://evil.example"}, timeout=60, trust_env=False)
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert "server" not in answer.headers


def test_an_origin_has_its_name_with_and_without_the_usual_port() -> None:
    assert _names(None) == frozenset()
    assert _names("https://Games.example.org") == _names("https://games.example.org:443")
    assert _names("https://games.example.org") == {"games.example.org", "games.example.org:443"}
    assert _names("http://192.168.1.5:8642") == {"192.168.1.5:8642"}
    assert _names("http://[2001:db8::1]") == {"[2001:db8::1]", "[2001:db8::1]:80"}
    assert _names("http://[2001:db8::1]:8642") == {"[2001:db8::1]:8642"}
