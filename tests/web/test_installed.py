"""A wheel serves its page on a machine without Node, from its own files alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile

from web.serving import ROOT, Server

RUN = "from boardwright.cli import main; main()"


def test_a_wheel_serves_its_page_without_node(tmp_path, page, monkeypatch):
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    built = subprocess.run(build, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    installed = tmp_path / "installed"
    zipfile.ZipFile(next(tmp_path.glob("*.whl"))).extractall(installed)

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
        wish = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "random"]}
        assert "token" in read(server.address + "api/v1/matches", wish)
    finally:
        server.stop()


def read(address: str, body: object = None) -> str:
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, sent, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read().decode()
