"""The stories of web/e2e/scenarios.mjs, all played in one browser, which a process of Node drives."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

from web.serving import ROOT, Server

RUN = ROOT / "web" / "e2e" / "run.mjs"
ENDS_WITHIN = 300
"""Seconds of a story on a busy machine."""


class Stories:
    """Plays one story after the other; after one that did not end, in a new browser."""

    def __init__(self) -> None:
        self._node: subprocess.Popen[str] | None = None

    def begin(self, server: Server) -> None:
        """Start the browser and show it a match, so that these seconds are not the first story's."""
        self.play("first", server)

    def play(
        self, scenario: str, server: Server, within: float = ENDS_WITHIN, **wishes: Callable[[], None]
    ) -> list[str]:
        """Play a story; kill and start the server when it asks for that, or do another wish. Gives the lines it said.

        What it asks for is a line with the name of the wish.
        """
        node = self._started()
        assert node.stdout is not None
        answers = {"kill": server.kill, "start": server.start, **wishes}
        watchdog = Timer(within, node.kill)
        watchdog.start()
        self._tell({"scenario": scenario, "address": server.address})
        said: list[str] = []
        try:
            for line in node.stdout:
                text = line.strip()
                if text == "well":
                    return said
                if text.startswith("failed: "):
                    raise AssertionError(json.loads(text.removeprefix("failed: ")))
                if text in answers:
                    answers[text]()
                    self._tell("done")
                else:
                    said.append(text)
        finally:
            watchdog.cancel()
        self.end()
        raise AssertionError(f"{scenario} did not end within {within} s, or its browser did; it said {said[-9:]}")

    def end(self) -> None:
        """End the browser, in order if it still listens."""
        if self._node is None:
            return
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        with suppress(BrokenPipeError):
            self._node.stdin.close()
        try:
            self._node.wait(60)
        except subprocess.TimeoutExpired:
            self._node.kill()
            self._node.wait()
        self._node.stdout.close()
        self._node = None

    def _started(self) -> subprocess.Popen[str]:
        if self._node is not None and self._node.poll() is not None:
            self.end()
        if self._node is None:
            pipe = subprocess.PIPE
            self._node = subprocess.Popen(["node", str(RUN)], stdin=pipe, stdout=pipe, text=True)
            assert self._node.stdout is not None
            line = self._node.stdout.readline()
            assert line == "ready\n", f"the browser does not start: {line or 'its driver ended'}"
        return self._node

    def _tell(self, line: object) -> None:
        assert self._node is not None
        print(json.dumps(line), file=self._node.stdin, flush=True)
