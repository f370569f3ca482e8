"""A server of an installation that was built without the page: it says so, and its API works."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from boardwright.server import app, settings

from .harness import PATIENCE, said

PROGRAM = """
import sys
from pathlib import Path
from boardwright.cli import main
from boardwright.server import app
app.STATIC = Path(sys.argv.pop())
main()
"""


def test_an_application_without_a_page_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "STATIC", tmp_path / "static")
    made = app.make_app("sqlite://", b"key", settings.read())

    async def answers() -> list[httpx.Response]:
        transport = httpx.ASGITransport(made)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return [await client.get(path) for path in ("/", "/api/v1/openapi.json")]

    page, description = asyncio.run(answers())
    assert page.status_code == 404
    assert said("page_missing") in page.text
    assert description.status_code == 200


@pytest.mark.slow
def test_a_server_without_a_page_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    errors = tmp_path / "errors"
    with errors.open("w") as stderr:
        process = subprocess.Popen(
            [*command, str(tmp_path / "static")], stdout=subprocess.PIPE, stderr=stderr, text=True
        )
    try:
        assert process.stdout is not None
        address = re.findall(r"http://\S+", process.stdout.readline())[0]
        sentence = said("page_missing")
        assert errors.read_text(encoding="utf-8").splitlines() == [sentence]
        page = httpx.get(address, timeout=PATIENCE, trust_env=False)
        assert page.status_code == 404
        assert sentence in page.text
        described = httpx.get(f"{address}api/v1/openapi.json", timeout=PATIENCE, trust_env=False)
        assert described.status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.communicate()
