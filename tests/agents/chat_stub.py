"""A stub of a chat endpoint on this machine: a scripted model that answers questions."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Model = Callable[[list[dict[str, str]]], str]
"""An answer to messages."""


def legal_moves(messages: list[dict[str, str]]) -> list[str]:
    """The legal moves that a question lists."""
    found = re.search(r"legal moves?: (.*)", messages[1]["content"])
    return [] if found is None else found[1].split(", ")


def first_wrong(messages: list[dict[str, str]]) -> str:
    """A move that is none; after the reason, the first legal one."""
    return "MOVE: zz99" if len(messages) == 2 else f"I see.\n\n**MOVE: {legal_moves(messages)[0]}**"


def never_legal(messages: list[dict[str, str]]) -> str:
    """The same wrong move, whatever it is told."""
    return "I insist. MOVE: zz99"


def first_legal(messages: list[dict[str, str]]) -> str:
    """The first legal move."""
    return f"MOVE: {legal_moves(messages)[0]}"


@contextmanager
def endpoint(model: Model, status: int = 200) -> Iterator[tuple[str, list[Any]]]:
    """Serve a model; yields its address, and the requests as (headers, body)."""
    asked: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((dict(self.headers), body))
            message = {"role": "assistant", "content": model(body["messages"])}
            usage = {"prompt_tokens": 100, "completion_tokens": 5}
            data = json.dumps({"choices": [{"message": message}], "usage": usage}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
