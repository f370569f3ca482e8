"""The examples of docs/hosting.md: settings, the service, and both proxies in front of a real server."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml

from boardwright.server.settings import gather
from cli.conftest import Ran

from .harness import API, PATIENCE, Player, Server
from .test_stream import messages

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r'^```\w+ title="([^"]+)"\n(.*?)^```$', PAGE, re.M | re.S))
SETTINGS = EXAMPLES["/etc/boardwright.yaml"]
UNIT = EXAMPLES["/etc/systemd/system/boardwright.service"]
ORIGIN = "games.example.org"
CLIENT = "127.0.0.2"
"""Another address of this machine than the proxies have."""


def needed(program: str) -> str:
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def test_the_settings_are_settings(tmp_path: Path) -> None:
    file = tmp_path / "boardwright.yaml"
    file.write_text(SETTINGS, encoding="utf-8")
    chosen, sources = gather(file, {}, {})
    assert chosen.public_origin == f"https://{ORIGIN}"
    assert len(sources) == 6


def test_the_commands_of_the_page_are_read(tmp_path: Path, ran: Callable[..., Ran]) -> None:
    file = tmp_path / "boardwright.yaml"
    file.write_text(SETTINGS, encoding="utf-8")
    service = re.findall(r"^ExecStart=\S+/boardwright (.*)$", UNIT, re.M)[0]
    image = " ".join(re.findall(r'"([^"]+)"', re.findall(r"^CMD (.*)$", PAGE, re.M)[0])[1:])
    home = re.findall(r"`(--host 0.0.0.0 [^`]+)`", PAGE)[0]
    for words in (service.replace("/etc/boardwright.yaml", str(file)), image, f"serve {home}"):
        done = ran(*words.split(), "--show-settings")
        assert done.status == 0, done.err


def test_the_container_names_its_gateway_and_has_limits() -> None:
    """A proxy on the machine comes from the gateway of the network: the port is published to the machine alone."""
    composed = yaml.safe_load((Path(__file__).parents[2] / "compose.yaml").read_text(encoding="utf-8"))
    server, (network,) = composed["services"]["server"], composed["networks"]["default"]["ipam"]["config"]
    variables = {name: text for name, text in server["environment"].items() if name.startswith("BOARDWRIGHT_SERVE_")}
    trusted = gather(None, {**variables, "BOARDWRIGHT_SERVE_PUBLIC_ORIGIN": "http://localhost:8642"}, {})[
        0
    ].trusted_proxies
    assert trusted == [network["gateway"]]
    assert all(port.startswith("127.0.0.1:") for port in server["ports"])
    assert {"mem_limit", "pids_limit", "cap_drop", "security_opt"} <= set(server)


def test_systemd_reads_the_service_and_finds_it_closed(tmp_path: Path) -> None:
    analyze = needed("systemd-analyze")
    unit = tmp_path / "boardwright.service"
    unit.write_text(UNIT.replace("/opt/boardwright/bin/boardwright", "/bin/true"), encoding="utf-8")
    verified = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True)
    assert (verified.returncode, verified.stderr) == (0, "")
    # An exposure of 10 is none of it; systemd calls up to 2 "safe".
    judged = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
    )
    assert judged.returncode == 0, judged.stdout[-300:]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def nginx(folder: Path, server: int, port: int) -> list[str]:
    example = EXAMPLES["/etc/nginx/sites-enabled/games"]
    example = re.sub(r"\n *ssl_certificate.*", "", example).replace("443 ssl", f"127.0.0.1:{port}")
    example = example.replace("/var/log/nginx", str(folder))
    places = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = f"pid {folder}/pid; events {{}} http {{ access_log off; {places}\n{_upstream(example, server)} }}"
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    one = "daemon off; master_process off;"
    return [needed("nginx"), "-p", str(folder), "-c", "nginx.conf", "-e", f"{folder}/errors", "-g", one]


def caddy(folder: Path, server: int, port: int) -> list[str]:
    example = EXAMPLES["/etc/caddy/Caddyfile"].replace(f"{ORIGIN} {{", f"http://:{port} {{\nbind 127.0.0.1")
    text = f"{{\nadmin off\nauto_https off\n}}\n{_upstream(example, server)}"
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    return [needed("caddy"), "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


def _upstream(example: str, server: int) -> str:
    assert example.count("127.0.0.1:8642") == 1
    return example.replace("127.0.0.1:8642", f"127.0.0.1:{server}")


@contextmanager
def proxied(kind: str, folder: Path, server: Server) -> Iterator[int]:
    """A proxy in front of a server, at the port that is yielded."""
    port = free_port()
    upstream = int(re.findall(r":(\d+)/", server.address)[0])
    command = {"nginx": nginx, "caddy": caddy}[kind](folder, upstream, port)
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env={"HOME": str(folder)})
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                running = process.poll() is None and time.monotonic() < end
                assert running, (folder / "output").read_text(encoding="utf-8")
                time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_a_proxy_passes_on_pages_streams_and_addresses(kind: str, tmp_path: Path) -> None:
    needed(kind)
    changes = {**yaml.safe_load(SETTINGS), "admin_port": 0}
    server = Server(tmp_path / "data", *(word for key in changes for word in ("--set", f"{key}={changes[key]}")))
    folder = tmp_path / "proxy"
    folder.mkdir()
    with proxied(kind, folder, server) as port:
        transport = httpx.HTTPTransport(local_address=CLIENT)
        headers = {"Host": ORIGIN, "X-Forwarded-For": "203.0.113.7"}
        base = f"http://127.0.0.1:{port}/board"
        with httpx.Client(base_url=base, headers=headers, timeout=PATIENCE, transport=transport) as client:
            page = client.get("/")
            assert page.status_code == 200, page.text
            assert "default-src 'none'" in page.headers["Content-Security-Policy"]
            asset = re.findall(r'src="\./([^"]+)"', page.text)[0]
            assert client.get(f"/{asset}").status_code == 200
            client.base_url = httpx.URL(base + API)
            body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "friend"]}
            made = client.post("/matches", json=body).json()
            player = Player(client, made["id"], made["token"], 0)
            with client.stream("GET", f"/matches/{player.match}/stream") as stream:
                heard = messages(stream.iter_lines())
                assert next(heard)["id"] == "0"
                player.plays(4)
                assert next(heard)["id"] == "1"  # a proxy that holds it back lets the client run out of patience
            assert client.post("/matches", content=b" " * 100_000).status_code == 413
            elsewhere = client.get(f"/matches/{player.match}", headers={"Host": "evil.example"})
            assert elsewhere.status_code in {400, 404} or not elsewhere.content
    assert server.stop() == 0
    log = server.errors
    assert f'"address": "{CLIENT}"' in log
    assert "203.0.113.7" not in log, "a client's own word about its address"
