"""What requests cost a server: milliseconds of its processor for each endpoint, beside what it declares for them.

One connection asks the same again and again. What is kept in memory is so answered; rows with a size are not, and what
they take beyond the declared cost is measured by the server and counted for their address.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from boardwright.bench.http_client import Connection
from boardwright.bench.service_clients import API, LIFTED, Process, served
from boardwright.core.progress import Progress
from boardwright.server import costs

SIZES = (8, 64, 600)
"""Events of a match that is read from its start."""


class Ask(NamedTuple):
    """A request; `{n}` in it is another number each time."""

    endpoint: str
    method: str
    path: str
    body: dict[str, Any] | None = None
    token: str | None = None
    about: str = ""


def measured(requests: int, progress: Progress) -> list[dict[str, Any]]:
    """The milliseconds of each endpoint that answers at once; the others think, stream or read runs."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder) / "data", None, **LIFTED) as server:
        return asyncio.run(_all(server, requests, progress))


async def _all(server: Process, requests: int, progress: Progress) -> list[dict[str, Any]]:
    rows = []
    async with Connection(server.address) as connection:
        asks = await _asks(connection)
        for number, ask in enumerate(asks):
            for n in range(20):
                await _send(connection, ask, n)
            before = server.cpu()
            for n in range(20, 20 + requests):
                await _send(connection, ask, n)
            declared = costs.REQUEST + costs.COSTS.get(ask.endpoint, 0.0)
            milliseconds = 1000 * (server.cpu() - before) / requests
            about = f"{ask.endpoint} {ask.about}".strip()
            rows.append({"request": about, "declared_ms": round(declared, 2), "measured_ms": round(milliseconds, 2)})
            progress(number + 1, len(asks), {})
    return rows


async def _send(connection: Connection, ask: Ask, n: int) -> None:
    body = None if ask.body is None else json.loads(json.dumps(ask.body).replace("{n}", str(n)))
    status, answer = await connection.request(ask.method, ask.path.replace("{n}", str(n)), body, ask.token)
    if status >= 500:
        raise ConnectionError(status, ask.path, answer)


async def _asks(connection: Connection) -> list[Ask]:
    game = {"game": "tic_tac_toe", "preset": "standard"}
    match, token = await _match(connection, 0)
    over, _ = await _match(connection, 0, "resign")
    record = json.loads((await connection.request("GET", f"{API}/matches/{over}/record"))[1])
    asks = [
        Ask("page", "GET", "/"),
        Ask("append_event", "POST", f"{API}/matches/{match}/events", _event(1, "{n}"), token, "(refused)"),
        Ask("read_match", "GET", f"{API}/matches/{match}", token=token),
        Ask("create_match", "POST", f"{API}/matches", {**game, "seats": ["person", "friend"]}),
        Ask("list_games", "GET", f"{API}/games"),
        Ask("read_guide", "GET", f"{API}/games/quoridor/guide"),
        Ask("read_picture", "GET", f"{API}/games/quoridor/picture"),
        Ask("list_summaries", "POST", f"{API}/summaries", {"matches": [{"id": match, "token": token}]}),
        Ask("join_match", "POST", f"{API}/matches/{match}/join", {"invitation": "{n}"}, about="(refused)"),
        Ask("renew_token", "POST", f"{API}/matches/{match}/token", token="none", about="(refused)"),
        Ask("create_rematch", "POST", f"{API}/matches/{over}/rematch", token="none", about="(refused)"),
        Ask("explain_cell", "GET", f"{API}/matches/{match}/why?cell=0", token=token),
        Ask("read_moves", "POST", f"{API}/analysis/moves", {**game, "text": "5 1 9"}),
        Ask("analyse_position", "POST", f"{API}/analysis", {**game, "moves": [[4, None]], "best": 0}),
        Ask("read_replay", "GET", f"{API}/matches/{over}/replay"),
        Ask("read_record", "GET", f"{API}/matches/{over}/record"),
        Ask("import_record", "POST", f"{API}/records", record),
        Ask("list_puzzles", "GET", f"{API}/games/tic_tac_toe/puzzles"),
        Ask("read_puzzle", "GET", f"{API}/games/tic_tac_toe/puzzles/1"),
        Ask("answer_puzzle", "POST", f"{API}/games/tic_tac_toe/puzzles/1/answer", {"action": 0}),
        Ask("openapi", "GET", f"{API}/openapi.json"),
    ]
    for events in SIZES:
        long, seat = await _match(connection, events)
        asks.append(Ask("read_match", "GET", f"{API}/matches/{long}?since=0&at={events}", token=seat, about="(kept)"))
        # Another parameter each time: none of these answers is kept.
        path = f"{API}/matches/{long}?at={events}&since={{n}}"
        asks.append(Ask("read_match", "GET", path, token=seat, about=f"of {events} events"))
    return asks


def _event(seq: int, key: str) -> dict[str, Any]:
    return {"kind": "undo_request", "seq": seq, "key": key}


async def _match(connection: Connection, events: int, last: str | None = None) -> tuple[str, str]:
    """A match of a move and its undo, again and again. Return its id and the token of both seats."""
    body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "person"]}
    made = json.loads((await connection.request("POST", f"{API}/matches", body))[1])
    path, token = f"{API}/matches/{made['id']}/events", made["token"]
    kinds: list[dict[str, Any]] = [{"kind": "move", "action": 4}, {"kind": "undo_request"}]
    seq, turn = 0, 0
    while seq < events:
        event = {**kinds[turn % 2], "seq": seq + 1, "key": str(seq)}
        status, answer = await connection.request("POST", path, event, token)
        if status != 201:
            raise ConnectionError(status, answer)
        # The same person agrees to an undo at once, by an event of its own.
        seq, turn = json.loads(answer)["seq"], turn + 1
    if last is not None:
        await connection.request("POST", path, {"kind": last, "seq": seq + 1, "key": last}, token)
    return made["id"], token
