"""A real server in a process of its own, that can be killed and started again on the same port."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = (str(Path(sys.executable).with_name("boardwright")), "serve")
TOYS = (sys.executable, str(ROOT / "tests" / "server" / "serve_toys.py"))
STARTS_WITHIN = 120
CHANGES = {"BOARDWRIGHT_SERVE_MATCHES_BY_ADDRESS": "2000/hour", "BOARDWRIGHT_SERVE_WORKERS": "1"}
"""The stories of a session share a server, and open more matches a minute than a person does."""


class Server:
    """`boardwright serve` on a free port; after a kill it comes back on the same one, with the same data."""

    def __init__(self, data: Path, command: tuple[str, ...] = COMMAND) -> None:
        self._command = (*command, "--data", str(data))
        self._port = "0"
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [*self._command, "--port", self._port]
        pipe, environment = subprocess.PIPE, {**os.environ, **CHANGES}
        self._process = subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True, env=environment)
        assert self._process.stdout is not None
        output = ""
        while not (match := re.search(r"http://\S+:(\d+)/\S*", output)):
            assert select.select([self._process.stdout], [], [], STARTS_WITHIN)[0], (
                f"the server does not start: {output}"
            )
            line = self._process.stdout.readline()
            assert line, f"the server ended: {output}"
            output += line
        self.address, self._port = match[0], match[1]

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._done()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._done()

    def _done(self) -> None:
        assert self._process is not None
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
