"""Proof: only a seat's owner moves it, and nobody reads or changes what they may not.

Every request of the API by every role, in open matches and in matches for invited spectators, on a match of its own
each time. The status must be that of the table, a refused request must not change the log, and an accepted event must
have the seat of its token as its actor. The planted defect: the check of the seat is skipped.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import httpx

from boardwright.core.game import Game
from boardwright.server import credentials
from boardwright.server.matches import RESIGN, UNDO_REQUEST

from ..harness import Server
from ..places import POSTGRESQL, SQLITE, Place, place
from .report import FULL, main
from .scribe import Draft, Scribe, Written, load

TABLE = """
                  owner    opponent invited  stranger nobody   expired  replaced
read              200      200      401/200  401      200/401  401      401
read_at           200      200      401/200  401      200/401  401      401
stream            200      200      401/200  401      200/401  401      401
stream_by_query   200      200      401/200  401      200/401  401      401
follow            200      200      401/200  401      200/401  401      401
replay            409      409      401/409  401      409/401  401      401
replay_finished   200      200      401/200  401      200/401  401      401
record            409      409      401/409  401      409/401  401      401
record_finished   200      200      401/200  401      200/401  401      401
why               200      200      401      401      401      401      401
analysis          403      403      401/403  401      403/401  401      401
review            409      409      401/409  401      409/401  401      401
review_finished   200      200      401/200  401      200/401  401      401
analysis_finished 200      200      401/200  401      200/401  401      401
move              201      409      401      401      401      401      401
move_by_query     401      401      401      401      401      401      401
resign            201      201      401      401      401      401      401
undo_request      201      201      401      401      401      401      401
undo_answer       201      409      401      401      401      401      401
token             200      200      401      401      401      401      401
rematch           409      409      401      401      401      401      401
rematch_finished  201      201      401      401      401      401      401
join              200      200      200      200      200      200      200
join_elsewhere    404      404      404      404      404      404      404
summaries         200      200      200      200      200      200      200
stream_of_many    200      200      200      200      200      200      200
games             200      200      200      200      200      200      200
guide             200      200      200      200      200      200      200
picture           200      200      200      200      200      200      200
puzzles           200      200      200      200      200      200      200
puzzle            200      200      200      200      200      200      200
answer            422      422      422      422      422      422      422
create            201      201      201      201      201      201      201
analysis_anywhere 200      200      200      200      200      200      200
moves_of_a_text   200      200      200      200      200      200      200
runs              200      200      200      200      200      200      200
run               404      404      404      404      404      404      404
import            400      400      400      400      400      400      400
"""
"""The statuses. Two where they differ: in an open match, and in one for invited spectators.

An invited spectator's token is one of this match where spectators are invited, else one of another match. In an open
match nobody is a spectator. A list of summaries and a stream of several matches are never refused: they say that a
match is gone where reading is.
"""

ROUTES = {
    "read": ("get", ""),
    "read_at": ("get", ""),
    "stream": ("get", "/stream"),
    "stream_by_query": ("get", "/stream"),
    "follow": ("get", "/follow"),
    "replay": ("get", "/replay"),
    "record": ("get", "/record"),
    "why": ("get", "/why"),
    "analysis": ("post", "/analysis"),
    "review": ("get", "/review"),
    "move": ("post", "/events"),
    "move_by_query": ("post", "/events"),
    "resign": ("post", "/events"),
    "undo_request": ("post", "/events"),
    "undo_answer": ("post", "/events"),
    "token": ("post", "/token"),
    "rematch": ("post", "/rematch"),
    "join": ("post", "/join"),
    "join_elsewhere": ("post", "/join"),
}
"""The method and the path of requests about a match."""

OTHERS = {
    "summaries": ("post", "/summaries"),
    "stream_of_many": ("post", "/stream"),
    "games": ("get", "/games"),
    "guide": ("get", "/games/{name}/guide"),
    "picture": ("get", "/games/{name}/picture"),
    "puzzles": ("get", "/games/{name}/puzzles"),
    "puzzle": ("get", "/games/{name}/puzzles/{number}"),
    "answer": ("post", "/games/{name}/puzzles/{number}/answer"),
    "create": ("post", "/matches"),
    "import": ("post", "/records"),
    "analysis_anywhere": ("post", "/analysis"),
    "moves_of_a_text": ("post", "/analysis/moves"),
    "runs": ("get", "/runs"),
    "run": ("get", "/runs/{name}"),
}
FINISHED = "_finished"
SEATS = {"owner": 0, "opponent": 1}


def expected() -> dict[tuple[str, str, bool], int]:
    """The status of each request, role, and whether spectators are invited."""
    head, *rows = [line.split() for line in TABLE.strip().splitlines()]
    statuses = {}
    for name, *cells in rows:
        for role, cell in zip(head, cells):
            for invited in (False, True):
                statuses[name, role, invited] = int(cell.split("/")[-1 if invited else 0])
    return statuses


class Desk:
    """Makes a match for each request, and makes the request."""

    def __init__(self, client: httpx.Client, scribe: Scribe, game: str, preset: str) -> None:
        self.client, self.scribe, self.preset = client, scribe, preset
        self.game: Game = load(game, preset)
        self._opening = opening(self.game)

    def check(self, name: str, role: str, invited: bool, status: int) -> str | None:
        """Make a request, and return the fault, if there is one."""
        bare = name.removesuffix(FINISHED)
        spectators, invitation = credentials.new_token(), credentials.new_token()
        drafts = list(self._opening)
        if name.endswith(FINISHED):
            drafts.append(Draft(1, kind=RESIGN))
        if name == "undo_answer":
            drafts.append(Draft(1, kind=UNDO_REQUEST))
        given = {
            "spectators": spectators if invited else None,
            "expires": -1000 if role == "expired" else 3_600_000,
            "invitation": invitation if bare == "join" else None,
        }
        match = self.scribe.write(self.game, self.preset, drafts, **given)
        token = self._token(match, role, spectators)
        before = self.scribe.digest(match.id)
        answer = self._ask(bare, match, token, invitation)
        if answer.status_code != status:
            return f"{name} by {role}, invited {invited}: {answer.status_code}, not {status}: {answer.text}"
        if name == "summaries" and answer.json()[0]["gone"] != (expected()["read", role, invited] == 401):
            return f"{name} by {role}, invited {invited}: {answer.text}"
        heading, events = self.scribe.read(match.id)
        added = events[len(drafts) :]
        if status >= 400 and self.scribe.digest(match.id) != before:
            return f"{name} by {role}, invited {invited}: refused, and the log has changed"
        if [event.actor for event in added] != ([SEATS[role]] if status == 201 and bare in EVENTS else []):
            return f"{name} by {role}, invited {invited}: events of {[event.actor for event in added]}"
        if status < 400 and bare == "token":
            kept = [seat.token for seat in heading.seats]
            if kept[SEATS[role]] != credentials.hashed(answer.json()["token"]):
                return f"{name} by {role}: another seat has the new token"
        return None

    def _token(self, match: Written, role: str, spectators: str) -> str | None:
        if role in {"owner", "expired"}:
            return match.tokens[0]
        if role == "stranger":
            return self.scribe.write(self.game, self.preset, ()).tokens[0]
        if role == "replaced":
            headers = {"Authorization": f"Bearer {match.tokens[0]}"}
            assert self.client.post(f"/matches/{match.id}/token", headers=headers).status_code == 200
            return match.tokens[0]
        return {"opponent": match.tokens[1], "invited": spectators, "nobody": None}[role]

    def _ask(self, name: str, match: Written, token: str | None, invitation: str) -> httpx.Response:
        query: dict[str, Any] = {}
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if name.endswith("_by_query"):
            # Only a stream's token may be in the query, which servers and browsers write into their logs.
            headers, query = {}, {} if token is None else {"token": token}
        if name in OTHERS:
            method, path = OTHERS[name][0], OTHERS[name][1].format(name=self.game.name, number=1)
        else:
            method, path = ROUTES[name][0], f"/matches/{match.id}{ROUTES[name][1]}"
        query |= {"read_at": {"at": 1}, "why": {"cell": 0}}.get(name, {})
        body = self._body(name, match, token, invitation)
        request = self.client.build_request(method, path, params=query, headers=headers, json=body)
        answer = self.client.send(request, stream=True)
        # An accepted stream does not end.
        if answer.status_code >= 400 or path.rpartition("/")[2] not in {"stream", "follow"}:
            answer.read()
        answer.close()
        return answer

    def _body(self, name: str, match: Written, token: str | None, invitation: str) -> dict[str, Any] | None:
        attempt = {"seq": match.match.seq + 1, "key": "k"}
        action = int(self.game.open_actions(match.match.now.state)[0])
        return {
            "move": {"kind": "move", "action": action, **attempt},
            "move_by_query": {"kind": "move", "action": action, **attempt},
            "resign": {"kind": "resign", **attempt},
            "undo_request": {"kind": "undo_request", **attempt},
            "undo_answer": {"kind": "undo_answer", "agree": True, **attempt},
            "summaries": {"matches": [{"id": match.id, "token": token}]},
            "stream_of_many": {"matches": [{"id": match.id, "token": token, "after": -1}]},
            "join": {"invitation": invitation},
            "join_elsewhere": {"invitation": match.tokens[0]},
            "create": {"game": self.game.name, "preset": self.preset, "seats": ["person", "friend"]},
            "import": {},
            "analysis": {"agent": "random"},
            "analysis_anywhere": {
                "game": self.game.name,
                "preset": self.preset,
                "moves": [[action, None]],
                "agent": "random",
            },
            "moves_of_a_text": {
                "game": self.game.name,
                "preset": self.preset,
                "text": self.game.actions.to_text(action, 0),
            },
            "answer": {"action": -1},
        }.get(name)


EVENTS = {"move", "move_by_query", "resign", "undo_request", "undo_answer"}


def opening(game: Game) -> list[Draft]:
    """One move of each player, so that the first player is to move and both could ask for an undo."""
    state, drafts = game.new(), []
    while len(drafts) < 2 or int(state["to_move"][0]) != 0:
        action = int(game.open_actions(state)[len(drafts)])
        drafts.append(Draft(int(state["to_move"][0]), action))
        state = game.apply(state, action)
    return drafts


def unlisted(client: httpx.Client) -> list[str]:
    """The operations of the API that the table lacks."""
    listed = {(method, f"/api/v1/matches/{{match_id}}{path}") for method, path in ROUTES.values()}
    listed |= {(method, f"/api/v1{path}") for method, path in OTHERS.values()}
    described = client.get("/openapi.json").json()["paths"]
    operations = {(method, path) for path, methods in described.items() for method in methods}
    return sorted(f"{method} {path}" for method, path in operations ^ listed)


def sweep(home: Place, server: Server, games: list[tuple[str, str]], rows: str = "") -> dict[str, Any]:
    """Check every cell of the table, or of the rows with a name, on some games."""
    faults: list[str] = []
    cells = 0
    with server.client() as client, Scribe(home.url, home.key) as scribe:
        faults += unlisted(client)
        desks = [Desk(client, scribe, game, preset) for game, preset in games]
        for desk, (cell, status) in itertools.product(desks, expected().items()):
            if cell[0].startswith(rows):
                fault = desk.check(*cell, status)
                cells += 1
                faults += [] if fault is None else [fault]
    return {"cells": cells, "failures": len(faults), "first": faults[:3]}


GAMES = [("tic_tac_toe", "standard"), ("connect_four", "standard"), ("quoridor", "small"), ("quoridor", "standard")]


def measure(folder: Path, share: float) -> dict[str, Any]:
    """All cells on tic-tac-toe and SQLite; in full on three games and both databases."""
    cells, failures, first, full = 0, 0, [], share == FULL
    for backend in (SQLITE, POSTGRESQL) if full else (SQLITE,):
        with place(backend, folder / backend) as home:
            server = home.server()
            found = sweep(home, server, GAMES if full else GAMES[:1])
            server.stop()
        cells, failures, first = cells + found["cells"], failures + found["failures"], first + found["first"]
    with place(SQLITE, folder / "planted") as home:
        server = home.server("--defect", "seats")
        planted = sweep(home, server, GAMES[:1], rows="move")["failures"]
        server.stop()
    figures = {"cells": cells, "failures": failures, "planted_failures": planted, "caught": {"seats": planted > 0}}
    return {**figures, **({"first": first[:3]} if first else {})}


if __name__ == "__main__":
    main("access", measure)
