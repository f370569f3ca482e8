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


def test_the_wheel_holds_the_documentation_and_the_examples(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "docs", "examples"]
    ours = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True).stdout
    assert {f"boardwright/{path}" for path in ours.splitlines()} == {
        name for name in inside if name.startswith(("boardwright/docs/", "boardwright/examples/"))
    }


def test_an_installed_package_prints_its_documentation(wheel, tmp_path):
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    listed = run_installed(installed, "docs")
    assert f"is in {installed}/boardwright/docs. `boardwright docs PAGE` prints one of\n  adding-a-game\n" in listed
    examples = Path(listed.splitlines()[-1].removeprefix("Games in packages of their own are in ").removesuffix("."))
    assert (examples / "connect_four" / "pyproject.toml").is_file()
    assert run_installed(installed, "docs", "contract") == (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")


def run_installed(installed: Path, *arguments: str) -> str:
    """Run a command of an extracted wheel, by an interpreter that does not know this working copy."""
    path = os.pathsep.join([str(installed), sysconfig.get_path("purelib")])
    command = [getattr(sys, "_base_executable", sys.executable), "-c", RUN, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    return done.stdout


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
        body = {"game": "tic_tac_toe", "preset": "standard", "seats": ["person", "person"]}
        assert "token" in read(server.address + "api/v1/matches", body)
    finally:
        server.stop()


def read(address: str, body: object = None) -> str:
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, sent, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read().decode()
