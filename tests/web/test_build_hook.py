"""The build hook: builds the page when needed, and gives a plain error when it cannot."""

from __future__ import annotations

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
    inside = {str(root / "docs"): "boardwright/docs", str(root / "examples"): "boardwright/examples"}
    assert initialized(root, hook, "standard")[0]["force_include"] == inside
    assert initialized(root, hook, "standard", "sdist")[0]["force_include"] == {}
    assert initialized(root, hook, "editable")[0]["force_include"] == {}


def test_a_wheel_is_not_made_without_its_page(root, hook):
    with pytest.raises(SystemExit, match=r"Install Node .* or set BOARDWRIGHT_SKIP_PAGE=1"):
        initialized(root, hook, "standard")


def test_a_wheel_is_made_without_its_page_where_that_is_asked_for(root, hook, monkeypatch):
    monkeypatch.setenv("BOARDWRIGHT_SKIP_PAGE", "1")
    assert initialized(root, hook, "standard")[1] == [hook.NO_PAGE]
    assert initialized(root, hook, "editable")[1] == []
    built(root, hook, age=10)
    assert initialized(root, hook, "standard")[1] == []


def test_an_editable_install_goes_on_without_the_page_and_says_so(root, hook):
    _, warnings = initialized(root, hook, "editable")
    assert "there is no Node here" in warnings[0]


def test_an_old_page_is_used_where_it_cannot_be_built_again(root, hook):
    built(root, hook, age=10)
    assert not hook.up_to_date(root)
    _, warnings = initialized(root, hook, "standard")
    assert len(warnings) == 1


def test_what_npm_put_there_is_no_source(root, hook):
    built(root, hook, age=10)
    (root / "web" / "src" / "main.tsx").unlink()
    module = root / "web" / "node_modules" / "some" / "index.js"
    module.parent.mkdir(parents=True)
    module.write_text("newer")
    assert hook.up_to_date(root)


def test_a_failing_build_is_told_with_what_npm_said(root, hook):
    npm = root / "npm"
    npm.write_text("#!/bin/sh\necho no such package >&2\nexit 1\n")
    npm.chmod(0o755)
    with pytest.raises(SystemExit, match=r"npm ci(.|\n)*no such package"):
        initialized(root, hook, "standard")
