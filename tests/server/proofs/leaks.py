"""Proof: no hidden information leaves. Two matches that differ only in hidden cells get the same answers, byte by byte.

For every registered game with hidden information: a match, and a twin that one reader cannot tell from it. Both are
written into the log, and the reader, a spectator and a stranger make the same requests about each: every endpoint,
refusals and streams. Ids, times and tokens apart the answers must be the same. The player who hides things must see
a difference now and then, or else the comparison would be blind. The planted defect: the history shows draws.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from boardwright.core import registry
from boardwright.core.game import Game

from ..harness import Server
from ..places import SQLITE, Place, place
from ..toy_games import register_toys
from .report import main
from .scribe import Scribe, Written
from .twins import play, twin

PAIRS = 100_000
WORLDS = {"minesweeper": 4000, "battleship": 4000}
"""Where hidden cells are many, many worlds are needed for one that fits."""

FEW_WORLDS = 300
PRESETS = {"minesweeper": "small", "battleship": "small"}
LONGEST = {"minesweeper": 6, "battleship": 14, "hide": 9, "burrow": 10, "peek": 3}
"""Plies of a match; a game without its entry here fails the proof."""

ASKED = 3
"""Cells and refused actions that are asked for in each match."""

PLAIN = {"Accept-Encoding": "identity"}
"""The length of a compressed answer depends on the match's id, which is drawn: nothing is compressed here."""


def secret_games() -> dict[str, Game]:
    """Every registered game with hidden information, as the server offers it."""
    register_toys()
    games = {}
    for name in registry.names():
        definition = registry.definition(name)
        if not definition.perfect_information:
            games[name] = registry.load(name, PRESETS.get(name, definition.files.preset))
    return games


class Reader:
    """Makes the same requests about one match and the other."""

    def __init__(self, client: httpx.Client, game: Game, match: Written, seat: int, rng: np.random.Generator) -> None:
        self.client, self.game, self.match, self.seat = client, game, match, seat
        state = match.match.now.state
        cells = rng.integers(0, 40, ASKED).tolist()
        refused = np.setdiff1d(np.arange(-1, game.actions.count + 1), game.open_actions(state))
        mine = int(state["to_move"][0]) == seat
        # What is legal now may show something: only refused actions are asked for.
        actions = rng.choice(refused if mine else np.arange(game.actions.count), ASKED).tolist()
        self.requests = self._requests(cells, actions)

    def _requests(self, cells: list[int], actions: list[int]) -> list[tuple[str, str, Any]]:
        seq = self.match.match.seq
        attempt = {"seq": seq + 1, "key": "k"}
        reads = ["", "?since=2", f"?at={seq // 2}", f"?at={max(seq - 1, 0)}", f"?at={seq}", f"?at={seq + 1}"]
        reads += [f"/why?cell={cell}" for cell in cells] + [f"/why?cell={cells[0]}&beside={cells[0] + 1}"]
        reads += ["/replay", "/record", "/review", "/stream", "/follow", "/follow?after=1"]
        posts = [("/events", {"kind": "move", "action": action, **attempt}) for action in actions]
        posts += [("/events", {"kind": "move", "action": 0, "seq": number, "key": "k"}) for number in (1, seq + 9)]
        posts += [("/events", {"kind": kind, **attempt}) for kind in ("undo_request", "shout")]
        posts += [("/events", {"kind": "undo_answer", "agree": True, **attempt}), ("/rematch", None)]
        posts += [("/join", {"invitation": "none"}), ("/analysis", {"best": 10}), ("/analysis", {"at": 1})]
        return [("GET", path, None) for path in reads] + [("POST", path, body) for path, body in posts]

    def answers(self, match: Written, token: str | None, *, renew: bool) -> list[tuple[str, bytes]]:
        """The answers, ids, times and tokens apart."""
        listing = {"matches": [{"id": match.id, "token": token}]}
        request = self.client.build_request("POST", "/summaries", headers=PLAIN, json=listing)
        heard = [("POST /summaries", _without_names(self._ask(request), match.id))]
        for method, path, body in [*self.requests, *([("POST", "/token", None)] if renew else [])]:
            for language in ("en", "fr") if path == "" else ("fr",):
                headers = {"Accept-Language": language, **PLAIN}
                if token is not None:
                    headers["Authorization"] = f"Bearer {token}"
                address = f"/matches/{match.id}{path}"
                request = self.client.build_request(method, address, headers=headers, json=body)
                heard.append((f"{method} {path} {language}", _without_names(self._ask(request), match.id)))
        return heard

    def _ask(self, request: httpx.Request) -> bytes:
        answer = self.client.send(request, stream=True)
        head = sorted((name, value) for name, value in answer.headers.items() if name != "date")
        if answer.status_code < 400 and request.url.path.rpartition("/")[2] in {"stream", "follow"}:
            text = b""
            for line in answer.iter_lines():
                text += line.encode() + b"\n"
                if line.startswith(("data", "{")):
                    break
        else:
            text = answer.read()
        answer.close()
        if b'"preparing":{' in text:
            return self._ask(request)  # the compiler's progress says nothing of a match
        return json.dumps([answer.status_code, head]).encode() + text


def _without_names(answer: bytes, match: str) -> bytes:
    answer = answer.replace(match.encode(), b"ID")
    return re.sub(rb'"(token|expires)":("[^"]*"|[0-9]+)', rb'"\1":0', answer)


def compare(client: httpx.Client, scribe: Scribe, game: Game, rng: np.random.Generator) -> Counter[str] | None:
    """Make a pair, and count comparisons and differences. None if the match has no twin."""
    preset = PRESETS.get(game.name, game.definition.files.preset)
    reader = int(rng.integers(game.players))
    drafts = play(game, rng, int(rng.integers(1, LONGEST[game.name] + 1)))
    other = twin(game, drafts, reader, rng, WORLDS.get(game.name, FEW_WORLDS))
    if other is None:
        return None
    pair = [scribe.write(game, preset, history) for history in (drafts, other)]
    counts = Counter(pairs=1)
    asking = Reader(client, game, pair[0], reader, rng)
    roles: list[tuple[str, int | None]] = [("reader", reader), ("spectator", None), ("stranger", -1)]
    if game.players > 1:
        roles.append(("hider", 1 - reader))
    for role, seat in roles:
        tokens = [None if seat is None else "x" * 22 if seat < 0 else match.tokens[seat] for match in pair]
        here, there = (asking.answers(*given, renew=role == "reader") for given in zip(pair, tokens))
        differ = [label for (label, mine), (_, theirs) in zip(here, there) if mine != theirs]
        if role == "hider":
            counts["seen_by_the_hider"] += bool(differ)
        else:
            counts["comparisons"] += len(here)
            counts["differences"] += len(differ)
            counts[f"{game.name}: {role} {differ[0]}" if differ else "same"] += 1
    return counts


def sweep(home: Place, server: Server, games: dict[str, Game], pairs: int, seed: int = 0) -> Counter[str]:
    """Compare pairs, the same number of each game."""
    rng, counts = np.random.default_rng(seed), Counter[str]()
    with server.client() as client, Scribe(home.url, home.key) as scribe:
        for game in games.values():
            made = 0
            for _ in range(20 * pairs):
                if made == pairs:
                    break
                if (found := compare(client, scribe, game, rng)) is not None:
                    counts += found
                    made += 1
            counts[f"{game.name}_pairs"] += made
            counts["missing"] += pairs - made
    return counts


def measure(folder: Path, share: float, names: tuple[str, ...] = ()) -> dict[str, Any]:
    """Pairs of all games with hidden information, or of those with a name."""
    games = {name: game for name, game in secret_games().items() if not names or name in names}
    each = max(2, round(PAIRS * share / len(games)))
    with place(SQLITE, folder / "honest") as home:
        server = home.server()
        counts = sweep(home, server, games, each)
        server.stop()
    with place(SQLITE, folder / "planted") as home:
        server = home.server("--defect", "draws")
        caught = {name: sweep(home, server, {name: game}, 2)["differences"] > 0 for name, game in games.items()}
        server.stop()
    failures = counts["differences"] + counts["missing"]
    blind = any(game.players > 1 for game in games.values()) and not counts["seen_by_the_hider"]
    return {**counts, "failures": failures + blind, "caught": caught}


if __name__ == "__main__":
    main("leaks", measure)
