"""The build hook: builds the page when needed, and gives a plain error when it cannot."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest


class Screen:
    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, message: str) -> None:
        self.warnings.append(message)

    def abort(self, message: str) -> None:
        raise SystemExit(message)


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A project with sources of a page, on a machine without Node."""
    source = tmp_path / "web" / "src" / "main.tsx"
    source.parent.mkdir(parents=True)
    source.write_text("page")
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def built(root: Path, hook, age: int = 0) -> None:
    page = root / hook.STATIC / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("page")
    stamp = (root / "web" / "src" / "main.tsx").stat().st_mtime - age
    os.utime(page, (stamp, stamp))


def initialized(root: Path, hook, version: str, target: str = "wheel") -> tuple[dict[str, Any], list[str]]:
    screen = Screen()
    made = hook.PageHook(str(root), {}, None, None, "", target, app=screen)
    data = {"artifacts": [], "force_include": {}}
    made.initialize(version, data)
    return data, screen.warnings


def test_a_page_that_is_built_goes_into_the_wheel(root, hook):
    built(root, hook)
    data, warnings = initialized(root, hook, "standard")
    assert (data["artifacts"], warnings) == (["/src/boardwright/server/static/**"], [])


def test_the_documentation_goes_into_a_wheel_alone(root, hook):
    # A source archive has the folders where they are, and an editable install leaves them there.
    built(root, hook)
    for name in ("docs/index.md", "examples/four/rules.py"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("text")
    inside = {
        str(root / "docs/index.md"): "boardwright/docs/index.md",
        str(root / "examples/four/rules.py"): "boardwright/examples/four/rules.py",
    }
    assert initialized(root, hook, "standard")[0]["force_include"] == inside
    assert initialized(root, hook, "standard", "sdist")[0]["force_include"] == {}
    assert initialized(root, hook, "editable")[0]["force_include"] == {}


def test_what_tools_leave_behind_is_in_no_wheel(root, hook):
    for name in ("docs/a.md", "docs/.cache/b", "examples/x/dist/c", "examples/x.egg-info/d", "examples/__pycache__/e"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("text")
    assert list(hook.for_authors(root).values()) == ["boardwright/docs/a.md"]


def test_a_wheel_is_made_without_its_page_where_there_is_no_node(root, hook):
    for version in ("standard", "editable"):
        _, warnings = initialized(root, hook, version)
        assert warnings == [hook.NO_PAGE.format(cause=hook.no_node())]
        assert "Node 20.19 or later" in warnings[0]
        assert warnings[0].count(". ") == 0, "one sentence"


def program(root: Path, name: str, text: str) -> None:
    (root / name).write_text(f"#!/bin/sh\n{text}\n")
    (root / name).chmod(0o755)


@pytest.mark.parametrize(("version", "old"), [("v18.19.1", True), ("v20.18.3", True), ("v20.19.0", False), ("", True)])
def test_an_old_node_is_as_good_as_none(root, hook, version, old):
    program(root, "npm", "exit 1")
    program(root, "node", f"echo {version}")
    assert (hook.no_node() is not None) == old
    assert version in (hook.no_node() or version)


def test_the_oldest_node_is_the_one_that_the_page_asks_for(hook):
    text = (Path(__file__).parents[2] / "web" / "package.json").read_text(encoding="utf-8")
    assert json.loads(text)["engines"]["node"] == ">=" + ".".join(map(str, hook.NODE))


def test_a_wheel_is_made_without_its_page_where_that_is_asked_for(root, hook, monkeypatch):
    monkeypatch.setenv("BOARDWRIGHT_SKIP_PAGE", "1")
    assert initialized(root, hook, "standard")[1] == [hook.NO_PAGE.format(cause="BOARDWRIGHT_SKIP_PAGE is set")]
    assert initialized(root, hook, "editable")[1] == []
    built(root, hook, age=10)
    assert initialized(root, hook, "standard")[1] == []


def test_an_old_page_is_used_where_it_cannot_be_built_again(root, hook):
    built(root, hook, age=10)
    assert not hook.up_to_date(root)
    _, warnings = initialized(root, hook, "standard")
    assert warnings == [hook.OLD_PAGE.format(cause=hook.no_node())]


def test_what_npm_put_there_is_no_source(root, hook):
    built(root, hook, age=10)
    (root / "web" / "src" / "main.tsx").unlink()
    module = root / "web" / "node_modules" / "some" / "index.js"
    module.parent.mkdir(parents=True)
    module.write_text("newer")
    assert hook.up_to_date(root)


def test_a_failing_build_is_told_with_what_npm_said(root, hook):
    program(root, "node", "echo v20.19.0")
    program(root, "npm", "echo no such package >&2\nexit 1")
    with pytest.raises(SystemExit, match=r"npm ci(.|\n)*no such package"):
        initialized(root, hook, "standard")
