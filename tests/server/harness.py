"""A real server in a process of its own, and a player who talks to it by HTTP."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from boardwright.core import registry, words
from boardwright.core.words import Word, say
from boardwright.server import schemas

from .choices import expanded

SCRIPT = Path(__file__).with_name("serve_toys.py")
API = "/api/v1"
PATIENCE = 120.0
"""Seconds: compiling a game on a busy machine takes a while."""

_keys = itertools.count()


running: set[Server] = set()
"""Those that nobody has ended yet."""


class Server:
    """The server of a folder. It can be ended, killed, and started again at another port."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(SCRIPT), "--data", str(self.data), *self.options]
        ours = {name: value for name, value in os.environ.items() if not name.startswith(("BOARDWRIGHT_", "COV"))}
        errors = (self.data.parent / f"{self.data.name}.err").open("a")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=ours, start_new_session=True
        )
        errors.close()
        running.add(self)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        address = re.search(r"http://\S+", line)
        if address is None:
            self.kill()
            raise AssertionError(line, self.errors)
        self.address = address[0].rstrip("/")

    @property
    def errors(self) -> str:
        return (self.data.parent / f"{self.data.name}.err").read_text(encoding="utf-8")

    def kill(self) -> None:
        """Kill it with SIGKILL, without a shutdown."""
        assert self.process is not None
        self.process.kill()
        self._gone()

    def stop(self, sign: signal.Signals = signal.SIGINT) -> int:
        """End it as Ctrl-C does, and return its exit status."""
        assert self.process is not None
        self.process.send_signal(sign)
        return self._gone()

    def _gone(self) -> int:
        assert self.process is not None
        status = self.process.wait(timeout=PATIENCE)
        running.discard(self)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return status

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address + API, timeout=PATIENCE, trust_env=False, **options)


class Player:
    """A player with a seat in a match, or a spectator without a token."""

    def __init__(self, client: httpx.Client, match: str, token: str | None = None, seat: int | None = None) -> None:
        self.client, self.match, self.token, self.seat = client, match, token, seat

    def headers(self, language: str = "en") -> dict[str, str]:
        token = {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}
        return {"Accept-Language": language, **token}

    def get(self, path: str = "", language: str = "en", **query: Any) -> httpx.Response:
        return self.client.get(f"/matches/{self.match}{path}", params=query, headers=self.headers(language))

    def read(self, **query: Any) -> dict[str, Any]:
        answer = self.get(**query)
        assert answer.status_code == 200, answer.text
        return whole(answer.json())

    def post(self, kind: str, *, seq: int | None = None, key: str | None = None, **fields: Any) -> httpx.Response:
        body = {
            "kind": kind,
            "seq": self.read()["seq"] + 1 if seq is None else seq,
            "key": f"key {next(_keys)}" if key is None else key,
            **fields,
        }
        return self.client.post(f"/matches/{self.match}/events", json=body, headers=self.headers())

    def move(self, action: Any, **fields: Any) -> httpx.Response:
        return self.post("move", action=action, **fields)

    def plays(self, *actions: Any) -> None:
        for action in actions:
            answer = self.move(action)
            assert answer.status_code == 201, answer.text

    def wait(self, seq: int) -> dict[str, Any]:
        """Wait until the match has reached an event, and return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            match = self.read()
            if match["seq"] >= seq:
                return match
            time.sleep(0.02)
        raise AssertionError(f"match {self.match} did not come to event {seq}")


def sit(client: httpx.Client, game: str, *seats: str, preset: str = "standard") -> list[Player]:
    """Create a match: a player for its creator and for each friend, in the order of seats."""
    made = client.post("/matches", json={"game": game, "preset": preset, "seats": list(seats)})
    assert made.status_code == 201, made.text
    match = made.json()
    players = [Player(client, match["id"], match["token"], match["seat"])]
    for invited in match["invitations"]:
        answer = client.post(f"/matches/{match['id']}/join", json={"invitation": invited["invitation"]})
        assert answer.status_code == 200, answer.text
        players.append(Player(client, match["id"], answer.json()["token"], answer.json()["seat"]))
    return sorted(players, key=lambda player: player.seat or 0)


def timed(client: httpx.Client, *seats: str, seconds: int, increment: int = 0) -> list[Player]:
    """The players of a match with a clock: its creator and a friend."""
    clock = {"seconds": seconds, "increment": increment}
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": list(seats), "clock": clock}
    answer = client.post("/matches", json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    players = [Player(client, made["id"], made["token"], made["seat"])]
    for invited in made["invitations"]:
        joined = client.post(f"/matches/{made['id']}/join", json={"invitation": invited["invitation"]}).json()
        players.append(Player(client, made["id"], joined["token"], joined["seat"]))
    return players


def whole(match: dict[str, Any]) -> dict[str, Any]:
    """A match by its strict model: what was left out is at its default, and the choices are one by one."""
    read = schemas.Match.model_validate(match)
    found: dict[str, Any] = read.model_dump(mode="json")
    if read.view is not None:
        choices = [choice._asdict() for choice in expanded(read.view.choices)]
        found["view"]["choices"] = json.loads(json.dumps(choices))
    return found


def said(code: str, language: str = "en", **params: Any) -> str:
    """The sentence of the catalogues, of a game's own once its package is read."""
    game, dot, _ = code.partition(".")
    if dot:
        words.add_catalogue(game, registry.definition(game).files.words)
    return say(Word(code, params), language)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal, which always has its parameters and its sentence."""
    body = answer.json()
    assert set(body) == {"code", "params", "message"}, body
    assert body["message"]
    return answer.status_code, body["code"]
