"""Seconds until a person can play, on a machine that has compiled nothing: in the terminal, and over the service.

    python benchmarks/first_moves.py [GAME ...]

Every game begins with an empty folder of machine code. In the terminal: from `boardwright play` to the prompt, and from
the first move to the prompt after the opponent's answer. Over the service: from the start to its address, to the list
of games, to the first board, to one's own move on the board, and to the agent's answer. The agent is the game's usual
opponent in `play`.
"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from boardwright.agents.defaults import opponent
from boardwright.core import registry

BOARDWRIGHT = Path(sys.executable).with_name("boardwright")
PROMPT = b" > "
LONGEST = 120.0


def environment(cache: str) -> dict[str, str]:
    """The environment of a new machine, as far as the compiler goes."""
    return {**os.environ, "NUMBA_CACHE_DIR": cache, "BOARDWRIGHT_LANGUAGE": "en", "COLUMNS": "120"}


class Terminal:
    """`boardwright play` in a terminal of its own."""

    def __init__(self, game: str, cache: str) -> None:
        self.began = time.monotonic()
        self._pid, self._file = pty.fork()
        if self._pid == 0:
            os.execve(BOARDWRIGHT, ["boardwright", "play", game, "--seed", "1"], environment(cache))
        self.shown = b""

    def until_prompts(self, count: int) -> float:
        """The seconds since the beginning when this many prompts have been shown."""
        while self.shown.count(PROMPT) < count:
            if not select.select([self._file], [], [], LONGEST)[0]:
                raise TimeoutError(self.shown.decode(errors="replace")[-500:])
            self.shown += os.read(self._file, 1 << 16)
        return time.monotonic() - self.began

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._file, line.encode() + b"\n")

    def end(self) -> None:
        """Leave the game."""
        self.type("quit")
        try:
            while os.read(self._file, 1 << 16):
                pass
        except OSError:
            pass
        os.waitpid(self._pid, 0)


def terminal(name: str) -> dict[str, float]:
    """Seconds to the prompt, and from the first move to the next prompt."""
    game = registry.load(name, tiered=True)
    state = game.new()
    move = game.view(state, 0).choices[0].text
    with tempfile.TemporaryDirectory() as cache:
        play = Terminal(name, cache)
        prompt = play.until_prompts(1)
        play.type(move)
        answered = play.until_prompts(2)
        play.end()
    return {"prompt": prompt, "answer": answered - prompt}


def call(address: str, path: str, body: Any = None, token: str = "") -> Any:
    """A request to the service."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}api/v1{path}", data, headers)
    with urllib.request.urlopen(request, timeout=LONGEST) as answer:
        return json.loads(answer.read())


def service(name: str) -> dict[str, float]:
    """Seconds from the start to the address, then for the list, the board, one's own move, the answer."""
    game = registry.load(name, tiered=True)
    seats = ["person"] if game.players == 1 else ["person", opponent(game)]
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        command = [BOARDWRIGHT, "serve", "--port", "0", "--data", f"{folder}/data"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(f"{folder}/cache"), text=True)
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())[0]
            marks = [time.monotonic()]
            call(address, "/games")
            marks.append(time.monotonic())
            made = call(address, "/matches", {"game": name, "preset": game.definition.files.preset, "seats": seats})
            path, token = f"/matches/{made['id']}", made["token"]
            match = call(address, path, token=token)
            marks.append(time.monotonic())
            action = match["view"]["choices"][0]["actions"][0]
            call(address, f"{path}/events", {"seq": 1, "key": "k", "kind": "move", "action": action}, token)
            match = call(address, path, token=token)
            own = time.monotonic()
            while match["view"]["choices"] and game.players > 1:  # until it is the agent's turn
                action, seq = match["view"]["choices"][0]["actions"][0], match["seq"] + 1
                call(address, f"{path}/events", {"seq": seq, "key": f"k{seq}", "kind": "move", "action": action}, token)
                match = call(address, path, token=token)
            asked = time.monotonic()
            while match["thinking"]:
                time.sleep(0.05)
                match = call(address, path, token=token)
            answered = time.monotonic()
        finally:
            server.terminate()
            server.wait()
    listed, shown = marks[1] - marks[0], marks[2] - marks[1]
    return {
        "start": marks[0] - began,
        "list": listed,
        "board": shown,
        "own": own - marks[2],
        "reply": answered - asked,
    }


def main(names: list[str]) -> None:
    """Print a line for each game."""
    print("game           opponent     prompt  answer |  start   list  board    own  reply")
    for name in names or registry.names():
        game = registry.load(name, tiered=True)
        against = "-" if game.players == 1 else opponent(game)
        seconds = [*terminal(name).values(), *service(name).values()]
        first, second = (" ".join(f"{value:6.2f}" for value in part) for part in (seconds[:2], seconds[2:]))
        print(f"{name:14} {against:12} {first}  | {second}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
