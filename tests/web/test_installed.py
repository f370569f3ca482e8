"""The wheel holds every file of the package, and serves its page on a machine without Node."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from pathlib import Path

import pytest

from web.serving import ROOT, Server

RUN = "from boardwright.cli import main; main()"


@pytest.fixture(scope="module")
def wheel(page, tmp_path_factory) -> Path:
    """The wheel of the working copy, built once."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(build, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_every_file_of_the_package(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "src"
    wanted = {
        str(path.relative_to(package))
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".code"
    }
    assert wanted <= inside
    assert {"boardwright/py.typed", "boardwright/core/words.yaml"} <= inside
    assert not any(name.endswith(".code") for name in inside)


def test_a_wheel_serves_its_page_without_node(wheel, tmp_path, monkeypatch):
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)

    # The interpreter outside the environment reads no .pth file, so it knows the wheel and not this working copy.
    libraries = sysconfig.get_path("purelib")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(installed), libraries]))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    server = Server(tmp_path / "data", (getattr(sys, "_base_executable", sys.executable), "-c", RUN, "serve"))
    try:
        server.start()
        html = read(server.address)
        assert '<div id="root">' in html
        for path in re.findall(r'(?:src|href)="/([^"]+)"', html):
            assert read(server.address + path)
        body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "random"]}
        assert "token" in read(server.address + "api/v1/matches", body)
    finally:
        server.stop()


def read(address: str, body: object = None) -> str:
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, sent, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read().decode()
