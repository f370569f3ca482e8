"""The program of docs/bots.md plays whole matches on a real server, also where connections are cut."""

from __future__ import annotations

import importlib.util
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from .cutting import CuttingProxy
from .harness import API, PATIENCE, Player, Server, sit

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "bot.py"


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module, which waits less long after a lost connection."""
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sleep = time.sleep
    monkeypatch.setattr(module.time, "sleep", lambda seconds: sleep(min(seconds, 0.05)))
    return module


def client_of(address: str, token: str | None = None) -> httpx.Client:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return httpx.Client(base_url=address + API, headers=headers, timeout=PATIENCE, trust_env=False)


def created(client: httpx.Client, game: str, *seats: str, preset: str = "standard") -> dict[str, Any]:
    answer = client.post("/matches", json={"game": game, "preset": preset, "seats": list(seats)})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def moves(match: dict[str, Any]) -> list[int]:
    return [item["actor"] for item in match["history"] if item["kind"] == "move"]


def test_the_program_is_short_and_the_page_holds_it() -> None:
    text = BOT.read_text(encoding="utf-8")
    code = [line for line in text.splitlines() if line.strip() and not line.strip().startswith('"""')]
    assert len(code) <= 30
    assert f'```python title="examples/bot.py"\n{text}```' in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def test_the_script_plays_a_match_against_an_agent(server: Server) -> None:
    words = [sys.executable, str(BOT), server.address, "tic_tac_toe", "standard", "person", "random"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert "'resigned': None" in done.stdout


@pytest.mark.parametrize(
    "game",
    [
        "pig",
        "connect_four",
        pytest.param("tic_tac_toe", marks=pytest.mark.slow),
        pytest.param("fences", marks=pytest.mark.slow),
    ],
)
def test_it_plays_any_game_against_itself(client: httpx.Client, server: Server, bot: ModuleType, game: str) -> None:
    made = created(client, game, "person", "person")
    with client_of(server.address, made["token"]) as api:
        played = bot.play(api, made["id"], random.Random(1).choice)
    assert played["finished"]
    assert played["result"]["returns"] is not None
    moved = set(moves(Player(client, made["id"]).read()))
    # The dice are the server's: in pig the first player may win before the second moves.
    assert moved == {0, 1} or (game == "pig" and moved == {0})


def test_a_game_for_one_with_secrets_too(client: httpx.Client, server: Server, bot: ModuleType) -> None:
    made = created(client, "minesweeper", "person", preset="small")
    with client_of(server.address, made["token"]) as api:
        assert bot.play(api, made["id"], lambda choices: choices[0])["finished"]


def test_two_programs_play_each_other_by_invitation(client: httpx.Client, server: Server, bot: ModuleType) -> None:
    players = sit(client, "connect_four", "person", "friend")
    results: dict[int, Any] = {}

    def play(player: Player) -> None:
        with client_of(server.address, player.token) as api:
            results[player.seat or 0] = bot.play(api, player.match)["result"]

    threads = [threading.Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert results[0] == results[1]
    assert results[0]["returns"] is not None


def test_cut_connections_cost_no_move_and_double_none(client: httpx.Client, server: Server, bot: ModuleType) -> None:
    requests: set[bytes] = set()
    # Which request is cut depends on how soon the agent answers.
    for first in range(4, 12):
        made = created(client, "connect_four", "person", "random")
        with (
            CuttingProxy(server.address, first=first, every=3) as proxy,
            client_of(proxy.address, made["token"]) as api,
        ):
            played = bot.play(api, made["id"], random.Random(first).choice)
        requests |= {line.split(b"?")[0].rpartition(b"/")[2] for line in proxy.cut}
        whole = Player(client, made["id"]).read()
        assert whole["finished"]
        assert moves(whole) == [number % 2 for number in range(whole["seq"])]
        assert played["seq"] == whole["seq"]
        if requests == {b"events", b"follow"}:
            return
    raise AssertionError(requests)


def test_a_program_that_does_not_reconnect_is_noticed(client: httpx.Client, server: Server, bot: ModuleType) -> None:
    """The planted fault of the test above: without the retries, the same cuts end the match."""

    def lines_without_retry(api: httpx.Client, method: str, path: str, **options: Any) -> Any:
        with api.stream(method, path, **options) as answer:
            yield from (bot.json.loads(line) for line in answer.iter_lines() if line.strip())

    bot.lines = lines_without_retry
    made = created(client, "connect_four", "person", "random")
    with (
        CuttingProxy(server.address, first=4, every=3) as proxy,
        client_of(proxy.address, made["token"]) as api,
        pytest.raises(httpx.TransportError),
    ):
        bot.play(api, made["id"], random.Random(2).choice)
    assert proxy.cut


@pytest.mark.slow
def test_a_server_that_is_killed_and_started_again_in_the_middle(tmp_path: Path, bot: ModuleType) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Server(tmp_path / "data", "--port", str(port))
    moved = threading.Semaphore(0)
    go_on = threading.Event()
    played: list[dict[str, Any]] = []

    def choose(choices: list[Any]) -> Any:
        moved.release()
        assert go_on.wait(PATIENCE)
        return choices[0]

    with server.client() as client:
        made = created(client, "connect_four", "person", "person")

    def play() -> None:
        with client_of(server.address, made["token"]) as api:
            played.append(bot.play(api, made["id"], choose))

    thread = threading.Thread(target=play)
    thread.start()
    assert moved.acquire(timeout=PATIENCE)
    server.kill()
    go_on.set()
    server.start()
    thread.join(PATIENCE)
    assert played
    assert played[0]["finished"]
    with server.client() as client:
        whole = Player(client, made["id"]).read()
    assert moves(whole) == [number % 2 for number in range(whole["seq"])]
    assert server.stop(signal.SIGTERM) == 0


def test_it_waits_as_long_as_the_server_says(bot: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(bot.time, "sleep", waits.append)
    answers = iter(
        [
            httpx.Response(429, headers={"Retry-After": "7"}),
            httpx.Response(503, headers={"Retry-After": "5"}),
            httpx.Response(502),  # of a proxy, which does not say when
            httpx.Response(409, json={"code": "seq_taken"}),
        ]
    )
    keys: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.content)
        return next(answers)

    with httpx.Client(base_url="http://test", transport=httpx.MockTransport(answer)) as api:
        while not (said := [*bot.lines(api, "POST", "/events", json={"key": "k"})]):
            pass
    assert (waits, said) == ([7, 5, 1], [{"code": "seq_taken"}])
    assert keys == [b'{"key":"k"}'] * 4
