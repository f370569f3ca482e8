"""Requests and bytes on the wire for a move, every game at its heaviest preset.

    python benchmarks/page_weight.py [GAME ...] [--moves 40] [--seed 1] [--json] [--save DIR]

A real server in a process of its own, and a client that accepts gzip, as a browser does. One person has all seats, so
that the answer to a move holds the next player's choices: the heaviest form of an answer. `move` is `POST .../events`,
whose answer the page uses instead of reading the match; `read` is `GET ...?since=`, which it sends when somebody else
has moved. Bytes are those of the response, headers included. The heaviest preset is the one whose first view has the
longest JSON. `--save` keeps the heaviest answer of each game as a file.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

from boardwright.bench.report import machine
from boardwright.core import registry

BOARDWRIGHT = Path(sys.executable).with_name("boardwright")
UNLIMITED = {
    "BOARDWRIGHT_SERVE_WORK_BY_ADDRESS": "1000000/second",
    "BOARDWRIGHT_SERVE_WORK_BY_TOKEN": "1000000/second",
    "BOARDWRIGHT_SERVE_MATCHES_BY_ADDRESS": "100000/minute",
}
"""The limits are for strangers; this client sends as fast as it can."""


def heaviest(name: str) -> str:
    """The preset whose first view is the longest as JSON."""

    def weight(preset: str) -> int:
        game = registry.load(name, preset, tiered=True)
        return len(game.view(game.new(), 0).model_dump_json())

    return max(registry.presets(name), key=weight)


def wire(answer: httpx.Response) -> int:
    """The bytes of a response: its status line, its headers, and its body as it was sent."""
    status = len(f"HTTP/1.1 {answer.status_code} {answer.reason_phrase}\r\n\r\n")
    return status + sum(len(name) + len(value) + 4 for name, value in answer.headers.raw) + answer.num_bytes_downloaded


def measure(client: httpx.Client, name: str, moves: int, dice: random.Random) -> tuple[dict[str, Any], bytes]:
    """The figures of a game, and its heaviest answer."""
    preset = heaviest(name)
    players = registry.load(name, preset, tiered=True).players
    posted: list[int] = []
    read: list[int] = []
    largest = b""
    choices: list[int] = []
    requests = 0
    path, seq, headers = "", 0, {}
    while len(posted) < moves:
        if not choices:
            body = {"game": name, "preset": preset, "seats": ["person"] * players}
            made = client.post("/matches", json=body).raise_for_status().json()
            path, headers = f"/matches/{made['id']}", {"Authorization": f"Bearer {made['token']}"}
            match = client.get(path, headers=headers).raise_for_status().json()
        else:
            event = {"seq": seq + 1, "key": f"{seq}", "kind": "move", "action": dice.choice(choices)}
            answer = client.post(f"{path}/events", json=event, headers=headers).raise_for_status()
            requests += 1
            posted.append(wire(answer))
            largest = answer.content if posted[-1] == max(posted) else largest
            match = answer.json()
            news = client.get(path, params={"since": seq}, headers=headers).raise_for_status()
            read.append(wire(news))
        seq, choices = match["seq"], [action for group in match["view"]["choices"] for action in group["actions"]]
    figures = {
        "game": name,
        "preset": preset,
        "requests": requests / len(posted),
        "move": {"median": statistics.median_low(posted), "largest": max(posted)},
        "read": {"median": statistics.median_low(read), "largest": max(read)},
    }
    return figures, largest


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--save", type=Path)
    asked = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        command = [BOARDWRIGHT, "serve", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, **UNLIMITED}, text=True)
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+/", server.stdout.readline())
            assert address is not None
            with httpx.Client(base_url=f"{address[0]}api/v1", timeout=120, trust_env=False) as client:
                for name in asked.games or registry.names():
                    figures, largest = measure(client, name, asked.moves, random.Random(asked.seed))
                    rows.append(figures)
                    if asked.save is not None:
                        asked.save.mkdir(parents=True, exist_ok=True)
                        (asked.save / f"{name}.json").write_bytes(largest)
        finally:
            server.terminate()
            server.wait()
    if asked.json:
        print(json.dumps({"machine": machine(), "moves": asked.moves, "seed": asked.seed, "games": rows}, indent=1))
        return
    print("game           preset             requests   move: median  largest   read: median  largest")
    for row in rows:
        sizes = (row["move"]["median"], row["move"]["largest"], row["read"]["median"], row["read"]["largest"])
        move, most, read, longest = sizes
        line = (
            f"{row['game']:14} {row['preset']:18} {row['requests']:8.1f} {move:14,} {most:8,} {read:14,} {longest:8,}"
        )
        print(line)


if __name__ == "__main__":
    main()
